package measure

import (
	"fmt"
	"math"
	"strings"

	"threadlens/model"
)

// Correction converts CPU time that a guest counted into what its host gave it.
type Correction struct {
	Host, Guest float64 // percent of the guest's CPUs
	W           float64 // host divided by guest
	Window      model.Time
}

// leastWindow is how long figures have to be averaged to be compared: host and
// guest read their counters at different times.
const leastWindow model.Time = 5 * 60 * 1e9

// CorrectionOf is the correction factor from averages over the same window, both in
// percent of the guest's CPUs. ok is false if the guest counted nothing, so that
// there is nothing to correct.
func CorrectionOf(host, guest float64, window model.Time) (c Correction, ok bool) {
	c = Correction{Host: host, Guest: guest, Window: window}
	if guest <= 0 || host < 0 {
		return c, false
	}
	c.W = host / guest
	return c, true
}

// Short is set for windows too short to be trusted.
func (c Correction) Short() bool { return c.Window < leastWindow }

// Of is a share as the host saw it.
func (c Correction) Of(share float64) float64 { return c.W * share }

// MachineBusy is the time in r in which the known CPUs were not idle, added up.
func MachineBusy(t *model.Trace, r model.Range) model.Time {
	var sum model.Time
	for i := range t.Cores {
		if t.Cores[i].Known {
			ct := t.CoreTime(model.CPU(i), r)
			sum += ct.Run + ct.ISR + ct.DPC
		}
	}
	return sum
}

// GuestCorrection is the correction from figures that the user entered, or from
// those of the host's monitor.
func GuestCorrection(t *model.Trace, s Scope) (c Correction, ok bool, notes []string) {
	host, guest, window := s.Guest.Host, s.Guest.Guest, s.Range.Len()
	traced, from := Inside(t, s.Range), "as specified"
	var unpaired model.Time
	if !s.Guest.HasHost {
		used, why := GuestSeries(t, s.Counters.Series, model.ScaleCore)
		if used == nil {
			return c, false, append([]string{uncorrected(t, s)}, why...)
		}
		pair, any := pairUse(t, used, s.Range)
		if !any {
			return c, false, []string{uncorrected(t, s), pair.unpaired(used)}
		}
		host, traced, window, unpaired = pair.Host, pair.Guest, pair.Time, pair.Unpaired
		from = "from " + model.CleanName(used.File)
	}
	if !s.Guest.HasGuest {
		guest = traced
	}
	if c, ok = CorrectionOf(host, guest, window); !ok {
		return c, false, []string{"The guest's CPUs were idle: there is nothing to correct."}
	}
	notes = []string{fmt.Sprintf("Correction factor w = %.6f: by the host's figure, the guest used %s of its CPUs (%s); by the guest's own figure, %s.",
		c.W, Percent(host, 2), from, Percent(guest, 2))}
	if unpaired > 0 {
		notes = append(notes, fmt.Sprintf("The host's and the guest's figures cover the same %s. The host's other intervals (%s of the window) are not used: they extend beyond the trace or into times when events of some CPUs are missing.",
			Duration(window), Duration(unpaired)))
	}
	if c.Short() {
		notes = append(notes, fmt.Sprintf("The window of %s is short: use at least 5 min for meaningful averages.", Duration(window)))
	}
	if math.Abs(traced-guest) > farOff {
		notes = append(notes, fmt.Sprintf("According to the trace, the guest used %s of its CPUs. The specified figure of the guest differs by more than 5 percentage points: specify figures from the time of the trace.", Percent(traced, 2)))
	}
	return c, true, notes
}

// farOff is by how many percentage points a given figure may differ from the trace
// before a note reports it.
const farOff = 5 // the note names it

// GuestSeries is the host's series with a given scale for the guest that was
// traced: the one named like the machine, or the only one.
func GuestSeries(t *model.Trace, series []model.CounterSeries, scale model.CounterScale) (s *model.CounterSeries, why []string) {
	var found []*model.CounterSeries
	for i := range series {
		c := &series[i]
		if c.Subject != model.CounterGuest || c.Scale != scale {
			continue
		}
		if t.Info.OS.Machine != "" && strings.EqualFold(c.Guest, t.Info.OS.Machine) {
			return c, nil
		}
		found = append(found, c)
	}
	switch {
	case len(found) == 0:
		return nil, nil
	case len(found) > 1:
		return nil, []string{fmt.Sprintf("The host's figures are for %d guests, none of which has the traced machine's name: keep only the figures of the traced machine in the file.", len(found))}
	case found[0].Processors == 0 && scale == model.ScaleCore:
		return nil, []string{"The host's figures do not show how many CPUs " + found[0].Guest + " has: add a vcpus column to the file."}
	}
	return found[0], nil
}

// MeanOver is the mean of a series over r, as a share of the CPUs of its subject. ok is
// false if its samples do not cover all of r: a mean over a part would be compared with
// figures for the whole.
func MeanOver(s *model.CounterSeries, r model.Range) (mean float64, ok bool) {
	var sum float64
	var time model.Time
	for _, p := range s.In(r) {
		share, known := CounterShare(s, p, 0)
		if d := p.Overlap(r); known && d > 0 {
			sum += share * float64(d)
			time += d
		}
	}
	if time < r.Len() || time == 0 {
		return 0, false
	}
	return sum / float64(time), true
}

// uncorrected is the flag on figures of a virtual machine that were not compared
// with its host's.
func uncorrected(t *model.Trace, s Scope) string {
	if Virtualized(t, s) {
		return "Recorded in a virtual machine: CPU times may include time that the host took. Use --host to specify the guest's CPU use as the host reports it, in percent of the guest's CPUs, or --counters to load a file of the host's figures."
	}
	return "Nothing in the trace shows that the machine is virtual. If it is, use --host to specify the guest's CPU use as the host reports it, in percent of the guest's CPUs."
}

// reportsSteal reports whether a counter shows that a hypervisor took time.
func reportsSteal(series []model.CounterSeries) bool {
	for i := range series {
		if !StealSeries(&series[i]) {
			continue
		}
		for _, p := range series[i].Points {
			if p.Value > 0 {
				return true
			}
		}
	}
	return false
}

// GuestNotes describe what the trace itself shows about its hypervisor, which has
// stolen the given time.
func GuestNotes(t *model.Trace, s Scope, stolen model.Time) []string {
	var notes []string
	if v := VirtualOf(t.Info); v.Hypervisor != "" {
		notes = append(notes, "Hypervisor: "+v.Hypervisor+"; "+v.Evidence+".")
	}
	if stolen > 0 {
		notes = append(notes, "CPU time taken by the host or by unrecorded interrupts: "+
			Duration(stolen)+" ("+Share(stolen, s.Capacity(t))+" of the machine).")
	}
	if n := tickNote(t, s.Range); n != "" {
		notes = append(notes, n)
	}
	notes = append(notes, s.Counters.Notes...)
	for i := range s.Counters.Series {
		if c := &s.Counters.Series[i]; c.Subject == model.CounterGuest {
			notes = append(notes, ImpossibleNotes(c, ImpossibleValues(c, 0), s.Range)...)
		}
	}
	return notes
}

// Inside is how much of its known CPUs a machine used in r, in percent, as the
// trace shows it: the host's figure is compared with it if the guest's own is not
// given.
func Inside(t *model.Trace, r model.Range) float64 {
	return 100 * Quotient(MachineBusy(t, r), r.Len()*model.Time(KnownCores(t)))
}
