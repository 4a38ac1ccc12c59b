package view

import (
	"fyne.io/fyne/v2"

	"threadlens/app/session"
	"threadlens/app/session/explain"
	"threadlens/app/view/controls"
	"threadlens/app/view/host"
	"threadlens/app/view/kit"
	"threadlens/app/view/recording"
	"threadlens/app/view/sheets"
	"threadlens/app/view/views"
	"threadlens/model"
	"threadlens/timeline"
)

// parts is the lowest floor of a window: all that it consists of. Its exported methods are what
// pages, panes and sheets ask of the window, see host.Room.
type parts struct {
	*host.Host
	*views.Views
	*controls.Controls
	*sheets.Sheets
	*recording.Recorder

	menu    *menu
	notice  *notice
	bar     *commandBar
	banner  *banner
	status  *statusLine
	second  *second
	body    *kit.Split // timelines and bottom pane
	start   *startPage
	loading *loadingPage
	failure *errorPage

	page      page
	paneTimer *kit.Coalescer // updates of the bottom pane
	frame     *fyne.Container
	notes     *fyne.Container // about the open trace, above the picture
	file      *kit.Line       // the file's name, in the row of the menu bar
	main      *fyne.Container // the pages, stacked
}

// IsOpen reports whether a trace is open and shown.
func (w *parts) IsOpen() bool { return w.Session.Trace() != nil && w.page == pageTrace }

// pictured reports whether the picture of a trace is shown.
func (w *parts) pictured() bool {
	return w.Session.Trace() != nil && w.page == pageTrace && w.ViewPage().Page == nil
}

// Refresh brings bar and menu up to date.
func (w *parts) Refresh() {
	w.bar.update()
	if w.menu != nil {
		w.menu.update()
	}
	w.Settled()
}

// Modifiers are the modifier keys that are down.
func (w *parts) Modifiers() fyne.KeyModifier { return w.Surface.Modifiers() }

// HideCards hides what follows the pointer.
func (w *parts) HideCards() {
	w.Tips.Hide()
	w.Surface.Over.Card.Hide()
}

// Point shows in the status line what is at an instant.
func (w *parts) Point(at, what string) { w.status.point(at, what) }

// ShowMemory shows how much memory is in use.
func (w *parts) ShowMemory() { w.status.memory(session.MemoryInUse()) }

// PaneOpen reports whether the pane below the picture is shown.
func (w *parts) PaneOpen() bool { return w.body.Open() }

// PanesSoon updates the panes soon.
func (w *parts) PanesSoon() { w.paneTimer.Soon() }

// PanesNow updates the panes now if they would be updated soon.
func (w *parts) PanesNow() { w.paneTimer.Flush() }

// Relayout lays out the window again after a strip above the picture has appeared or disappeared.
func (w *parts) Relayout() { w.frame.Refresh() }

// PictureWidth is the width of the picture, dp.
func (w *parts) PictureWidth() float32 { return w.Surface.Size().Width }

// PreviewFocus fades the other categories while the pointer is over one in the legend.
func (w *parts) PreviewFocus(c model.Category) { w.Surface.PreviewFocus(c) }

// Say shows the outcome of a search, if there is something to say.
func (w *parts) Say(o session.Outcome) {
	w.notice.hide()
	if o.Text != "" {
		o.Way = w.Commands.Spell(o.Way)
		if run, then := o.Run, o.Then; then != nil {
			o.Run = func() { run(); w.Say(*then) }
		}
		w.notice.show(o, w.Surface)
	}
	w.Settled()
}

// FocusPicture returns the keyboard to the picture, if it is shown, also from fields that were
// closed.
func (w *parts) FocusPicture() {
	kit.LeaveFields()
	if w.page == pageTrace && w.Win.Canvas().Overlays().Top() == nil {
		w.Surface.TakeFocus()
	}
}

// updatePanes computes what the bottom pane shows of the window of time and the selection, if the
// pane is visible.
func (w *parts) updatePanes() {
	if w.page != pageTrace || w.Session.Trace() == nil {
		return
	}
	if v := w.ViewPage(); v.Page != nil || w.body.Open() {
		v.Update()
	}
	w.Settled()
}

// describe shows in the status line what is under the pointer, or what is selected when the pointer
// is elsewhere.
func (w *parts) describe(p timeline.Place, over bool) {
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

// describeSelected shows in the status line what is selected.
func (w *parts) describeSelected() {
	w.describe(timeline.Place{Row: -1, Segment: timeline.NoSegment}, false)
}

// leaveFilter returns the keyboard from a text field of the view that was left: what is typed would
// go into a field that nobody sees.
func (w *parts) leaveFilter() {
	c := w.Win.Canvas()
	if _, ok := c.Focused().(*kit.Field); ok && c.Overlays().Top() == nil {
		c.Unfocus()
		w.FocusPicture()
	}
}

// showView brings picture, pane and page in line with the session's view.
func (w *parts) showView() {
	now := w.ViewPage()
	for _, v := range w.ViewPages {
		for _, o := range []fyne.CanvasObject{v.Pane, v.Page} {
			if o != nil {
				kit.Hide(o, v != now || w.page != pageTrace)
			}
		}
	}
	kit.Hide(w.body, w.page != pageTrace || now.Page != nil)
	if now.Page != nil {
		w.status.point("", "")
	}
	w.PrepareCores()
	if key := now.Kind.Key(); w.page == pageTrace && w.Settings.View != key {
		w.Settings.View = key
		w.SaveSettings()
	}
	w.main.Refresh()
}

// aboutTrace shows the notes and figures about the open trace with that trace, and hides them on
// the other pages. What the recorder said about its file may also be why that cannot be opened, so
// only the live monitor hides it.
func (w *parts) aboutTrace() {
	shown := w.page == pageTrace
	if shown {
		w.status.about(w.Session.Trace(), session.MemoryInUse())
		w.status.resize(w.status.cursors, w.Session.CursorText())
	} else {
		w.status.about(nil, 0)
		w.status.resize(w.status.cursors, "")
	}
	w.Strip.AboutTrace(w.page != pageLive)
	if w.notes.Visible() != shown {
		kit.Hide(w.notes, !shown)
		w.frame.Refresh()
	}
}
