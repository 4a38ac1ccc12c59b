package timeline

import (
	"context"
	"image"
	"os"
	"strings"
	"testing"

	"threadlens/model"
	"threadlens/model/modeltest"
	"threadlens/timeline/lanes"
	"threadlens/timeline/paint"
)

// scenes are the frames that goldens show; those in pictured also as pictures.
func scenes(t *testing.T) map[string]*Scene {
	all := map[string]*Scene{}
	for name, change := range storyScenes {
		s := storyScene(t, 700, 250, NewMetrics(Comfortable, 1, 1))
		change(t, s)
		all[name] = s
	}
	for name, src := range sceneTraces(t) {
		all[name] = sceneOf(t, modeltest.Parse(t, name+".tltxt", src), 600, 200, NewMetrics(Compact, 1, 1))
	}
	many := sceneOf(t, modeltest.Synthetic(48, 15, 10*millisecond, 1), 420, 300, NewMetrics(Dense, 1, 1))
	many.Parts &^= PartOverview
	all["many"] = many
	return all
}

// pictured are the scenes whose pixels are compared as well.
var pictured = []string{"whole", "close", "lanes", "patterns", "lossy", "gaps", "text150"}

// storyScenes are made from a scene of the whole story in 700×250 pixels.
var storyScenes = map[string]func(*testing.T, *Scene){
	"whole": func(_ *testing.T, s *Scene) { resize(s, 900, 250, NewMetrics(Comfortable, 1, 1)) },
	// A lock wait and the preemption of its holder, the waiter selected.
	"close": func(t *testing.T, s *Scene) {
		resize(s, 700, 220, NewMetrics(Compact, 1, 1))
		show(s, 21_900*microsecond, 22_400*microsecond)
		s.Row, _ = s.Rows.OfThread(thread(t, s.Trace, 42))
		s.Palette = paint.NewPalette(true, false)
	},
	// Lanes only, scrolled, one category in focus, at twice the pixels.
	"lanes": func(t *testing.T, s *Scene) {
		s.Parts = 0
		resize(s, 800, 160, NewMetrics(Dense, 2, 1))
		s.View = Viewport{model.Range{From: 50 * millisecond, To: 64 * millisecond}, 800}
		s.Focus = model.Preemption
		s.ScrollY = 30
		s.Palette = paint.NewPalette(false, true)
		s.Selected = SegmentRef{thread(t, s.Trace, 41), 8}
	},
	"tenth": func(_ *testing.T, s *Scene) { show(s, 45*millisecond, 55*millisecond) },
	"microsecond": func(_ *testing.T, s *Scene) {
		show(s, 21_999_500, 22_000_500)
		s.View.Range = model.Range{From: 21_999_500, To: 22_000_500}
	},
	"margins": func(_ *testing.T, s *Scene) {
		s.View.Range = model.Range{From: -2 * millisecond, To: 102 * millisecond}
	},
	"compact": func(_ *testing.T, s *Scene) { resize(s, 700, 250, NewMetrics(Compact, 1, 1)) },
	"dense":   func(_ *testing.T, s *Scene) { resize(s, 700, 200, NewMetrics(Dense, 1, 1)) },
	"collapsed": func(_ *testing.T, s *Scene) {
		s.Rows = BuildRows(s.Trace, RowsOptions{Expanded: map[RowKey]bool{ProcessRow(s.Trace.Targets()[0]): false}}, s.Metrics)
	},
	"expanded": func(t *testing.T, s *Scene) {
		all := map[RowKey]bool{KernelRow: true, ProcessRow(s.Trace.Threads[thread(t, s.Trace, 77)].Proc): true}
		s.Rows = BuildRows(s.Trace, RowsOptions{Expanded: all}, s.Metrics)
		resize(s, 700, 360, s.Metrics)
	},
	"hidden": func(t *testing.T, s *Scene) {
		hidden := map[model.ThreadIx]bool{thread(t, s.Trace, 43): true, thread(t, s.Trace, 44): true}
		s.Rows = BuildRows(s.Trace, RowsOptions{Hidden: hidden}, s.Metrics)
	},
	"fold": func(t *testing.T, s *Scene) {
		one := sceneOf(t, pool(t, "a b c"), 700, 0, s.Metrics)
		s.Trace, s.Summary, s.Utilization, s.View = one.Trace, one.Summary, one.Utilization, one.View
		s.Rows = BuildRows(s.Trace, RowsOptions{Fold: true, SortWindow: s.Trace.Whole()}, s.Metrics)
	},
	"selection": func(t *testing.T, s *Scene) {
		s.Selected = SegmentRef{thread(t, s.Trace, 41), 1}
		s.Row, _ = s.Rows.OfThread(s.Selected.Thread)
	},
	// A path over two lanes and back, and to one that is scrolled out.
	"path": func(t *testing.T, s *Scene) {
		one, two, far := thread(t, s.Trace, 41), thread(t, s.Trace, 42), thread(t, s.Trace, 77)
		s.Path = pathOf(t, s.Trace, model.Range{From: 10 * millisecond, To: 80 * millisecond}, []pathTurn{
			{10 * millisecond, one}, {30 * millisecond, two}, {40 * millisecond, one}, {40*millisecond + 1, far}, {60 * millisecond, one},
		})
	},
	// The same path with its own lane, below a pinned one, at a zoom with room for
	// names.
	"pathlane": func(t *testing.T, s *Scene) {
		one, two := thread(t, s.Trace, 41), thread(t, s.Trace, 42)
		r := model.Range{From: 10 * millisecond, To: 80 * millisecond}
		withPath(s, pathOf(t, s.Trace, r, []pathTurn{{r.From, one}, {30 * millisecond, two}, {50 * millisecond, one}}), RowsOptions{
			Pinned: []model.ThreadIx{two}, Names: map[model.ThreadIx]string{one: "mine"},
		})
		show(s, 20*millisecond, 70*millisecond)
		resize(s, 900, 200, NewMetrics(Dense, 1, 1))
	},
	"focus":    func(_ *testing.T, s *Scene) { s.Focus = model.Synchronization },
	"dark":     func(_ *testing.T, s *Scene) { s.Palette = paint.NewPalette(true, false) },
	"safe":     func(_ *testing.T, s *Scene) { s.Palette = paint.NewPalette(false, true) },
	"darksafe": func(_ *testing.T, s *Scene) { s.Palette = paint.NewPalette(true, true) },
	"patterns": func(_ *testing.T, s *Scene) { s.Palette = paint.NewPalette(false, true).WithPatterns(true) },
	"scale15":  func(_ *testing.T, s *Scene) { resize(s, 1050, 375, NewMetrics(Comfortable, 1.5, 1)) },
	"scale2":   func(_ *testing.T, s *Scene) { resize(s, 1400, 500, NewMetrics(Comfortable, 2, 1)) },
	"text150": func(_ *testing.T, s *Scene) {
		m := NewMetrics(Comfortable, 1, 1.5)
		m.Gutter *= 1.5
		resize(s, 900, 375, m)
	},
	"loud": func(_ *testing.T, s *Scene) { // neither grid nor quiet backdrops
		show(s, 25*millisecond, 30*millisecond)
		s.Grid, s.QuietBackdrops = false, false
	},
}

// sceneTraces are other traces than the story.
func sceneTraces(t *testing.T) map[string]string {
	src, err := os.ReadFile("testdata/story.tltxt")
	if err != nil {
		t.Fatal(err)
	}
	var noWakes []string
	for _, line := range strings.Split(string(src), "\n") {
		if !strings.Contains(line, " wake ") {
			noWakes = append(noWakes, line)
		}
	}
	return map[string]string{
		"nowakes": strings.Join(noWakes, "\n"),
		"lossy": `threadlens-trace 1
cpus 2
span 0us 1000us
os linux
process 7 "app" target
thread 8 pid=7 name="first"
thread 9 pid=7 name="second"
10us cpu0 switch idle 8 preempt
20us cpu1 switch idle 9 preempt
300us cpu0 loss 420us n=70
500us cpu0 switch 8 idle wait
600us cpu1 loss 640us n=7
700us cpu1 switch 9 idle wait
`,
		// Next to each other in one gap: threads that probably waited, were ready
		// and ran.
		"gaps": `threadlens-trace 1
cpus 2
span 0us 100us
os linux
process 7 "app" target
thread 1 pid=7 name="runs on"
thread 2 pid=7 name="elsewhere"
thread 3 pid=7 name="was woken"
0us cpu1 switch idle 2 preempt
0us cpu0 switch 3 1 wait sub=Mutex
40us cpu0 loss 60us n=70
50us cpu1 wake 3
80us cpu1 switch 2 3 preempt
90us cpu0 switch 1 idle preempt
`,
		"unknown": `threadlens-trace 1
cpus 1
span 0us 1000us
os linux
process 7 "app" target
thread 8 pid=7 name="never seen"
thread 9 pid=7 name="seen once"
400us cpu0 switch idle 9 preempt
`,
	}
}

// sceneOf shows all of a trace in a picture of a size.
func sceneOf(t testing.TB, tr *model.Trace, width, height int, m Metrics) *Scene {
	t.Helper()
	s := &Scene{
		Trace: tr, Summary: lanes.NewSummary(tr), Utilization: NewUtilization(tr, tr.Targets()),
		Rows: BuildRows(tr, RowsOptions{}, m), Size: image.Pt(width, height),
		Palette: paint.NewPalette(false, false), Metrics: m, Parts: AllParts, Focus: NoFocus, Row: -1,
		Selected: NoSegment, QuietBackdrops: true, Grid: true,
	}
	if err := s.Summary.Build(context.Background(), 1, nil); err != nil {
		t.Fatal(err)
	}
	s.View = Viewport{tr.Whole(), LaneWidth(width, s.Parts, m)}
	return s
}

// resize gives a scene another size and other metrics.
func resize(s *Scene, width, height int, m Metrics) {
	s.Size, s.Metrics = image.Pt(width, height), m
	s.Rows = s.Rows.Resize(m)
	s.View.Width = LaneWidth(width, s.Parts, m)
}

// show zooms a scene to a range of time.
func show(s *Scene, from, to model.Time) {
	s.View = s.View.Fit(model.Range{From: from, To: to}, s.Trace.Whole())
}
