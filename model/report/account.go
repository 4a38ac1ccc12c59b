package report

import (
	"cmp"
	"slices"

	"threadlens/model"
	"threadlens/model/measure"
)

// accountNote explains the columns of the kernel's account.
const accountNote = "Accounted CPU time: the CPU time that the kernel charged to the thread. Accounted vs. context switches: how far it is above or below the CPU time from the context switches, in percent of the time from the context switches. All other times are based on the context switches."

// openSlack is how long a thread may run between its last booking and the record of
// the switch that ends the slice, ns: more is time that was not booked in the trace.
const openSlack model.Time = 25_000

// accountCells are the kernel's account and its distance from the switches; empty if
// the trace does not contain it.
func accountCells(t *model.Trace, a model.Account, lost bool) []Value {
	if !t.Accounts() {
		return []Value{{}, {}}
	}
	cells := []Value{atLeast(duration(a.Kernel), (lost || a.Open > openSlack) && a.Kernel > 0), {}}
	if p, ok := measure.ChangeOf(float64(a.Switches), float64(a.Kernel)); ok {
		cells[1] = Value{Kind: KindChange, Float: p}
	}
	return cells
}

// AccountText is the CPU time of a thread by its switches and by the kernel's
// account, and their difference.
func AccountText(a model.Account) string {
	said := measure.Duration(a.Switches+a.Open) + " by context switches, " + measure.Duration(a.Kernel) + " accounted by the kernel"
	if p, ok := measure.ChangeOf(float64(a.Switches), float64(a.Kernel)); ok {
		said += " (" + measure.Change(p, 1) + ")"
	}
	if a.Open > openSlack {
		said += "; the kernel's accounting of " + measure.Duration(a.Open) + " is not in the trace"
	}
	return said
}

// accountNotes compare the CPU time of the threads shown with the kernel's account,
// if the trace contains it.
func accountNotes(t *model.Trace, s measure.Scope) []string {
	if !t.Accounts() {
		return nil
	}
	var sum model.Account
	for _, ix := range s.Threads {
		sum.Add(t.Account(ix, s.Range))
	}
	return []string{"For the threads shown, " + accountedText(sum) + "."}
}

// accountRows show how far the kernel's account of CPU time and the switches are
// apart, for all threads and for those that differ most.
func accountRows(t *model.Trace) [][]Value {
	if !t.Accounts() {
		return nil
	}
	var sum model.Account
	threads := make([]accounted, len(t.Threads))
	for i := range t.Threads {
		ix := model.ThreadIx(i)
		threads[i] = accounted{ix, t.Account(ix, t.Whole())}
		sum.Add(threads[i].Account)
	}
	row := func(name string, a model.Account, why string) []Value {
		return []Value{text("account"), text(name), text(model.SeverityInfo.String()), {}, {}, {}, text(accountedText(a) + why)}
	}
	rows := [][]Value{row("All threads", sum, "; the kernel may compute CPU time from an earlier reading of its clock, for example one "+
		"made at a wake-up, so the two figures differ most for short time slices")}
	for _, th := range furthest(threads) {
		rows = append(rows, row(measure.ThreadName(t, th.ix), th.Account, ""))
	}
	return rows
}

type accounted struct {
	ix model.ThreadIx
	model.Account
}

// Limits on the threads that are listed: their maximum number, and the least CPU
// time and least distance of account and switches.
const (
	accountMost  = 3
	accountLeast = model.Time(10_000_000)
	accountShare = 0.01
)

// apart is how far the account is from the switches.
func (a *accounted) apart() model.Time {
	return max(a.Kernel-a.Switches, a.Switches-a.Kernel)
}

// furthest picks the threads whose account is far from the switches, the furthest
// first.
func furthest(threads []accounted) []accounted {
	threads = slices.DeleteFunc(threads, func(a accounted) bool {
		return a.Switches < accountLeast || float64(a.apart()) < accountShare*float64(a.Switches)
	})
	slices.SortStableFunc(threads, func(a, b accounted) int { return cmp.Compare(b.apart(), a.apart()) })
	return threads[:min(len(threads), accountMost)]
}

// accountedText compares both figures in words.
func accountedText(a model.Account) string {
	said := "the context switches show " + measure.Duration(a.Switches) + ", the kernel accounted " + measure.Duration(a.Kernel)
	p, ok := measure.ChangeOf(float64(a.Switches), float64(a.Kernel))
	switch {
	case !ok || p == 0:
		return said
	case p < 0:
		return said + ": " + measure.Percent(-p, 1) + " less"
	}
	return said + ": " + measure.Percent(p, 1) + " more"
}
