package measure

import (
	"sort"

	"threadlens/model"
)

// TicksOf counts lost ticks among the times of a clock interrupt with this period
// on one CPU.
func TicksOf(at []model.Time, period model.Time) Ticks {
	k := Ticks{Period: period}
	for i := 1; i < len(at); i++ {
		k.add(at[i] - at[i-1])
	}
	return k
}

// OfCPU is In for one CPU; nil if the trace shows nothing about it.
func (u *Usage) OfCPU(cpu model.CPU, edges []model.Time) []Use {
	i := sort.Search(len(u.cpus), func(i int) bool { return u.cpus[i] >= cpu })
	if i == len(u.cpus) || u.cpus[i] != cpu || len(edges) < 2 {
		return nil
	}
	before := u.before(i, edges)
	for k := range before[1:] {
		next := before[k+1]
		next.sub(&before[k])
		before[k] = next
	}
	return before[:len(before)-1]
}

// RingSentence and LossSentence describe what a trace lost in a window.
var (
	RingSentence = ringSentence
	LossSentence = lossSentence
)

// Starts is how often the thread was switched to.
func (c *Charge) Starts() (sum int64) {
	for _, n := range c.starts {
		sum += n
	}
	return sum
}

// ExactOfCPUs is the use of some CPUs of a trace.
func ExactOfCPUs(t *model.Trace, cpus ...model.CPU) ExactUse {
	return ExactUse{t: t, cores: cpus, cpus: len(cpus)}
}
