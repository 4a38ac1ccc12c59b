package panes

import (
	"threadlens/app/view/host"
	"threadlens/app/view/kit"
)

// Panes are the tabs and the visible timeline profile below the picture; the fields are the panes
// to which other code refers.
type Panes struct {
	*Bar
	Profile  *profile
	Narrow   *profile // the same as a tab, for narrow windows
	Details  *details
	Hints    *hints
	Report   *profilePane
	Findings *findingsPane
	Headline *headline
	Path     *pathPane
	Locks    *contentionPane
	Blocked  *blockedPane
	Calls    *callPane
	Reports  *reportPane
}

// New makes the tabs in their order, without content yet.
func New(h *host.Host) *Panes {
	p := &Panes{Bar: &Bar{Host: h}}
	p.TabList = []*tab{
		profileTab(&p.Narrow),
		reportTab(&p.Report),
		currentTab(&p.Details),
		unblockingTab(&p.Details),
		contentionTab(&p.Locks),
		blockedTab(&p.Blocked),
		findingsTab(&p.Findings, func() { p.Headline.about(p.Findings) }),
		pathTab(&p.Path),
		hintsTab(&p.Hints),
		callsTab(&p.Calls, func() bool { return p.Details.Stack.Mine }),
		reportsTab(&p.Reports),
	}
	return p
}

// Fill makes the contents of the panes and chooses the tab with the title chosen, if there is one.
func (p *Panes) Fill(chosen string) {
	p.Profile, p.Headline = newProfile(p.Host), newHeadline(p.Bar)
	p.FillTabs()
	p.Tabs.Choose(TabReport)
	p.Tabs.Show(TabProfile, false)
	p.Tabs.Show(TabPath, false)
	p.ChooseTab(chosen)
	p.Split = kit.NewSplit(false, p.Profile.Root, p.Tabs.Root)
	p.Split.Extent, p.Split.Least, p.Split.Most = float32(p.Settings.ProfileWidth), 260, 440
}

// Update updates the visible panes.
func (b *Panes) Update() {
	if b.Split.Open() {
		b.Profile.Update()
	}
	for _, t := range b.TabList {
		t.follow(t.ID == b.Tabs.Chosen)
	}
}

// bothWidth is the width of the window from which both stacks fit side by side.
const bothWidth = 1500

// Wide reports whether both stacks fit side by side.
func (b *Panes) Wide() bool { return b.Win.Content().Size().Width >= kit.Scaled(bothWidth) }

// JoinStacks joins the tabs of the two stacks, or separates them, depending on the setting and the
// room.
func (b *Panes) JoinStacks() {
	both := b.Settings.BothStacks && b.Wide()
	if both == b.Details.Both {
		return
	}
	if both && b.Tabs.Chosen == TabUnblocking {
		b.Tabs.Choose(TabCurrent)
	}
	b.Details.Both, b.joined = both, both
	title, short := "", ""
	if both {
		title, short = "Both stacks", "Stacks"
	}
	b.Tabs.Call(TabCurrent, title, short)
	b.Tabs.Show(TabUnblocking, !both)
	b.Details.Root.Refresh()
	b.PanesSoon()
}
