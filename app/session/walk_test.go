package session

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"hash/crc32"
	"hash/fnv"
	"image"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"
	"time"

	"golang.org/x/tools/txtar"

	"threadlens/app/grid"
	"threadlens/app/session/explain"
	"threadlens/app/session/find"
	"threadlens/app/session/keep"
	"threadlens/app/session/query"
	"threadlens/ingest"
	"threadlens/model"
	"threadlens/model/measure"
	"threadlens/model/measure/calltree"
	"threadlens/model/modeltest"
	"threadlens/timeline"
	"threadlens/timeline/lanes"
	"threadlens/timeline/paint"
)

// TestWalks, TestWorldWalks and TestRecordedWalks notice every change of what a session shows on a random
// walk through a trace: rows, picture, objects at points of it, facts and tables (see modeltest.Sums).
func TestWalks(t *testing.T) {
	sums := modeltest.NewSums(t, "testdata/walks.txt")
	files, err := filepath.Glob("../../model/testdata/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	for _, file := range append(files, "testdata/story.tltxt") {
		name := filepath.Base(file)
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if ar := txtar.Parse(data); len(ar.Files) > 0 {
			data = ar.Files[0].Data
		}
		walk(t, sums, name, modeltest.Parse(t, name, string(data)), 30)
	}
	sums.Compare()
}

func TestWorldWalks(t *testing.T) {
	sums := modeltest.NewSums(t, "testdata/worldwalks.txt")
	for seed := range uint64(42) {
		name := fmt.Sprint("world ", seed)
		walk(t, sums, name, modeltest.Parse(t, name, modeltest.World(seed)), 20)
	}
	sums.Compare()
}

func TestRecordedWalks(t *testing.T) {
	dir := cmp.Or(os.Getenv("THREADLENS_TRACES"), "../../../shared/traces")
	if _, err := os.Stat(dir); err != nil {
		t.Skip("nothing recorded: set THREADLENS_TRACES to the folder of the recorded traces")
	}
	sums := modeltest.NewSums(t, "testdata/recordedwalks.txt")
	for _, name := range []string{
		"etl/perfview-net.4.5.2.x64.etl.zip", "etl/win7-xperf-cswitch-slow-ppt.zip", "linux/cross/states_irq/states_irq.perf.data",
		"linux/perf/diskio_block_g.perf.data", "linux/perf/lost_events.perf.data", "linux/perf/mutex_busy_g_futex.perf.data",
		"linux/perf/percpu_task_only.perf.data", "linux/perf/switch_events_prof.perf.data", "linux/public/perf/hotspot_true.v2.perf.data",
	} {
		tr, err := ingest.Load(t.Context(), filepath.Join(dir, filepath.FromSlash(name)), ingest.Options{})
		if err != nil {
			t.Fatal(err)
		}
		walk(t, sums, name, tr, 50)
	}
	sums.Compare()
}

// walkSize is the size of the pictures, pixels.
var walkSize = image.Pt(900, 420)

// walker takes a random walk.
type walker struct {
	*Session
	*rand.Rand
	use     *timeline.Utilization
	summary *lanes.Summary
	dark    bool
	pixels  *image.RGBA
	out     bytes.Buffer
}

// walk takes a number of steps through a trace.
func walk(t *testing.T, sums *modeltest.Sums, name string, tr *model.Trace, steps int) {
	t.Helper()
	h := fnv.New64()
	fmt.Fprint(h, name)
	w := &walker{Session: New(), Rand: rand.New(rand.NewPCG(h.Sum64(), 1)), summary: lanes.NewSummary(tr), pixels: image.NewRGBA(image.Rectangle{Max: walkSize})}
	w.summary.Build(t.Context(), 1, nil)
	at := time.Unix(0, 0)
	w.now = func() time.Time { at = at.Add(300 * time.Millisecond); return at }
	w.SetMetrics(timeline.NewMetrics(timeline.Comfortable, 1, 1))
	w.SetWidth(walkSize.X)
	w.Open(Source{Name: name}, tr)
	w.use = timeline.NewUtilization(tr, w.Targets())
	for i := range steps {
		what := w.step()
		fmt.Fprintf(&w.out, "\n%d: %s\n", i, what)
		w.tell(t)
	}
	sums.Add(w.out.String(), name)
}

// time is an instant in the window or, one time in five, anywhere; or one at which a thread's state
// changes.
func (w *walker) time() model.Time {
	r := w.Window()
	if w.IntN(3) == 0 {
		for s := range w.Trace().Segments(w.thread(), w.span()) {
			return s.From
		}
	}
	if w.IntN(5) == 0 {
		r = w.Trace().Whole()
	}
	return r.From + model.Time(w.Int64N(int64(r.Len())+1))
}

func (w *walker) span() model.Range {
	a, b := w.time(), w.time()
	return model.Range{From: min(a, b), To: max(a, b)}
}

func (w *walker) thread() model.ThreadIx {
	if list := w.VisibleThreads(); len(list) > 0 {
		return list[w.IntN(len(list))]
	}
	return model.ThreadIx(w.IntN(len(w.Trace().Threads)))
}

func (w *walker) head() (timeline.RowKey, bool) {
	list := w.Rows().List
	if len(list) == 0 {
		return timeline.RowKey{}, false
	}
	return list[w.IntN(len(list))].Key(), true
}

func (w *walker) direction() int { return 1 - 2*w.IntN(2) }

func (w *walker) category() model.Category { return model.Category(w.IntN(int(model.NumCategories))) }

// step does something at random, and describes it.
func (w *walker) step() string {
	steps := []struct {
		name string
		do   func()
	}{
		{"sort", func() { w.SetSort(timeline.Sorts()[w.IntN(len(timeline.Sorts()))]) }},
		{"group", func() { w.SetGroupBy(timeline.Groups()[w.IntN(len(timeline.Groups()))]) }},
		{"filter", func() {
			words := []string{"", "!pid:1", "a", "state:sync>1us", "tid:1", "/[0-9]2/", "process:app", "!worker"}
			if err := w.SetFilter(words[w.IntN(len(words))]); err != nil {
				w.out.WriteString(err.Error())
			}
		}},
		{"idle", func() { w.HideIdle(!w.HidesIdle()) }},
		{"inactive", func() { w.HideInactive(!w.HidesInactive()) }},
		{"fold", func() { w.SetFolds(!w.Folds()) }},
		{"toggle", func() {
			if key, ok := w.head(); ok {
				w.Toggle(key)
			}
		}},
		{"toggle all", w.ToggleAll},
		{"head", func() {
			if key, ok := w.head(); ok {
				w.SelectHead(key)
			}
		}},
		{"row", func() { w.StepRow(w.direction()) }},
		{"segment", func() { w.StepSegment(w.direction()) }},
		{"same", func() { w.said(w.StepSame(w.direction())) }},
		{"select", func() { w.SelectAt(w.thread(), w.time()) }},
		{"select", func() { w.SelectAt(w.thread(), w.time()) }},
		{"select", func() { w.SelectAt(w.thread(), w.time()) }},
		{"object", func() {
			if p := w.point(); p.Object.Kind != timeline.NoObject {
				w.SelectObject(p.Object)
			}
		}},
		{"waker", w.ToWaker},
		{"woken", func() { w.said(w.ToWoken()) }},
		{"zoom", func() { w.Zoom(w.IntN(walkSize.X), []float64{1.25, 4, 20, 0.8, 0.25}[w.IntN(5)]) }},
		{"pan", func() { w.Pan(w.IntN(walkSize.X) - walkSize.X/2) }},
		{"show", func() { w.Show(w.span(), Move(w.IntN(4))) }},
		{"whole", w.ShowWhole},
		{"fit", w.FitSelection},
		{"undo", w.Undo},
		{"redo", w.Redo},
		{"mark", func() { w.Mark(w.span()) }},
		{"show marked", w.ShowMarked},
		{"bookmark", func() {
			if b, ok := w.Markable(); ok {
				w.AddBookmark(b)
			}
		}},
		{"step bookmark", func() { w.StepBookmark(w.direction()) }},
		{"cursor", func() { w.SetCursor(Cursor(w.IntN(int(numCursors))), w.time()) }},
		{"grow", func() { w.GrowRange(w.direction()) }},
		{"time", func() { w.SetTimeAs(timeline.TimeAs(w.IntN(2))) }},
		{"view", func() { w.SetViewing(keep.ViewKind(w.IntN(int(keep.ViewMeasurement)))) }},
		{"colour", func() {
			if by := timeline.ColourBys()[w.IntN(len(timeline.ColourBys()))]; w.CanColour(by) {
				w.SetColourBy(by)
			}
		}},
		{"focus", func() { w.SetFocus(w.category()) }},
		{"focus class", func() { w.SetFocusClass(paint.Class(w.IntN(int(paint.NumClasses)))) }},
		{"percent", func() { w.SetPercent(measure.Denominator(w.IntN(3))) }},
		{"rows", func() {
			if c := RowChoice(w.IntN(int(ShowProcessors) + 1)); w.HasRows(c) {
				w.ToggleRows(c)
			}
		}},
		{"spans", func() { w.ToggleSpans(w.thread()) }},
		{"hide", w.Hide},
		{"hide others", w.HideOthers},
		{"hide other processes", w.HideOtherProcesses},
		{"show hidden", w.ShowHidden},
		{"show all", w.ShowAll},
		{"pin", w.Pin},
		{"move", func() { w.Move(w.direction()) }},
		{"move to", func() { w.MoveTo(w.thread(), w.thread()) }},
		{"rename", func() { w.Rename(w.thread(), "named") }},
		{"path", w.ShowPath},
		{"hide path", w.HidePath},
		{"hop", func() { w.StepHop(w.direction()) }},
		{"causes", func() { w.FollowCauses(!w.FollowsCauses()) }},
		{"longest", func() { w.said(w.GoLongest(w.category())) }},
		{"first", func() { w.said(w.GoFirst(w.category())) }},
		{"longest wait", func() { w.said(w.GoLongestWait()) }},
		{"leave out", func() { w.LeaveOut(w.category()) }},
		{"noise", func() { w.SetNoise(float64(w.IntN(30))) }},
		{"calls", func() {
			w.ChooseCalls(query.CallChoice{Kind: calltree.TreeKind(w.IntN(3)), Category: []model.Category{query.AllBlocking, w.category()}[w.IntN(2)], Thread: []model.ThreadIx{model.NoThread, w.thread()}[w.IntN(2)]})
		}},
		{"escape", func() { w.Escape() }},
		{"settle", w.Settle},
		{"lanes", func() {
			sizes := []timeline.LaneSize{timeline.Comfortable, timeline.Compact, timeline.Dense}
			w.SetMetrics(timeline.NewMetrics(sizes[w.IntN(len(sizes))], 1+float32(w.IntN(3))/2, 1))
		}},
		{"dark", func() { w.dark = !w.dark }},
		{"spot", func() { w.GoToSpot(find.Spot{At: w.time(), Thread: w.thread()}) }},
		{"remember", func() {
			v := w.Remember()
			data, err := v.Encode()
			if err == nil {
				v, err = keep.DecodeView(data)
			}
			fmt.Fprintf(&w.out, "%s %v\n", data, err)
			w.Restore(v)
		}},
	}
	s := steps[w.IntN(len(steps))]
	s.do()
	return s.name
}

func (w *walker) said(o Outcome) { fmt.Fprintf(&w.out, "said %s %s\n", o.Text, o.Way) }

// scene is the picture of the window.
func (w *walker) scene() *timeline.Scene {
	m := w.Metrics()
	s := &timeline.Scene{
		Trace: w.Trace(), Summary: w.summary, Utilization: w.use, View: w.View(), Rows: w.Lanes(), Size: walkSize,
		Palette: paint.NewPalette(w.dark, false), Metrics: m, Parts: timeline.AllParts, Focus: w.Focus(), Row: w.SelectedLane(),
		Selected: w.Selected(), QuietBackdrops: true, Grid: true, Clock: w.Clock(), Marks: w.MarkTimes(), Path: w.PathMarks(),
		Chart: timeline.Chart{Scope: w.Scope(), Of: timeline.OfMachine, Focus: w.FocusClass()},
	}
	s.View.Width = max(1, timeline.LaneWidth(s.Size.X, s.Parts, m))
	s.ScrollY = w.IntN(max(1, s.MaxScroll()+1))
	return s
}

// point is what is at a point of the picture.
func (w *walker) point() timeline.Place {
	return w.scene().Hit(image.Pt(w.IntN(walkSize.X), w.IntN(walkSize.Y)))
}

// tell prints everything that is shown.
func (w *walker) tell(t *testing.T) {
	t.Helper()
	tr, terms := w.Trace(), w.Terms()
	put := func(what string, v any) {
		data, err := json.Marshal(v)
		if err != nil {
			t.Fatalf("%s: %v", what, err)
		}
		fmt.Fprintf(&w.out, "%s %s\n", what, data)
	}
	put("window", w.Window())
	put("scope", w.Scope())
	for _, r := range w.Rows().List {
		put("row", r)
	}
	if f, ok := w.Facts(); ok {
		put("facts", f)
		put("text", f.Text())
	}
	if f, ok := w.ThreadFacts(); ok {
		put("thread", f)
	}
	if title, kind, ok := w.HeadFacts(); ok {
		put("head", title+" "+kind)
	}
	put("stack", w.CurrentStack())
	put("unblocking", w.UnblockingStack())
	put("texts", []string{w.CursorText(), w.PathText(), w.SampledText(), w.TargetTitle()})
	put("bookmarks", w.Bookmarks())
	put("around", w.Around(3))
	if f, ok := w.Followed(); ok {
		put("followed", f)
	}
	sums, threads, lossy := w.Profile()
	put("profile", []any{sums, threads, lossy})
	w.tables(t)
	scene := w.scene()
	list := timeline.Layout(scene)
	if _, err := list.WriteTo(&w.out); err != nil {
		t.Fatal(err)
	}
	paint.Raster(list, w.pixels)
	put("pixels", crc32.ChecksumIEEE(w.pixels.Pix))
	for range 6 {
		p := image.Pt(w.IntN(walkSize.X), w.IntN(walkSize.Y))
		hit := scene.Hit(p)
		put("hit", hit)
		at, ok := scene.SnapTime(p, 8)
		put("snap", []any{at, ok})
		if hit.Object.Kind != timeline.NoObject {
			put("object", explain.ObjectText(tr, hit.Object, terms))
			put("related", scene.Related(hit.Object))
		}
		if hit.Segment != timeline.NoSegment {
			c, ok := scene.Connector(hit.Segment)
			put("connector", []any{c, ok})
		}
	}
}

// tables prints one of the tables.
func (w *walker) tables(t *testing.T) {
	t.Helper()
	run := []func() (*grid.Content, error){
		w.Report,
		func() (*grid.Content, error) { return w.CPUQuery(query.CPUGroup(w.IntN(3))).Run() },
		func() (*grid.Content, error) { return w.ContentionQuery().Run() },
		func() (*grid.Content, error) { return w.PathQuery().Run() },
		func() (*grid.Content, error) { return w.MigrationQuery().Run() },
	}[w.IntN(5)]
	c, err := run()
	if err != nil || c == nil {
		fmt.Fprintf(&w.out, "no table: %v\n", err)
		return
	}
	for i := range c.Rows {
		fmt.Fprintf(&w.out, "| %+v\n", c.Rows[i])
	}
}
