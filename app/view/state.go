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
	"threadlens/timeline"
)

// keepEvery is how long after a change the view is saved: a crash loses no more than that.
const keepEvery = 5 * time.Second

// keeper is the floor of a window that saves the view of the trace and restores it.
type keeper struct {
	shared
	keep   *kit.Coalescer  // saves the view of the trace
	known  []keep.ViewMark // marks in the saved view
	wanted *keep.ViewFile  // view in which to show the trace being read
}

// stateCommands save the view and reset the layout.
func (w *keeper) stateCommands() []*kit.Command {
	return []*kit.Command{
		{
			ID: "saveView", Title: "Save View…", Help: "Save the current view as a file; to share it, send the trace too",
			Keys: []kit.Key{{Name: fyne.KeyS, Mods: kit.Ctrl}}, Enabled: w.IsOpen, Run: w.saveViewDialog,
		},
		{ID: "resetLayout", Title: "Reset Layout", Help: "Restore the default panes, lane size, width of the row names, and layouts of tables", Run: w.resetLayout},
	}
}

// followState updates what depends on cursors and clock, and has the view saved soon.
func (w *keeper) followState(c session.Change) {
	w.status.resize(w.status.cursors, w.Session.CursorText())
	if c&session.ChangedClock != 0 {
		w.describeSelected()
	}
	w.KeepSoon()
}

// KeepSoon saves the view of the trace soon.
func (w *keeper) KeepSoon() {
	if w.KeptViews.Dir != "" && w.page == pageTrace && w.Session.Trace() != nil {
		w.keep.Soon()
	}
}

// keepView saves the view of the trace. A failure is shown in the status line, since nothing else
// depends on it.
func (w *keeper) keepView() {
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
func (w *keeper) viewNow() keep.ViewFile {
	v := w.Session.Remember()
	v.Scroll = float64(w.Surface.Dp(w.Surface.Scroll))
	v.Tab = w.Tab().Title
	return v
}

// applyView shows what a view describes.
func (w *keeper) applyView(v keep.ViewFile) {
	w.Session.Restore(v)
	w.Surface.Scroll = w.Surface.Px(float32(min(max(v.Scroll, 0), 1e7)))
	w.Surface.ClampScroll()
	w.Surface.Redraw()
	w.ChooseTab(v.Tab)
}

// recall restores the view in which a trace was left, and then the view file with which it was
// opened.
func (w *keeper) recall() {
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
				": the times and threads of the view may not match this trace.", func() { w.applyView(*given) })
	}
}

// sayRecalled says that a trace is shown as it was left, if that leaves out a part of it.
func (w *keeper) sayRecalled() {
	s := w.Session
	var parts []string
	if whole := s.Trace().Held(); s.Window().Clip(whole) != whole {
		parts = append(parts, "only part of the trace's time is visible")
	}
	if n := s.Hidden(); n > 0 {
		parts = append(parts, kit.Plural(n, "thread")+" hidden")
	}
	if len(parts) == 0 {
		return
	}
	w.Say(session.Outcome{Text: "View restored: " + strings.Join(parts, ", ") + ".", Way: "Show everything", Run: func() {
		s.Update(func() {
			s.ShowWhole()
			s.ShowHidden()
		})
	}})
}

// saveViewDialog asks where to save the view. The dialog asks before it replaces a file.
func (w *keeper) saveViewDialog() {
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
func (w *keeper) folderOfTrace() string {
	if path := w.Session.Source().Path; path != "" {
		return filepath.Dir(path)
	}
	return w.Settings.LastFolder
}

// saveView writes the view to a file.
func (w *keeper) saveView(path string) {
	if err := keep.WriteView(path, w.viewNow()); err != nil {
		w.Complain("The view was not saved", err)
		return
	}
	w.Point("", "View saved as "+filepath.Base(path))
}

// resetLayout resets panes, gutter, lanes and tables to their initial layout.
func (w *keeper) resetLayout() {
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
func (w *keeper) resetTables() {
	w.Settings.Tables = nil
	for _, p := range w.TablePanes() {
		p.Table.Relayout(grid.Layout{})
	}
	w.start.recent.table.Relayout(grid.Layout{})
}
