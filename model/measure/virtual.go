package measure

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"threadlens/model"
)

// Virtual is what is known of a trace's machine being a virtual one.
type Virtual struct {
	Hypervisor string // "" where none is named
	Evidence   string // what names it
}

// hypervisors are the words by which a trace's facts name a hypervisor.
var hypervisors = []struct{ word, name string }{
	{"kvm", "KVM"},
	{"qemu", "QEMU"},
	{"vmware", "VMware"},
	{"hyper-v", "Hyper-V"},
	{"virtualbox", "VirtualBox"},
	{"xen ", "Xen"},
	{"bochs", "Bochs"},
}

// guestEvents are the systems of events that a kernel has only as a guest.
var guestEvents = []struct{ prefix, name string }{{"hyperv:", "Hyper-V"}, {"xen:", "Xen"}}

// VirtualOf tells which hypervisor the facts of a trace name. That none is named
// does not mean that there is none.
func VirtualOf(info *model.Info) Virtual {
	for _, fact := range []struct{ what, text string }{
		{"processor", info.OS.Processor}, {"machine", info.OS.Machine},
	} {
		for _, h := range hypervisors {
			if strings.Contains(strings.ToLower(fact.text)+" ", h.word) {
				return Virtual{h.name, "the " + fact.what + " is called " + fact.text}
			}
		}
	}
	for _, e := range info.SourceEvents {
		for _, g := range guestEvents {
			if strings.HasPrefix(e.Name, g.prefix) {
				return Virtual{g.name, "the trace has events of its guests, " + e.Name}
			}
		}
	}
	return Virtual{}
}

// Ticks is what the spacing of a clock interrupt tells.
type Ticks struct {
	Period model.Time // between two
	Seen   int
	// Lost counts the ticks that are missing in spacings of more than one and a
	// half periods, CaughtUp those of them that then come at once, within half a
	// period of the one before: a hypervisor did not run the processor, and
	// delivered late what it owed.
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

// leastGaps is the number of spacings from which a period can be told.
const leastGaps = 16

// LostTicks looks for lost ticks among the clock interrupts of all processors
// in r. Kernels stop the tick of an idle processor, so only spacings in which
// the processor was never idle count. ok is false where the trace has too few,
// or where they have no period.
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

// tickGaps are the spacings between the clock interrupts of a processor that was
// not idle meanwhile.
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

// isTick tells the clock's interrupt from others.
func isTick(t *model.Trace, irq *model.IrqSpan) bool {
	return irq.Timer || strings.Contains(t.String(irq.Name), "ClockInterrupt")
}

// tickNote says what the clock interrupts tell, "" for nothing wrong.
func tickNote(t *model.Trace, r model.Range) string {
	k, ok := LostTicks(t, r)
	if !ok || k.Lost == 0 {
		return ""
	}
	return fmt.Sprintf("%s lost and %d caught up among %s clock interrupts %s apart: CPU times that the guest counts by ticks include time in which it did not run.",
		Plural(k.Lost, "clock tick", "clock ticks"), k.CaughtUp, Count(int64(k.Seen)), Duration(k.Period))
}

// Virtualized reports whether the trace, or a counter of its guest, tells that a
// hypervisor shares the processors out.
func Virtualized(t *model.Trace, s Scope) bool {
	return VirtualOf(t.Info).Hypervisor != "" || t.Counters[model.CountStolen] > 0 || reportsSteal(s.Counters.Series)
}
