package view

import (
	"path/filepath"
	"strings"
	"time"

	"fyne.io/fyne/v2"

	"threadlens/app/grid"
	"threadlens/app/session"
	"threadlens/app/session/keep"
	"threadlens/app/view/host"
	"threadlens/app/view/kit"
	"threadlens/assets"
	"threadlens/timeline"
)

// keepEvery is how long after a change the view is saved: a crash loses no more than that.
const keepEvery = 5 * time.Second

// stateCommands save the view and reset the layout.
func (w *window) stateCommands() []*kit.Command {
	return []*kit.Command{
		{
			ID: "saveView", Title: "Save View…", Help: "Save a view file to share",
			Keys: []kit.Key{{Name: fyne.KeyS, Mods: kit.Ctrl}}, Enabled: w.IsOpen, Run: w.saveViewDialog,
		},
		{ID: "resetLayout", Title: "Reset Layout", Help: "Restore panes, gutter, lanes and tables to their defaults", Run: w.resetLayout},
	}
}

// followState updates what depends on cursors and clock, and has the view saved soon.
func (w *window) followState(c session.Change) {
	w.status.resize(w.status.cursors, w.Session.CursorText())
	if c&session.ChangedClock != 0 {
		w.describe(timeline.Place{Row: -1, Segment: timeline.NoSegment}, false)
	}
	w.KeepSoon()
}

// KeepSoon saves the view of the trace soon.
func (w *window) KeepSoon() {
	if w.KeptViews.Dir != "" && w.page == pageTrace && w.Session.Trace() != nil {
		w.keep.Soon()
	}
}

// keepView saves the view of the trace. A failure is shown in the status line, since nothing else
// depends on it.
func (w *window) keepView() {
	if w.Session.Trace() == nil {
		return
	}
	now := w.viewNow()
	v, err := w.KeptViews.Save(now, w.known)
	if err != nil {
		w.Point("", "The view could not be saved: "+err.Error())
		return
	}
	w.known = v.Marks
	if len(v.Marks) > len(now.Marks) {
		w.Session.AddMarks(v.Marks)
	}
}

// viewNow is everything that is remembered of the current view.
func (w *window) viewNow() keep.ViewFile {
	v := w.Session.Remember()
	v.Scroll = float64(w.Surface.Over.Dp(w.Surface.Scroll))
	v.Tab = w.Tab().Title
	return v
}

// applyView shows what a view describes.
func (w *window) applyView(v keep.ViewFile) {
	w.Session.Restore(v)
	w.Surface.Scroll = w.Surface.Px(float32(min(max(v.Scroll, 0), 1e7)))
	w.Surface.ClampScroll()
	w.Surface.Redraw()
	w.ChooseTab(v.Tab)
}

// recall restores the view in which a trace was left, and then the view file with which it was
// opened.
func (w *window) recall() {
	id := w.Session.Source().ID
	v, ok, err := w.KeptViews.Load(id)
	if err != nil {
		w.Point("", kit.Sentence(err))
	}
	w.known = v.Marks
	if ok {
		w.applyView(v)
		w.sayRecalled()
	}
	given := w.wanted
	w.wanted = nil
	switch {
	case given == nil:
	case given.Trace.Same(id):
		w.applyView(*given)
	default:
		w.Question("View of another trace", "Show the view anyway", "Not now",
			"The view was saved for a trace other than "+timeline.Printable(id.Name)+
				": the times and threads of the view may mean something else in this trace.", func() { w.applyView(*given) })
	}
}

// sayRecalled says that a trace is shown as it was left, if that leaves out a part of it.
func (w *window) sayRecalled() {
	s := w.Session
	var parts []string
	if whole := s.Trace().Whole(); s.Window().Clip(whole) != whole {
		parts = append(parts, "a part of the time")
	}
	if n := s.Hidden(); n > 0 {
		parts = append(parts, kit.Plural(n, "thread")+" hidden")
	}
	if len(parts) == 0 {
		return
	}
	w.Say(session.Outcome{Text: "As you left it: " + strings.Join(parts, ", ") + ".", Way: "Show everything", Run: func() {
		s.Update(func() {
			s.ShowWhole()
			s.ShowHidden()
		})
	}})
}

// Open opens a trace, or the trace of a view file.
func (w *window) Open(path string) {
	if keep.IsView(path) {
		w.openView(path)
		return
	}
	w.open(session.FileSource(path))
}

// openView opens a view file, with its trace: the open one, the one that it finds, the demo, or one
// that it asks for.
func (w *window) openView(path string) {
	v, err := keep.ReadView(path)
	if err != nil {
		w.Complain("The view was not opened", err)
		return
	}
	demo := session.DataSource(assets.DemoName, assets.Demo())
	switch trace, ok := v.TraceOf(path); {
	case w.page == pageTrace && v.Trace.Same(w.Session.Source().ID):
		w.applyView(v)
	case ok:
		w.openWith(session.FileSource(trace), v)
	case v.Trace.Same(demo.Identify()):
		w.openWith(demo, v)
	default:
		w.Question("Where is the trace?", "Choose the trace", "Cancel",
			"The trace of this view, "+timeline.Printable(v.Trace.Name)+", is neither next to the view file nor where it was when the view was saved.",
			func() {
				w.ChooseFile(func(path string) { w.openWith(session.FileSource(path), v) })
			})
	}
}

// openWith opens a trace in the given view.
func (w *window) openWith(src session.Source, v keep.ViewFile) {
	w.open(src)
	w.wanted = &v
}

// saveViewDialog asks where to save the view. The dialog asks before it replaces a file.
func (w *window) saveViewDialog() {
	name := filepath.Base(w.Session.Source().Name)
	w.AskFile(host.FileRequest{
		Mode: host.SaveFile, Title: "Save the view", Verb: "Save", Folder: w.folderOfTrace(),
		Name:    strings.TrimSuffix(name, filepath.Ext(name)) + keep.ViewEnding,
		Endings: []string{keep.ViewEnding}, Kind: "Views",
		Chosen: func(path string) {
			w.Settings.LastFolder = filepath.Dir(path)
			w.saveView(path)
		},
	})
}

// folderOfTrace is where a view is looked for first: next to its trace.
func (w *window) folderOfTrace() string {
	if path := w.Session.Source().Path; path != "" {
		return filepath.Dir(path)
	}
	return w.Settings.LastFolder
}

// saveView writes the view to a file.
func (w *window) saveView(path string) {
	if err := keep.WriteView(path, w.viewNow()); err != nil {
		w.Complain("The view was not saved", err)
		return
	}
	w.Point("", "View saved as "+filepath.Base(path))
}

// resetLayout resets panes, gutter, lanes and tables to their initial layout.
func (w *window) resetLayout() {
	d, set := keep.DefaultSettings(), w.Settings
	set.Gutter, set.BottomShare, set.ProfileWidth = d.Gutter, d.BottomShare, d.ProfileWidth
	set.BottomPane, set.Overview, set.LaneSize = d.BottomPane, d.Overview, d.LaneSize
	w.resetTables()
	w.Surface.Pitch = 0
	w.body.Extent, w.Split.Extent = float32(d.BottomShare), float32(d.ProfileWidth)
	w.body.SetOpen(d.BottomPane)
	w.body.Refresh()
	w.Split.Refresh()
	w.applySettings()
	w.paneTimer.Soon()
}

// resetTables resets the layouts of all tables.
func (w *window) resetTables() {
	w.Settings.Tables = nil
	for _, p := range w.TablePanes() {
		p.Table.Relayout(grid.Layout{})
	}
	w.start.recent.table.Relayout(grid.Layout{})
}
