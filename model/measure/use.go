package measure

import "threadlens/model"

// Use is how all known CPUs spent a stretch of time, by class, in ns of CPU time.
// The fields add up to the number of known CPUs times the length of the stretch.
// Threads count net of interrupts.
type Use struct {
	Target, Other, System, Idle, ISR, DPC, Unknown, Offline, Stolen model.Time
}

// Total is the sum of all classes.
func (u *Use) Total() model.Time {
	return u.Target + u.Other + u.System + u.Idle + u.ISR + u.DPC + u.Unknown + u.Offline + u.Stolen
}

// Add adds the classes of another use.
func (u *Use) Add(o *Use) {
	u.Target += o.Target
	u.Other += o.Other
	u.System += o.System
	u.Idle += o.Idle
	u.ISR += o.ISR
	u.DPC += o.DPC
	u.Unknown += o.Unknown
	u.Offline += o.Offline
	u.Stolen += o.Stolen
}

func (u *Use) sub(o *Use) {
	u.Target -= o.Target
	u.Other -= o.Other
	u.System -= o.System
	u.Idle -= o.Idle
	u.ISR -= o.ISR
	u.DPC -= o.DPC
	u.Unknown -= o.Unknown
	u.Offline -= o.Offline
	u.Stolen -= o.Stolen
}
