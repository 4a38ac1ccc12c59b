package measure

import (
	"cmp"
	"errors"
	"strings"

	"threadlens/model"
)

// PairedUse is a guest's use of its CPUs over some time as its host saw it and as the
// guest's trace shows it, in percent of them. Both cover the same intervals: those of
// the host's figures that overlap a window, lie in the trace, and in which the trace
// shows what every CPU did.
type PairedUse struct {
	Host, Guest float64
	Time        model.Time  // of the intervals together
	Covered     model.Range // from the start of the first to the end of the last
	// Unpaired is how much of the window the host's other intervals fill: they go beyond
	// the trace, or the trace does not show what a CPU did in them.
	Unpaired model.Time
}

// pairUse pairs the figures of a host with the trace. ok is false if no interval is
// covered by both.
func pairUse(t *model.Trace, host *model.CounterSeries, r model.Range) (p PairedUse, ok bool) {
	var sum float64
	var busy model.Time
	for _, c := range host.In(r) {
		share, known := CounterShare(host, c, 0)
		switch {
		case !known || c.Len() == 0:
		case c.From < 0 || c.To > t.End || UnknownTime(t, c.Range) > 0:
			p.Unpaired += c.Overlap(r)
		default:
			if p.Time == 0 {
				p.Covered = c.Range
			}
			p.Covered.To = c.To
			sum += share * float64(c.Len())
			busy += MachineBusy(t, c.Range)
			p.Time += c.Len()
		}
	}
	if p.Time == 0 {
		return p, false
	}
	p.Host = sum / float64(p.Time)
	p.Guest = 100 * Quotient(busy, p.Time*model.Time(KnownCores(t)))
	return p, true
}

// UnknownTime is how long in r it is unknown what the CPUs did, added up over all
// CPUs except those that are left out of every share.
func UnknownTime(t *model.Trace, r model.Range) (sum model.Time) {
	for i := range t.Cores {
		if t.Cores[i].Known {
			core := t.CoreTime(model.CPU(i), r)
			sum += core.Unknown
		}
	}
	return sum
}

// unpaired explains why the figures of a host do not cover a window.
func (p *PairedUse) unpaired(used *model.CounterSeries) string {
	if p.Unpaired > 0 {
		return "No interval of the host's figures for " + used.Guest + " is entirely within a time for which the trace has events of all CPUs: CPU use inside and outside the guest cannot be compared."
	}
	return "The host's figures for " + used.Guest + " are outside the window."
}

// HostFigure is what the traced guest used according to the host's counters in the
// intervals that overlap r, next to what the trace shows for the same intervals. It
// fails if there are none.
func HostFigure(t *model.Trace, series []model.CounterSeries, r model.Range) (PairedUse, error) {
	used, why := GuestSeries(t, series, model.ScaleCore)
	if used == nil {
		return PairedUse{}, errors.New(cmp.Or(strings.Join(why, " "), "The file has no host figures for a virtual machine."))
	}
	p, ok := pairUse(t, used, r)
	if !ok {
		return p, errors.New(p.unpaired(used))
	}
	return p, nil
}
