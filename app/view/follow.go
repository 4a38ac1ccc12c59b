package view

import (
	"slices"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"

	"threadlens/app/session"
	"threadlens/app/session/explain"
	"threadlens/app/view/kit"
	"threadlens/app/view/panes"
	"threadlens/model"
	"threadlens/timeline"
)

const (
	// paneDelay is the longest that the sums in the bottom pane may lag behind the picture: a zoom
	// must not wait for them.
	paneDelay = 100 * time.Millisecond
	// narrowWidth is the width in dp below which the profile becomes a tab, or with large text the
	// width of the smallest window scaled with the text, if that is greater.
	narrowWidth = 1100
	// lowHeight is the height in dp below which the bottom pane starts hidden.
	lowHeight = 720
	// leastWidth and leastHeight are the size of the smallest window in dp, menuRoom is more than
	// the height of any menu bar in it.
	leastWidth, leastHeight, menuRoom = 960, 600, 40
)

// wireSurface connects the picture with the window.
func (w *window) wireSurface() {
	f := w.Surface
	f.Key, f.Rune = w.TypedKey, w.TypedRune
	if c, ok := w.Win.Canvas().(desktop.Canvas); ok { // keys pressed while nothing has the keyboard
		c.SetOnKeyDown(f.KeyDown)
		c.SetOnKeyUp(f.KeyUp)
	}
	f.Hovered = w.describe
	f.RowsScrolled = func() { w.Settled(); w.KeepSoon() }
	f.GutterDone = func() {
		w.Settings.Gutter = float64(f.Gutter)
		w.SaveSettings()
	}
	f.MenuAt = func(p timeline.Place, at fyne.Position) { w.ContextMenu(p.Segment != timeline.NoSegment, at) }
	f.SortMenu = w.HeaderMenu
	f.ToWaker = w.Commands.Get("waker").Do
	f.ZoomMarked = w.Session.ShowMarked
	if key := w.Commands.KeyOf("zoomRange"); key != "" {
		f.ZoomHint = " · " + key + " to zoom"
	}
	f.Fit, f.Clip = w.Session.FitSelection, w.Clip
	f.Chart.Wire(w.Commands, w.Tips)
	f.Filter.Button.Explain(w.Tips, w.Commands.Get("filter").Tip())
	w.adoptSettings()
}

// changed brings the window in line with what changed in the session.
func (w *window) changed(c session.Change) {
	if c&^(session.ChangedKnown|session.ChangedFindings) != 0 { // the user did something
		w.notice.hide()
	}
	if c&session.ChangedSelection != 0 {
		if _, ok := w.Session.Segment(); ok && w.Tab().Threads {
			w.Tabs.Choose(panes.TabCurrent)
		}
		w.describe(timeline.Place{Row: -1, Segment: timeline.NoSegment}, false)
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

// Refresh brings bar and menu up to date.
func (w *window) Refresh() {
	w.bar.update()
	w.refreshMenu()
	w.Settled()
}

// updatePanes computes what the bottom pane shows of the window of time and the selection, if the
// pane is visible.
func (w *window) updatePanes() {
	if w.page != pageTrace || w.Session.Trace() == nil {
		return
	}
	if v := w.ViewPage(); v.Page != nil || w.body.Open() {
		v.Update()
	}
	w.Settled()
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

// rootLayout lays out the window: a background and the file's name, which reach up behind the menu
// bar, and the frame and the tooltips above them. The toolkit's menu bar is above the content, and
// has no room for a text of ours.
type rootLayout struct{ resized func(fyne.Size) }

// MinSize implements fyne.Layout.
func (l rootLayout) MinSize(objects []fyne.CanvasObject) fyne.Size {
	return objects[2].MinSize().Max(fyne.NewSize(leastWidth, leastHeight-menuRoom))
}

// Layout implements fyne.Layout.
func (l rootLayout) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	menu := float32(0)
	if c := fyne.CurrentApp().Driver().CanvasForObject(objects[0]); c != nil {
		menu = max(0, c.Size().Height-size.Height)
	}
	kit.Place(objects[0], 0, -menu, size.Width, size.Height+menu)
	kit.Place(objects[1], size.Width/2, -menu, size.Width/2-14, menu)
	kit.Hide(objects[1], menu == 0)
	kit.Fixed{}.Layout(objects[2:], size)
	l.resized(size)
}

// pictured reports whether the picture of a trace is shown.
func (w *window) pictured() bool {
	return w.Session.Trace() != nil && w.page == pageTrace && w.ViewPage().Page == nil
}

// describe shows in the status line what is under the pointer, or what is selected when the pointer
// is elsewhere.
func (w *window) describe(p timeline.Place, over bool) {
	t := w.Session.Trace()
	if !w.pictured() { // the pointer may still be where the picture was
		w.status.point("", "")
		return
	}
	at, ref := "", p.Segment
	if over && p.Region != timeline.RegionGutter {
		at = w.Session.Clock().Instant(p.Time, w.Session.Window().Len())
	}
	if !over {
		ref, p.Row = w.Session.Selected(), w.Session.SelectedLane()
	}
	what := ""
	switch {
	case over && p.Classed:
		what = w.UseText(p)
	case over && p.Object.Kind != timeline.NoObject:
		what = explain.ObjectText(t, p.Object, w.Session.Terms())
	case over && p.Hop.Len() > 0:
		what = w.HopText(p)
	case ref.Index >= 0:
		what = w.SegmentText(ref, over, &p)
	case ref.Thread != model.NoThread:
		what = w.Session.Title(ref.Thread)
	case p.Row >= 0 && p.Row < len(w.Session.Lanes().List):
		what = w.Session.RowText(&w.Session.Lanes().List[p.Row])
	}
	w.status.point(at, what)
}

// applySettings brings the pictures in line with the settings and saves them.
func (w *window) applySettings() {
	w.appState.each((*window).adoptSettings)
	w.SaveSettings()
}

// adoptSettings brings the picture in line with the settings.
func (w *window) adoptSettings() {
	f := w.Surface
	f.Overview, f.Grid, f.Quiet = w.Settings.Overview, w.Settings.Grid, w.Settings.QuietBackdrops
	f.Gutter = float32(w.Settings.Gutter)
	for _, l := range laneSizes {
		if l.id == w.Settings.LaneSize {
			f.LaneSize = l.size
		}
	}
	f.Fitted()
	w.recount()
	w.Refresh()
}

// setTheme shows a theme without changing the settings.
func (w *window) setTheme(choice string) {
	w.Look.Brightness = brightnessOf(choice)
	w.App.Settings().SetTheme(w.Look)
	w.appState.each((*window).Refresh)
}

// splitDropped saves the positions of the split handles.
func (w *window) splitDropped() {
	w.Settings.BottomShare = float64(w.body.Extent)
	w.Settings.ProfileWidth = float64(w.Split.Extent)
	w.SaveSettings()
	w.Settled()
}

// paneToggled saves whether the bottom pane is shown.
func (w *window) paneToggled() {
	w.Settings.BottomPane = w.body.Open()
	w.SaveSettings()
	w.paneTimer.Soon()
	w.Refresh()
}
