package measure

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"threadlens/model"
)

// Virtual is what is known about a trace's machine being virtual.
type Virtual struct {
	Hypervisor string // "" if none is named
	Evidence   string // what names it
}

// hypervisors are the words in a trace's facts that identify a hypervisor.
var hypervisors = []struct{ word, name string }{
	{"kvm", "KVM"},
	{"qemu", "QEMU"},
	{"vmware", "VMware"},
	{"hyper-v", "Hyper-V"},
	{"virtualbox", "VirtualBox"},
	{"xen ", "Xen"},
	{"bochs", "Bochs"},
}

// guestEvents are the event subsystems that a kernel has only as a guest.
var guestEvents = []struct{ prefix, name string }{{"hyperv:", "Hyper-V"}, {"xen:", "Xen"}}

// VirtualOf reports which hypervisor the facts of a trace name. That none is named
// does not mean that there is none.
func VirtualOf(info *model.Info) Virtual {
	for _, fact := range []struct{ what, text string }{
		{"processor", info.OS.Processor}, {"machine", info.OS.Machine},
	} {
		for _, h := range hypervisors {
			if strings.Contains(strings.ToLower(fact.text)+" ", h.word) {
				return Virtual{h.name, "the " + fact.what + " is named " + fact.text}
			}
		}
	}
	for _, e := range info.SourceEvents {
		for _, g := range guestEvents {
			if strings.HasPrefix(e.Name, g.prefix) {
				return Virtual{g.name, "the trace has an event that occurs only in virtual machines of this hypervisor: " + e.Name}
			}
		}
	}
	return Virtual{}
}

// Ticks is what the intervals of a clock interrupt show.
type Ticks struct {
	Period model.Time // between two
	Seen   int
	// Lost counts the ticks that are missing in spacings of more than one and a
	// half periods, CaughtUp those of them that then arrive immediately, within
	// half a period of the previous one: a hypervisor did not run the CPU, and
	// delivered the pending ticks late.
	Lost, CaughtUp int

	owed int // lost and not caught up
}

// add counts a spacing.
func (k *Ticks) add(gap model.Time) {
	k.Seen++
	switch {
	case gap > k.Period+k.Period/2:
		n := int(math.Round(Quotient(gap, k.Period))) - 1
		k.Lost += n
		k.owed += n
	case gap >= k.Period/2:
		k.owed = 0
	case k.owed > 0: // or another timer shares the interrupt
		k.owed--
		k.CaughtUp++
	}
}

// leastGaps is the number of spacings needed to determine a period.
const leastGaps = 16

// LostTicks looks for lost ticks among the clock interrupts of all CPUs in r.
// Kernels stop the tick of an idle CPU, so only spacings in which the CPU was never
// idle count. ok is false if the trace has too few, or if they are not periodic.
func LostTicks(t *model.Trace, r model.Range) (k Ticks, ok bool) {
	var all []model.Time
	cores := make([][]model.Time, len(t.Cores))
	for c := range t.Cores {
		cores[c] = tickGaps(t, model.CPU(c), r)
		all = append(all, cores[c]...)
	}
	if len(all) < leastGaps {
		return k, false
	}
	slices.Sort(all)
	k.Period = all[len(all)/2]
	regular := 0
	for _, gaps := range cores {
		k.owed = 0
		for _, g := range gaps {
			k.add(g)
			if g > k.Period-k.Period/4 && g < k.Period+k.Period/4 {
				regular++
			}
		}
	}
	return k, k.Period > 0 && regular > len(all)/2
}

// tickGaps are the spacings between the clock interrupts of a CPU that was not idle
// in between.
func tickGaps(t *model.Trace, cpu model.CPU, r model.Range) (gaps []model.Time) {
	last := model.Time(-1)
	for irq := range t.Interrupts(cpu, r) {
		if irq.Level != model.LevelIsr || !isTick(t, &irq) {
			continue
		}
		if last >= 0 {
			if ct := t.CoreTime(cpu, model.Range{From: last, To: irq.From}); ct.Idle == 0 {
				gaps = append(gaps, irq.From-last)
			}
		}
		last = irq.From
	}
	return gaps
}

// isTick distinguishes the clock's interrupt from others.
func isTick(t *model.Trace, irq *model.IrqSpan) bool {
	return irq.Timer || strings.Contains(t.String(irq.Name), "ClockInterrupt")
}

// tickNote describes what the clock interrupts show, "" if nothing is wrong.
func tickNote(t *model.Trace, r model.Range) string {
	k, ok := LostTicks(t, r)
	if !ok || k.Lost == 0 {
		return ""
	}
	return fmt.Sprintf("%s did not arrive on time: %d of these arrived late, the others not at all. %s clock interrupts arrived, normally one every %s. CPU times that the guest counts by ticks include time in which the guest did not run.",
		Plural(k.Lost, "clock tick", "clock ticks"), k.CaughtUp, Count(int64(k.Seen)), Duration(k.Period))
}

// Virtualized reports whether the trace, or a counter of its guest, shows that a
// hypervisor schedules the CPUs.
func Virtualized(t *model.Trace, s Scope) bool {
	return VirtualOf(t.Info).Hypervisor != "" || t.Counters[model.CountStolen] > 0 || reportsSteal(s.Counters.Series)
}
