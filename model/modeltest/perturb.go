package modeltest

import (
	"math/rand/v2"
	"slices"

	"threadlens/model"
)

// Perturbation damages a recording the way real tracers do.
type Perturbation int

// Perturbations.
const (
	Clean       Perturbation = iota
	Drop2                    // 2 % of all events are missing without notice
	Drop20                   // 20 %
	DropWakes                // half of the wakes are missing
	SkewCPUs                 // the CPUs' clocks disagree
	DeclareLoss              // windows of one CPU are lost, and declared as lost
	Hotplug                  // a CPU goes offline and comes back
	numPerturbations
)

// Perturbations lists all of them.
func Perturbations() []Perturbation {
	var ps []Perturbation
	for p := range numPerturbations {
		ps = append(ps, p)
	}
	return ps
}

var perturbationNames = [...]string{"clean", "drop2", "drop20", "dropWakes", "skew", "loss", "hotplug"}

// String is the perturbation's name.
func (p Perturbation) String() string { return perturbationNames[p] }

// Apply returns the events of m as a tracer with fault p would have written
// them, in time order and in the order of each CPU.
func (p Perturbation) Apply(m *Machine, rng *rand.Rand) []model.Event {
	switch p {
	case Drop2:
		return drop(m.Events, func(*model.Event) bool { return rng.IntN(50) == 0 })
	case Drop20:
		return drop(m.Events, func(*model.Event) bool { return rng.IntN(5) == 0 })
	case DropWakes:
		return drop(m.Events, func(e *model.Event) bool { return e.Kind == model.KindWake && rng.IntN(2) == 0 })
	case SkewCPUs:
		return skew(m, rng)
	case DeclareLoss:
		return lose(m, rng)
	case Hotplug:
		return hotplug(m, rng)
	}
	return slices.Clone(m.Events)
}

func drop(events []model.Event, lost func(*model.Event) bool) []model.Event {
	return slices.DeleteFunc(slices.Clone(events), func(e model.Event) bool { return lost(&e) })
}

func skew(m *Machine, rng *rand.Rand) []model.Event {
	offset := make([]model.Time, m.CPUs)
	for c := range offset {
		offset[c] = model.Time(rng.IntN(30))
	}
	events := slices.Clone(m.Events)
	for i := range events {
		e := &events[i]
		e.Time += offset[e.CPU]
		if e.Kind == model.KindIrq {
			e.End += offset[e.CPU]
		}
	}
	sortBy(events, func(e model.Event) model.Time { return e.Time })
	return events
}

func lose(m *Machine, rng *rand.Rand) []model.Event {
	events := slices.Clone(m.Events)
	for range 1 + rng.IntN(3) {
		cpu := model.CPU(rng.IntN(m.CPUs))
		from := model.Time(rng.Int64N(int64(m.End)))
		to := min(m.End, from+model.Time(1+rng.IntN(200)))
		gone := func(e model.Event) bool {
			return e.CPU == cpu && e.Time >= from && e.Time < to && e.Kind != model.KindLoss
		}
		events = slices.DeleteFunc(events, gone)
		events = append(events, model.Event{Kind: model.KindLoss, CPU: cpu, Time: from, End: to})
		sortBy(events, func(e model.Event) model.Time { return e.Time })
	}
	return events
}

func hotplug(m *Machine, rng *rand.Rand) []model.Event {
	events := slices.Clone(m.Events)
	cpu := model.CPU(rng.IntN(m.CPUs))
	from := model.Time(rng.Int64N(int64(m.End)))
	to := from + model.Time(rng.IntN(300))
	events = slices.DeleteFunc(events, func(e model.Event) bool {
		return e.CPU == cpu && e.Time >= from && e.Time < to
	})
	events = append(events, model.Event{Kind: model.KindCPU, CPU: cpu, Time: from},
		model.Event{Kind: model.KindCPU, CPU: cpu, Time: to, Flags: model.CPUOnline})
	sortBy(events, func(e model.Event) model.Time { return e.Time })
	return events
}

// Build makes the trace from events recorded on a machine.
func Build(cpus int, end model.Time, events []model.Event) *model.Trace {
	info := &model.Info{CPUs: cpus, End: end}
	return model.Build(info, &model.Tables{}, model.PrepassOf(cpus, events), events)
}
