package view

import (
	"slices"

	"fyne.io/fyne/v2"

	"threadlens/app/session"
	"threadlens/app/view/kit"
	"threadlens/app/view/panes"
)

// changed brings the window in line with what changed in the session.
func (w *window) changed(c session.Change) {
	if c&^(session.ChangedKnown|session.ChangedFindings) != 0 { // the user did something
		w.notice.hide()
	}
	if c&session.ChangedSelection != 0 {
		if _, ok := w.Session.Segment(); ok && w.Tab().Threads {
			w.Tabs.Choose(panes.TabCurrent)
		}
		w.describeSelected()
	}
	if c&session.ChangedTrace != 0 {
		w.forgetTrace()
	}
	if c&session.ChangedKnown != 0 {
		w.finder.namesChanged()
	}
	if c&session.ChangedRows != 0 && w.Session.Trace() != nil && !slices.Equal(w.measured, w.Session.Targets()) {
		w.measure()
	}
	if c&session.ChangedView != 0 {
		w.leaveFilter()
		w.showView()
	}
	if c&(session.ChangedRows|session.ChangedTrace) != 0 {
		w.PrepareCores()
	}
	if c&session.ChangedPath != 0 {
		w.PathChanged()
	}
	w.followState(c)
	if c&session.ChangedWindow != 0 && !w.Session.Settled() {
		w.SettleSoon()
	}
	w.Findings.Follow(c)
	w.paneTimer.Soon()
	w.Refresh()
}

// forgetTrace drops what belongs to the previous trace.
func (w *window) forgetTrace() {
	w.finder.traceChanged()
	w.Headline.Forget()
	w.learned()
	w.ForgetOrders()
	for _, p := range w.TablePanes() {
		if p.Forget != nil {
			p.Forget()
		}
	}
}

// resized adapts the panes to the size of the window.
func (w *window) resized(size fyne.Size) {
	w.bar.refit()
	narrow := size.Width < max(narrowWidth, kit.Scaled(leastWidth))
	if narrow == w.Split.Open() {
		w.Split.SetOpen(!narrow)
		w.Tabs.Show(panes.TabProfile, narrow)
		w.CallPath(narrow)
		w.TabChosen()
		w.paneTimer.Soon()
	}
	w.JoinStacks()
	w.Settings.Width, w.Settings.Height = float64(size.Width), float64(w.Win.Canvas().Size().Height)
	w.Settled()
}
