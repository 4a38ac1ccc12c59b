package timeline

import (
	"bytes"
	"context"
	"fmt"
	"image"
	"image/color"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"threadlens/model"
	"threadlens/model/modeltest"
	"threadlens/timeline/lanes"
	"threadlens/timeline/paint"
	"threadlens/timeline/paint/painttest"
)

// coresOf shows all of a trace in the Cores view.
func coresOf(t testing.TB, tr *model.Trace, by ColourBy, width, height int, m Metrics) *Scene {
	t.Helper()
	s := sceneOf(t, tr, width, height, m)
	colours := NewCoreColours(tr, by, tr.Targets(), Hues{})
	s.Rows = BuildCoreRows(tr, CoreOptions{Colours: colours}, m)
	if err := s.Summary.BuildCores(context.Background(), colours); err != nil {
		t.Fatal(err)
	}
	return s
}

func storyTrace(t testing.TB, name string) *model.Trace {
	t.Helper()
	src, err := os.ReadFile("testdata/" + name)
	if err != nil {
		t.Fatal(err)
	}
	return modeltest.Parse(t, name, string(src))
}

func TestCoreLists(t *testing.T) {
	story := storyTrace(t, "story.tltxt")
	whole := coresOf(t, story, ColourThread, 900, 320, NewMetrics(Comfortable, 1, 1))

	// A followed thread, dark theme, with no collapsed head.
	follow := coresOf(t, story, ColourThread, 900, 260, NewMetrics(Comfortable, 1, 1))
	follow.Palette = paint.NewPalette(true, false)
	follow.Selected = SegmentRef{thread(t, story, 41), 1}
	show(follow, 20*millisecond, 40*millisecond)

	// Lanes only, at twice the pixels, interrupts among the slices.
	bands := storyTrace(t, "bands.tltxt")
	category := coresOf(t, bands, ColourCategory, 800, 200, NewMetrics(Compact, 2, 1))
	category.Parts, category.View.Width = 0, 800

	priority := coresOf(t, bands, ColourPriority, 700, 200, NewMetrics(Dense, 1, 1))
	process := coresOf(t, bands, ColourProcess, 700, 200, NewMetrics(Compact, 1, 1.5))
	process.Palette = paint.NewPalette(true, true)
	collapsed := coresOf(t, bands, ColourProcess, 700, 200, NewMetrics(Comfortable, 1, 1))
	collapsed.Rows = BuildCoreRows(bands, CoreOptions{
		Colours: collapsed.Rows.Cores, Expanded: map[RowKey]bool{collapsed.Rows.List[0].Key(): false},
	}, collapsed.Metrics)
	for name, s := range map[string]*Scene{
		"cores": whole, "cores_follow": follow, "cores_category": category, "cores_priority": priority,
		"cores_process": process, "cores_collapsed": collapsed,
	} {
		var b bytes.Buffer
		if _, err := Layout(s).WriteTo(&b); err != nil {
			t.Fatal(err)
		}
		golden(t, name+".list", b.Bytes())
	}
}

// TestCoresConserveTime adds up what the columns of CPUs show and compares it with
// the time of each colour, with and without a summary.
func TestCoresConserveTime(t *testing.T) {
	tr := modeltest.Scheduled(1, 3, 14, 20_000)
	r := rand.New(rand.NewPCG(3, 4))
	for _, by := range ColourBys() {
		s := coresOf(t, tr, by, 1272, 400, NewMetrics(Comfortable, 1, 1))
		for range 12 {
			v := randomWindow(r, tr.End)
			cpu := model.CPU(r.IntN(3))
			for _, summary := range []*lanes.Summary{s.Summary, nil} {
				const h = 200
				var c lanes.Columns
				c.Reset(v.Range, v.Width, v.TimeAt)
				w := lanes.Writer{}
				w.Reset(&c, h, nil, nil)
				w.Processor(tr, summary.Core(s.Rows.Cores, cpu), s.Rows.Cores, s.Rows.Cores.stolen, cpu)
				lane := paint.Lane{Main: w.Main, Rest: w.Rest, Height: h}
				checkCoreColumns(t, tr, s.Rows.Cores, cpu, v, &lane)
			}
		}
	}
}

func checkCoreColumns(t *testing.T, tr *model.Trace, c *CoreColours, cpu model.CPU, v Viewport, lane *paint.Lane) {
	t.Helper()
	var shown [paint.NumSlots]float64
	for x := range v.Width {
		sum := 0
		for sl := range paint.Slot(paint.NumSlots) {
			h := lane.Heights(x).At(sl)
			sum += h
			shown[sl] += float64(h) / float64(lane.Height) * float64(v.Column(x).Len())
		}
		if col := v.Column(x); col.From >= 0 && col.To <= tr.End && sum != lane.Height {
			t.Fatalf("CPU %d, %v: column %d is %d high", cpu, v, x, sum)
		}
	}
	var exact paint.Sums
	c.Walk(tr, cpu, v.Clip(tr.Whole()), func(from, to model.Time, s paint.Slot) { exact.Add(s, to-from) })
	bound := 0.04*float64(v.Len()) + 3*float64(v.Len())/float64(v.Width)
	for sl, got := range shown {
		if want := float64(exact.NS[sl]); math.Abs(got-want) > bound {
			t.Errorf("CPU %d by %v, %v: slot %d shows %.0f ns of %.0f", cpu, c.By, v, sl, got, want)
		}
	}
}

// TestEverySliceIsFound draws at many zooms and looks up every pixel of the lanes
// of CPUs: what is found includes that place and has the colour that is drawn.
func TestEverySliceIsFound(t *testing.T) {
	for _, tr := range []*model.Trace{storyTrace(t, "bands.tltxt"), modeltest.Scheduled(2, 2, 9, 4000)} {
		s := coresOf(t, tr, ColourThread, 700, 300, NewMetrics(Compact, 1, 1))
		whole, found := s.View, 0
		for _, zoom := range []float64{1, 3.1, 17, 120, 2000} {
			for _, x := range []int{0, whole.Width / 2, whole.Width * 4 / 5} {
				s.View = whole.Zoom(x, zoom, tr.Whole())
				found += checkSlices(t, s)
			}
		}
		if found < 1000 {
			t.Errorf("only %d places were looked up", found)
		}
	}
}

func checkSlices(t *testing.T, s *Scene) (found int) {
	t.Helper()
	list := Layout(s)
	for _, it := range list.Items {
		if it.Kind != paint.ItemLane || it.Row < 0 || s.Rows.List[it.Row].Kind != RowCore {
			continue
		}
		lane := &list.Lanes[it.Lane]
		for x := range lane.Main {
			for y := 0; y < lane.Height; y += 5 {
				p := image.Pt(lane.X+x, lane.Y+lane.Height-1-y)
				if lane.Heights(x) == (paint.Mix{}) || !p.In(s.LaneArea()) {
					continue
				}
				checkSlice(t, s, it.Row, p, lane.Heights(x), y)
				found++
			}
		}
	}
	return found
}

func checkSlice(t *testing.T, s *Scene, row int, p image.Point, heights paint.Mix, above int) {
	t.Helper()
	hit := s.Hit(p)
	rect, ok := s.SegmentRect(hit.Segment)
	got := lanes.CoreIdle
	if hit.Segment != NoSegment {
		got = s.Rows.Cores.slots[hit.Segment.Thread]
	} else {
		rect, ok = s.ObjectRect(row, hit.Object)
		if got = lanes.CoreInterrupt; hit.Object.Kind == ObjectSlice {
			slice, _ := s.Trace.SliceAt(model.CPU(hit.Object.Index), hit.Object.At)
			got = s.Rows.Cores.slot(slice.Occupant)
		}
	}
	if hit.Row != row || !ok || !p.In(rect.Inset(-s.Metrics.Px(selectedAtMin)-1)) {
		t.Fatalf("at %v of %v there is %+v at %v, %v", p, s.View, hit, rect, ok)
	}
	// A summary's bucket may reach into the next column, and shares that round to
	// zero may be drawn a pixel high: elsewhere colours agree.
	if paint.Only(got, heights.Total()) == heights || heights.At(got) > 0 {
		return
	}
	near := model.Range{From: s.View.TimeAt(p.X - s.gutter() - 1), To: s.View.TimeAt(p.X - s.gutter() + 2)}
	var there paint.Sums
	s.Rows.Cores.Walk(s.Trace, s.Rows.List[row].CPUs[0], near.Clip(s.Trace.Whole()), func(from, to model.Time, sl paint.Slot) { there.Add(sl, to-from) })
	if there.Seen>>got&1 == 0 {
		t.Fatalf("at %v of %v, height %d, slot %d is found where %v is drawn", p, s.View, above, got, heights)
	}
}

// TestHuesStay: a thread that had a hue gets it again, whichever others have one.
func TestHuesStay(t *testing.T) {
	h := Hues{}
	first := h.assign([]uint32{1, 2, 3}, numHues)
	h.assign([]uint32{9, 8, 7, 6, 5}, numHues)
	both := h.assign([]uint32{3, 20, 1}, numHues)
	if both[1] != first[1] || both[3] != first[3] || both[20] == both[1] || both[20] == both[3] {
		t.Errorf("hues were %v and then %v", first, both)
	}
	many := h.assign([]uint32{31, 32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42}, numHues)
	used := map[int]bool{}
	for _, hue := range many {
		used[hue] = true
	}
	if len(many) != numHues || len(used) != numHues {
		t.Errorf("%d threads have %d hues", len(many), len(used))
	}
}

func TestCoreColoursTellThreadsApart(t *testing.T) {
	tr := storyTrace(t, "story.tltxt")
	c := NewCoreColours(tr, ColourThread, tr.Targets(), Hues{})
	p := paint.NewPalette(false, false)
	seen := map[color.RGBA]bool{}
	for _, ix := range tr.Processes[tr.Targets()[0]].Threads {
		if tr.Sums(ix, tr.Whole())[model.Execution] == 0 {
			continue
		}
		fill := c.Fill(p, ix)
		if seen[fill] {
			t.Errorf("two threads of the target have the colour %v", fill)
		}
		seen[fill] = true
	}
	if len(c.Legend()) != len(seen)+6 { // another process, others, system, interrupt, unknown, idle
		t.Errorf("%d entries explain %d hues", len(c.Legend()), len(seen))
	}
}

// TestOthersHaveHues: the seven busiest threads of the target come first, then its other threads and
// the other processes by CPU time; the system is grey.
func TestOthersHaveHues(t *testing.T) {
	src := "threadlens-trace 1\ncpus 1\nspan 0ms 100ms\nos linux\nprocess 20 app target\nprocess 30 soak\nprocess 40 rare\nprocess 2 kernel system\nthread 31 pid=30\nthread 41 pid=40\nthread 3 pid=2\n"
	events, at, old := "", 0, "idle"
	run := func(tid string, ms int) {
		events += fmt.Sprintf("%dms cpu0 switch %s %s wait\n", at, old, tid)
		at, old = at+ms, tid
	}
	for i := range 9 { // 9 ms, 8 ms … 1 ms
		src += fmt.Sprintf("thread %d pid=20\n", 200+i)
		run(fmt.Sprint(200+i), 9-i)
	}
	run("31", 20)
	run("41", 1) // as long as thread 208, which comes first
	run("3", 5)
	run("idle", 1)
	tr := modeltest.Parse(t, "others", src+events)
	list := busiestOf(tr, tr.Targets())
	var got []string
	for _, x := range list {
		if x&otherProcess != 0 {
			got = append(got, processTitle(tr, x&^otherProcess))
		} else {
			got = append(got, threadID(tr, model.ThreadIx(x)))
		}
	}
	if want := "200 201 202 203 204 205 206 soak 30 207 208 rare 40"; strings.Join(got, " ") != want {
		t.Errorf("%v, want %s", got, want)
	}
	c := NewCoreColours(tr, ColourThread, tr.Targets(), Hues{})
	slotOf := func(tid model.TID) paint.Slot {
		return c.slots[slices.IndexFunc(tr.Threads, func(th model.Thread) bool { return th.TID == tid })]
	}
	if slotOf(31) >= lanes.CoreOther || slotOf(41) != lanes.CoreOther || slotOf(3) != lanes.CoreSystem {
		t.Errorf("slots %d, %d and %d", slotOf(31), slotOf(41), slotOf(3))
	}
	if !slices.ContainsFunc(c.Legend(), func(e CoreColour) bool { return e.Title == "soak 30" && e.slot == slotOf(31) }) {
		t.Errorf("the legend is %v", c.Legend())
	}
}

// TestFewCPUsHaveHighLanes: up to five CPUs have lanes of 48 dp, ten or more of 28.
func TestFewCPUsHaveHighLanes(t *testing.T) {
	for cpus, want := range map[int]float32{0: 54, 1: 54, 5: 54, 6: 320.0 / 6, 9: 320.0 / 9, 10: 34, 64: 34} {
		if got := pitchOf(cpus); got != want {
			t.Errorf("%d CPUs: %v, want %v", cpus, got, want)
		}
	}
	tr := storyTrace(t, "story.tltxt")
	s := coresOf(t, tr, ColourThread, 800, 400, NewMetrics(Comfortable, 1, 1))
	if h := s.coreLaneHeight(); h != 48 {
		t.Errorf("the lanes of %d CPUs are %d high", len(tr.Cores), h)
	}
	row, _ := s.Rows.OfCPU(0)
	if got := s.Rows.Top(row+1) - s.Rows.Top(row); got != 54 {
		t.Errorf("their rows are %d high", got)
	}
}

// TestResizedRows: rows with other metrics make the same frame as rows built with them, in both views.
func TestResizedRows(t *testing.T) {
	tr := storyTrace(t, "story.tltxt")
	once, twice := NewMetrics(Comfortable, 1, 1), NewMetrics(Compact, 2, 1)
	list := func(s *Scene) string {
		var b bytes.Buffer
		if _, err := Layout(s).WriteTo(&b); err != nil {
			t.Fatal(err)
		}
		return b.String()
	}
	for name, of := range map[string]func(m Metrics) *Scene{
		"cores":   func(m Metrics) *Scene { return coresOf(t, tr, ColourThread, 900, 640, m) },
		"threads": func(m Metrics) *Scene { return sceneOf(t, tr, 900, 640, m) },
	} {
		want, got := of(twice), of(twice)
		got.Rows = of(once).Rows.Resize(twice)
		if list(got) != list(want) {
			t.Errorf("%s: the frame differs with resized rows", name)
		}
	}
}

// TestLabelsOnHuesCanBeRead computes the contrast of labels on every hue.
func TestLabelsOnHuesCanBeRead(t *testing.T) {
	for _, dark := range []bool{false, true} {
		p := paint.NewPalette(dark, false)
		for s := range lanes.CoreInterrupt {
			fill := coreFill(p, ColourThread, s)
			if got := painttest.Contrast(labelOn(fill), fill); got < 4.2 {
				t.Errorf("dark %v: slot %d has %.1f", dark, s, got)
			}
		}
	}
}

// TestLevelsOfPriority: the last priority of each level, on Linux (where 99 and below are
// real time) and on Windows (where 16 and above are).
func TestLevelsOfPriority(t *testing.T) {
	for _, c := range []struct {
		family string
		level  map[int16]int // of priorityLevels
	}{
		{"linux", map[int16]int{-1: 0, 99: 0, 100: 1, 119: 1, 120: 2, 121: 3, 139: 3}},
		{"windows", map[int16]int{31: 0, 16: 0, 15: 1, 9: 1, 8: 2, 7: 3, 0: 3}},
	} {
		for priority, level := range c.level {
			tr := &model.Trace{Info: &model.Info{OS: model.OS{Family: c.family}}, Threads: make([]model.Thread, 2)}
			tr.Threads[0].Priority = model.Priorities{Last: priority, Known: true}
			colours := CoreColours{slots: make([]paint.Slot, 2)}
			colours.byPriority(tr)
			if want := priorityLevels[level].slot; colours.slots[0] != want || colours.slots[1] != lanes.CoreOther {
				t.Errorf("priority %d on %s: slot %d, want %d", priority, c.family, colours.slots[0], want)
			}
		}
	}
}

// TestFollowedOfAnotherTrace: a thread that the trace does not have is not followed.
func TestFollowedOfAnotherTrace(t *testing.T) {
	tr := modeltest.Scheduled(9, 4, 6, 30)
	s := coresOf(t, tr, ColourThread, 900, 300, NewMetrics(Comfortable, 1, 1))
	s.Selected = SegmentRef{model.ThreadIx(len(tr.Threads)), -1}
	if s.Followed().Many || len(s.Followed().Slices) > 0 {
		t.Error("something is followed")
	}
}

// TestFollowed: the slices of the selected thread, including those next to the window; none if
// there are too many.
func TestFollowed(t *testing.T) {
	tr := modeltest.Scheduled(9, 4, 6, 3000)
	s := coresOf(t, tr, ColourThread, 900, 300, NewMetrics(Comfortable, 1, 1))
	if s.Followed().Many || len(s.Followed().Slices) > 0 {
		t.Error("nothing is selected and something followed")
	}
	s.Selected = SegmentRef{2, -1}
	if !s.Followed().Many {
		t.Error("all slices of the trace are drawn one by one")
	}
	s.View = s.View.Zoom(300, 8, tr.Whole())
	way := s.Followed()
	if way.Many || len(way.Slices) < 3 {
		t.Fatalf("%d slices in a short window", len(way.Slices))
	}
	lines := 0
	for _, it := range Layout(s).Items {
		if it.Kind == paint.ItemLine {
			lines++
		}
	}
	want := 0
	for i := 1; i < len(way.Slices); i++ {
		if way.Slices[i].From < way.Slices[i-1].To {
			t.Error("slices are not in order")
		}
		if way.Slices[i].CPU != way.Slices[i-1].CPU {
			want += 2 // including its halo
		}
	}
	if lines != want {
		t.Errorf("%d lines, want %d", lines, want)
	}
	if first := way.Slices[0]; first.To > s.View.From && first.From > s.View.From && first.Index > followLook {
		t.Errorf("the slice before the window is missing: %v", first.Range)
	}
}

// BenchmarkCores draws a frame of a machine with 64 CPUs and millions of slices, of
// the whole trace and of a part.
func BenchmarkCores(b *testing.B) {
	tr := modeltest.Scheduled(6, 64, 400, 1_500_000)
	s := coresOf(b, tr, ColourThread, 1600, 950, NewMetrics(Compact, 1, 1))
	s.Selected = SegmentRef{2, -1}
	img := image.NewRGBA(image.Rectangle{Max: s.Size})
	whole := s.View
	for _, zoom := range []float64{1, 30, 1000, 30_000} {
		b.Run(fmt.Sprintf("1:%g", zoom), func(b *testing.B) {
			var p Painter
			for i := range b.N {
				s.View = whole.Zoom(i%whole.Width, zoom, tr.Whole())
				p.Frame(s, img)
			}
		})
	}
}
