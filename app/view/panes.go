package view

import (
	"threadlens/app/view/host"
	"threadlens/app/view/kit"
)

// Bottom is the pane of the Threads view, below the lanes: the visible timeline profile, and
// beside it the tabs.
type Panes struct {
	*host.Host
	more        []tablePane // of what is no pane of a view
	split       *kit.Split  // profile and tabs
	profile     *profile
	narrow      *profile // the same as a tab, for narrow windows
	details     *details
	hints       *hints
	report      *profilePane
	findings    *findingsPane
	headline    *headline
	path        *pathPane
	locks       *contentionPane
	calls       *callPane
	reports     *reportPane
	tabList     []*tab
	tabs        *kit.Tabs
	viewPages   []*viewPage
	cpu         *cpuPane
	cores       *coresPane
	measurement *measurePage
	monitor     *monitorPage
	// Actions at the right end of the tabs.
	copyAction, percentAction, mineAction *kit.Button
}

// updateThreads is updatePanes for the pane of the Threads view.
func (b *Panes) updateThreads() {
	if b.split.Open() {
		b.profile.update()
	}
	for _, t := range b.tabList {
		t.follow(t.id == b.tabs.Chosen)
	}
}
