package view

import (
	"encoding/json"
	"image"
	"os"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/widget"

	"threadlens/app/session"
	"threadlens/app/session/keep"
	"threadlens/app/view/kit"
	"threadlens/model"
	"threadlens/timeline"
)

// windowState is what the window shows, as written to the file of the flag --state-file: a
// debugging aid, and how tests that drive the real window check it. Rectangles are [x, y, width,
// height] in device pixels of the window, times are ns.
type windowState struct {
	Seq      int            `json:"seq"` // grows with every write
	Page     string         `json:"page"`
	File     string         `json:"file"`
	Title    string         `json:"title"`
	Theme    string         `json:"theme"` // in effect: "light" or "dark"
	Error    string         `json:"error,omitempty"`
	Whole    [2]model.Time  `json:"whole"`
	Window   [2]model.Time  `json:"window"`
	Marked   [2]model.Time  `json:"marked"`
	Cursors  [2]model.Time  `json:"cursors"` // -1: not set
	Marks    []string       `json:"marks"`   // names
	Selected *selectedState `json:"selected"`
	Overview [4]int         `json:"overview"`
	Ruler    [4]int         `json:"ruler"`
	Lanes    [4]int         `json:"lanes"`
	Scroll   int            `json:"scroll"`
	Rows     []rowState     `json:"rows"` // those in view
	CanUndo  bool           `json:"can_undo"`
	CanRedo  bool           `json:"can_redo"`
	View     string         `json:"view"` // key of the view
	Tab      string         `json:"tab"`  // id
	Pane     bool           `json:"pane"`
	Overlay  bool           `json:"overlay"` // a dialog, menu or popup is open
	Field    *string        `json:"field"`   // text of the field that has the keyboard, nil if there is none
	Details  string         `json:"details"` // the facts, as Copy gives them
	Threads  int            `json:"threads"` // visible
	Frames   int            `json:"frames"`  // pictures drawn so far
	Size     [2]int         `json:"size"`
	Filter   string         `json:"filter"`
	Sort     string         `json:"sort"`    // key of the order
	Profile  sumsState      `json:"profile"` // as the visible timeline profile shows it
	Table    []tableState   `json:"table"`   // rows of the profile report
	Percent  string         `json:"percent"` // what shares are relative to
	Replay   replayState    `json:"replay"`
	Texts    []textState    `json:"texts"` // visible
}

// sumsState is the time by category, ns.
type sumsState map[string]model.Time

type tableState struct {
	TID  model.TID `json:"tid"`
	Name string    `json:"name"`
	Sums sumsState `json:"sums"`
}

type selectedState struct {
	TID      model.TID     `json:"tid"`
	Index    int           `json:"index"` // -1: only the row
	Range    [2]model.Time `json:"range"`
	Category string        `json:"category"`
	Rect     [4]int        `json:"rect"` // zero when not in view
}

type rowState struct {
	Kind int    `json:"kind"`
	Name string `json:"name"`
	ID   string `json:"id"`
	Y    int    `json:"y"` // middle of the row
}

// stateDelay is how long the window must be unchanged before its state is written.
const stateDelay = 60 * time.Millisecond

// reportTo writes the window's state to path whenever it has changed and settled.
func (w *window) reportTo(path string) {
	seq := 0
	write := kit.NewCoalescer(stateDelay, func() {
		seq++
		st := w.state()
		st.Seq = seq
		data, err := json.Marshal(st)
		if err != nil {
			return
		}
		// A reader must never see half a file.
		if os.WriteFile(path+".new", data, 0o600) == nil {
			_ = os.Rename(path+".new", path)
		}
	})
	w.Settled = write.Soon
	write.Soon()
}

// state describes what is shown.
func (w *window) state() windowState {
	size := w.Win.Canvas().Size()
	st := windowState{
		Page: [...]string{"start", "loading", "error", "live", "trace"}[w.page], Title: w.Win.Title(),
		Theme: keep.ThemeLight, CanUndo: w.Session.CanUndo(), CanRedo: w.Session.CanRedo(), View: w.Session.Viewing().Key(), Tab: w.Tabs.Chosen,
		Pane: w.body.Open(), Overlay: w.Win.Canvas().Overlays().Top() != nil, Frames: w.Surface.Drawn,
		Size: [2]int{w.Surface.Px(size.Width), w.Surface.Px(size.Height)},
	}
	if w.Look.Current().Dark {
		st.Theme = keep.ThemeDark
	}
	st.Field, st.Texts = w.fieldText(), w.stateOfTexts()
	if w.page == pageError {
		st.Error = w.failure.full
	}
	if w.page == pageTrace && w.Surface.Ready() {
		w.stateOfTrace(&st)
	}
	return st
}

// fieldText is the text of the field that has the keyboard, nil if there is none.
func (w *window) fieldText() *string {
	switch f := w.Win.Canvas().Focused().(type) {
	case *kit.Field:
		return &f.Text
	case *widget.Entry:
		return &f.Text
	}
	return nil
}

func edges(r model.Range) [2]model.Time { return [2]model.Time{r.From, r.To} }

func (w *window) stateOfTrace(st *windowState) {
	t, f := w.Session.Trace(), w.Surface
	origin := fyne.CurrentApp().Driver().AbsolutePositionForObject(f)
	at := func(r image.Rectangle) [4]int {
		return [4]int{r.Min.X + f.Px(origin.X), r.Min.Y + f.Px(origin.Y), r.Dx(), r.Dy()}
	}
	scene := f.Now()
	st.File = w.Session.Source().Name
	st.Whole, st.Window, st.Marked = edges(t.Held()), edges(w.Session.Window()), edges(w.Session.Marked())
	st.Cursors = [2]model.Time{w.Session.Cursor(session.CursorA), w.Session.Cursor(session.CursorB)}
	for _, b := range w.Session.Bookmarks() {
		st.Marks = append(st.Marks, b.Name)
	}
	st.Overview, st.Ruler, st.Lanes = at(scene.OverviewArea()), at(scene.RulerArea()), at(scene.LaneArea())
	st.Scroll, st.Threads = f.Scroll, len(w.Session.VisibleThreads())
	for i, row := range scene.Rows.List {
		if r := scene.RowRect(i).Intersect(image.Rectangle{Max: scene.LaneArea().Max}); r.Dy() > 1 {
			st.Rows = append(st.Rows, rowState{int(row.Kind), row.Name, row.ID, (r.Min.Y+r.Max.Y)/2 + f.Px(origin.Y)})
		}
	}
	st.Percent, st.Replay = w.Session.Percent().String(), replayState{w.Monitor.Replay.At, w.Monitor.Replay.Speed, w.Monitor.Playing}
	w.stateOfSums(st)
	sel := w.Session.Selected()
	if sel == timeline.NoSegment {
		return
	}
	st.Selected = &selectedState{TID: t.Threads[sel.Thread].TID, Index: sel.Index}
	if seg, ok := w.Session.Segment(); ok {
		st.Selected.Range, st.Selected.Category = edges(seg.Range), seg.Category.String()
		if r, ok := scene.SegmentRect(sel); ok {
			st.Selected.Rect = at(r)
		}
		facts, _ := w.Session.Facts()
		st.Details = facts.Text()
	}
}

// stateOfSums adds what the bottom pane shows of the threads, which may lag behind the picture by
// paneDelay.
func (w *window) stateOfSums(st *windowState) {
	st.Filter, st.Sort = w.Session.Filter(), w.Session.Sort().Key()
	p := w.Profile
	if !w.Split.Open() {
		p = w.Narrow
	}
	st.Profile = sumsByName(p.Bar.Sums)
	for i, g := 0, w.Report.Table.Grid; i < g.Len(); i++ {
		r := g.Row(i)
		name, _ := g.Text(r, 0)
		st.Table = append(st.Table, tableState{w.Session.Trace().Threads[r.Thread].TID, name, sumsByName(r.Sums)})
	}
}

func sumsByName(sums model.Sums) sumsState {
	by := sumsState{}
	for c, t := range sums {
		by[model.Category(c).String()] = t
	}
	return by
}
