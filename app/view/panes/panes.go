package panes

import (
	"threadlens/app/view/host"
	"threadlens/app/view/kit"
)

// Bottom is the pane of the Threads view, below the lanes: the visible timeline profile, and
// beside it the tabs.
type Panes struct {
	*host.Host
	More        []TablePane // of what is no pane of a view
	Split       *kit.Split  // profile and tabs
	Profile     *profile
	Narrow      *profile // the same as a tab, for narrow windows
	Details     *details
	Hints       *hints
	Report      *profilePane
	Findings    *findingsPane
	Headline    *headline
	Path        *pathPane
	Locks       *contentionPane
	Calls       *callPane
	Reports     *reportPane
	TabList     []*tab
	Tabs        *kit.Tabs
	ViewPages   []*ViewPage
	Cpu         *cpuPane
	Cores       *coresPane
	Measurement *measurePage
	Monitor     *monitorPage
	// Actions at the right end of the tabs.
	copyAction, percentAction, MineAction *kit.Button
}

// updateThreads is updatePanes for the pane of the Threads view.
func (b *Panes) updateThreads() {
	if b.Split.Open() {
		b.Profile.Update()
	}
	for _, t := range b.TabList {
		t.follow(t.id == b.Tabs.Chosen)
	}
}
