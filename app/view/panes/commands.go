package panes

import (
	"fyne.io/fyne/v2"

	"threadlens/app/session"
	"threadlens/app/session/keep"
	"threadlens/app/session/query"
	"threadlens/app/view/kit"
)

// ContentionCommands are the commands about waits for locks.
func (b *Panes) ContentionCommands() []*kit.Command {
	return []*kit.Command{{
		ID: "inherited", Title: "Preemptions That Prolonged the Wait",
		Help:    "Select the times when a thread that the selected wait depended on was preempted",
		Enabled: b.HasSegment, Why: "No segment is selected.",
		Run: func() { b.Say(b.Session.PickInherited()) },
	}}
}

// FindingCommands are the commands of the findings.
func (b *Panes) FindingCommands() []*kit.Command {
	p := func() *findingsPane { return b.Findings } // made after the commands
	some := func() bool { return b.IsOpen() && p().Table.Grid.Len() > 0 }
	one := func() bool { return b.IsOpen() && p().Selected() != nil }
	const none, noneSelected = "No findings in this time window.", "No finding is selected."
	return []*kit.Command{
		{
			ID: "findingNext", Title: "Next Finding", Help: "Go to the evidence of the next finding", Keys: []kit.Key{{Name: fyne.KeyF8}},
			Enabled: some, Why: none, Run: func() { p().step(1) },
		},
		{
			ID: "findingPrev", Title: "Previous Finding", Help: "Go to the evidence of the previous finding", Keys: []kit.Key{{Name: fyne.KeyF8, Mods: kit.Shift}},
			Enabled: some, Why: none, Run: func() { p().step(-1) },
		},
		{
			ID: "findingSuppressRule", Title: "Suppress This Rule", Help: "Suppress all findings of the selected finding's rule",
			Enabled: one, Why: noneSelected, Run: func() { b.Say(b.Session.SuppressRule(p().Selected().Rule.ID)) },
		},
		{
			ID: "findingSuppressThreads", Title: "Suppress This Rule for These Threads", Help: "Suppress the findings of this rule about the threads of the selected finding",
			Enabled: func() bool { return one() && len(p().Selected().Threads) > 0 }, Why: noneSelected,
			Run: func() {
				f := p().Selected()
				b.Say(b.Session.SuppressFor(f.Rule.ID, f.Threads))
			},
		},
		{
			ID: "findingTell", Title: "Stop Suppressing This Rule", Help: "Stop suppressing the rule of the selected finding, also for the threads of the finding",
			Enabled: func() bool { return one() && p().IsSuppressed() }, Why: "No suppressed finding is selected.",
			Run: func() { b.Say(b.Session.Tell(p().Selected())) },
		},
		{
			ID: "findingsSuppressed", Title: "Show Suppressed Findings", Enabled: b.IsOpen,
			Checked: b.Session.ShowsSuppressed, Run: func() { b.Session.ShowSuppressed(!b.Session.ShowsSuppressed()) },
		},
		{
			ID: "findingsTellAll", Title: "Clear Suppressions", Enabled: func() bool { return b.IsOpen() && !b.Session.Suppressed().Empty() },
			Why: "No finding is suppressed.", Run: func() { b.Say(b.Session.ClearSuppressed()) },
		},
	}
}

// PathCommands show the critical path of the selection.
func (b *Panes) PathCommands() []*kit.Command {
	shown := func() bool { return b.IsOpen() && b.Session.Path() != nil }
	const noPath = "No critical path is shown: show one with Analyze > Critical Path."
	return []*kit.Command{
		{
			ID: "criticalPath", Title: "Critical Path", Help: "Show or hide the critical path of the selected thread, for the selected range; without one, for the selected segment; without either, for the time window",
			Keys: []kit.Key{{Name: fyne.KeyX}}, Why: "Neither a segment nor a thread is selected.",
			Enabled: func() bool { _, _, ok := b.Session.PathOf(); return b.IsOpen() && (ok || b.Session.Path() != nil) },
			Checked: shown, Run: b.toggleCriticalPath,
		},
		{
			ID: "followCauses", Title: "Critical Path Follows Causes", Help: "At each wait, the critical path moves to the thread that ended the wait. It does not return to the thread that waited",
			Enabled: b.IsOpen, Checked: b.Session.FollowsCauses,
			Run: func() { b.Session.FollowCauses(!b.Session.FollowsCauses()); b.Refresh() },
		},
		{
			ID: "hopPrev", Title: "Previous Hop", Help: "Go to the previous hop (part within one thread) of the critical path", Keys: []kit.Key{{Name: fyne.KeyComma, Mods: kit.Alt}},
			Enabled: shown, Why: noPath, Run: func() { b.Session.StepHop(-1) },
		},
		{
			ID: "hopNext", Title: "Next Hop", Help: "Go to the next hop (part within one thread) of the critical path", Keys: []kit.Key{{Name: fyne.KeyPeriod, Mods: kit.Alt}},
			Enabled: shown, Why: noPath, Run: func() { b.Session.StepHop(1) },
		},
	}
}

// toggleCriticalPath shows the path of the selection with its hops, or hides it.
func (b *Panes) toggleCriticalPath() {
	b.Session.ShowPath()
	if b.Session.Path() == nil || b.Session.Viewing() != keep.ViewThreads {
		return
	}
	b.showTab(TabPath)
}

// PathChanged shows the tab of the critical path while there is one.
func (b *Panes) PathChanged() {
	shown := b.Session.Path() != nil
	if !shown && b.Tabs.Chosen == TabPath {
		b.Tabs.Choose(TabCurrent)
	}
	b.Tabs.Show(TabPath, shown)
}

// CallPath gives the tab of the critical path a shorter title in narrow windows.
func (b *Panes) CallPath(narrow bool) {
	title := ""
	if narrow {
		title = "Path"
	}
	b.Tabs.Call(TabPath, title, "")
}

// ReportCommands show the reports, from the menu and by name from the finder.
func (b *Panes) ReportCommands() (list []*kit.Command) {
	for _, a := range (query.Other{}).Reports() {
		list = append(list, &kit.Command{
			ID: ReportCommand(a.Name), Title: "Report: " + ReportTitle(a.Name), Report: a.Name, Help: reportDoc(a), Enabled: b.IsOpen,
			Checked: func() bool { return b.Reports.Name == a.Name },
			Run:     func() { b.ShowReport(a.Name) },
		})
	}
	return list
}

// ShowReport shows a report below the lanes, in full.
func (b *Panes) ShowReport(name string) {
	b.showPart(name, session.ReportPart{})
}
