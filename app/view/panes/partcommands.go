package panes

import (
	"fyne.io/fyne/v2"

	"threadlens/app/session"
	"threadlens/app/session/query"
	"threadlens/app/view/kit"
	"threadlens/model"
)

// showPart shows a report narrowed to a part; the zero part is the named report in full.
func (b *Panes) showPart(name string, p session.ReportPart) {
	b.Session.NarrowReport(p)
	if b.Reports.choose(name); p.Report != "" {
		b.Reports.ShowForm(name == session.DistributionReport)
	}
	b.showTab(TabReports)
}

// instances are commands about all that is like the selection: a list, and the distribution of its
// lengths.
func (b *Panes) instances(all bool) []*kit.Command {
	suffix, of, mods := "", "the selected thread", kit.Shift
	if all {
		suffix, of, mods = "All", "all visible threads", kit.Ctrl|kit.Shift
	}
	can := func() bool {
		_, ok := b.Session.Instances(all)
		return b.IsOpen() && ok
	}
	const why = "No wait, ready time, preemption or time slice is selected."
	show := func(narrow func(session.ReportPart) session.ReportPart) func() {
		return func() {
			p, _ := b.Session.Instances(all)
			p = narrow(p)
			b.showPart(p.Report, p)
		}
	}
	titles := [...]string{InstancesTitle + "In This Thread", LengthsTitle + "In This Thread"}
	if all {
		titles = [...]string{InstancesTitle + "In All Threads", LengthsTitle + "In All Threads"}
	}
	return []*kit.Command{
		{
			ID: "instances.of" + suffix, Title: titles[0], Help: "List the segments of " + of + " that have the category and reason of the selected segment",
			Keys: []kit.Key{{Name: fyne.KeyI, Mods: mods}}, Enabled: can, Why: why,
			Run: show(func(p session.ReportPart) session.ReportPart { return p }),
		},
		{
			ID: "lengths.of" + suffix, Title: titles[1], Help: "Durations of the segments of " + of + " that have the category and reason of the selected segment",
			Keys: []kit.Key{{Name: fyne.KeyD, Mods: mods}}, Enabled: can, Why: why, Run: show(session.ReportPart.Distribution),
		},
	}
}

// What the titles of these commands have in common.
const (
	InstancesTitle = "All Instances: "
	LengthsTitle   = "Distribution of Durations: "
	TotalsTitle    = "Totals by "
)

// ofFunction is the part about the function selected in the call tree.
func (b *Panes) ofFunction() (p session.ReportPart, ok bool) {
	if _, ok := b.Calls.Node(); !ok || !b.IsOpen() {
		return p, false
	}
	return b.Session.InstancesOf(&b.Calls.Shown.Query, b.Calls.path)
}

// PartCommands show reports narrowed to what the selection asks for.
func (b *Panes) PartCommands() []*kit.Command {
	function := func() bool { _, ok := b.ofFunction(); return ok }
	const noFunction = "No function is selected in an execution or blocking call tree."
	list := append(b.instances(false), b.instances(true)...)
	list = append(list,
		&kit.Command{
			ID: "instances.function", Title: InstancesTitle + "Of Function", Help: "List the waits, preemptions or time slices whose call stacks contain the function selected in the call tree",
			Enabled: function, Why: noFunction, Run: func() { p, _ := b.ofFunction(); b.showPart(p.Report, p) },
		},
		&kit.Command{
			ID: "lengths.function", Title: LengthsTitle + "Of Function", Help: "Durations of the waits, preemptions or time slices whose call stacks contain the function selected in the call tree",
			Enabled: function, Why: noFunction, Run: func() { p, _ := b.ofFunction(); p = p.Distribution(); b.showPart(p.Report, p) },
		},
		&kit.Command{
			ID: "waitChain", Title: "Wait Chain", Help: "Show the thread that the selected wait depended on, the thread that this thread waited for, and so on: at the start of the wait or, if cursor A is inside the wait, at cursor A",
			Keys: []kit.Key{{Name: fyne.KeyX, Mods: kit.Shift}}, Enabled: func() bool { return b.IsOpen() && b.Session.HasWait() },
			Why: "No wait is selected.", Run: b.showWaitChain,
		})
	return append(list, b.totals()...)
}

// showWaitChain shows the wait chain of the selected wait, or why there is none.
func (b *Panes) showWaitChain() {
	p, o := b.Session.WaitChain()
	if p.Report == "" {
		b.Say(o)
		return
	}
	b.showPart(p.Report, p)
}

// totals are the commands that sum up the selected range, or the window, one way or another.
func (b *Panes) totals() (list []*kit.Command) {
	for _, c := range []struct {
		id, by, help, report string
		key                  fyne.KeyName
	}{
		{"thread", "Thread", "time of each thread, by category", "threads", fyne.KeyT},
		{"state", "State", "time in each state and wait category", "profile", fyne.KeyS},
		{"waker", "Waker", "waiting time, summed up by what ended the waits", "peers", fyne.KeyW},
	} {
		list = append(list, &kit.Command{
			ID: "totals." + c.id, Title: TotalsTitle + c.by, Help: "In the selected range or, without one, in the time window: " + c.help,
			Keys: []kit.Key{{Name: c.key, Mods: kit.Alt | kit.Shift}}, Enabled: b.IsOpen, Run: func() { b.ShowReport(c.report) },
		})
	}
	return list
}

// hasCalls reports whether a category has a call tree.
func hasCalls(c model.Category) bool {
	_, ok := query.CallChoiceOf(c, model.NoThread)
	return ok
}

// categoryCalls is the command that shows the call tree of the category highlighted in the profile.
func (b *Panes) categoryCalls() *kit.Command {
	return &kit.Command{
		ID: "callsOfFocus", Title: "Call Tree of Category", Help: "Call tree of the category highlighted in the profile, for all visible threads",
		Keys: []kit.Key{{Name: fyne.KeyC, Mods: kit.Shift}}, Why: "No category with a call tree is highlighted: click one in the profile.",
		Enabled: func() bool { return b.IsOpen() && hasCalls(b.Session.Focus()) },
		Run:     func() { CallsOf(b.Host, b.Session.Focus(), model.NoThread) },
	}
}
