package timeline

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"image"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"threadlens/model"
	"threadlens/model/modeltest"
	"threadlens/timeline/lanes"
	"threadlens/timeline/paint"
)

// bandsScene shows testdata/bands.tltxt with all possible rows.
func bandsScene(t testing.TB, width, height int, m Metrics) *Scene {
	t.Helper()
	src, err := os.ReadFile("testdata/bands.tltxt")
	if err != nil {
		t.Fatal(err)
	}
	return bandsOf(t, modeltest.Parse(t, "bands.tltxt", string(src)), width, height, m)
}

func bandsOf(t testing.TB, tr *model.Trace, width, height int, m Metrics) *Scene {
	t.Helper()
	s := &Scene{
		Trace: tr, Summary: lanes.NewSummary(tr), Utilization: NewUtilization(tr, tr.Targets()),
		Rows: BuildRows(tr, RowsOptions{Processors: true, Spans: true}, m), Size: image.Pt(width, height),
		Palette: paint.NewPalette(false, false), Metrics: m, Parts: AllParts, Focus: NoFocus, Row: -1,
		Selected: NoSegment, QuietBackdrops: true, Grid: true,
	}
	if err := s.Summary.Build(context.Background(), 1, nil); err != nil {
		t.Fatal(err)
	}
	if err := s.Summary.BuildProcessors(context.Background()); err != nil {
		t.Fatal(err)
	}
	s.View = Viewport{tr.Whole(), LaneWidth(width, s.Parts, m)}
	return s
}

func TestBandLists(t *testing.T) {
	whole := bandsScene(t, 900, 640, NewMetrics(Comfortable, 1, 1))
	whole.Rows = BuildRows(whole.Trace, RowsOptions{Processors: true}, whole.Metrics)
	whole.Parts &^= PartOverview

	// Markers of all levels and below their thread, dark theme, away from the ends.
	markers := bandsScene(t, 800, 420, NewMetrics(Compact, 1, 1))
	markers.Rows = BuildRows(markers.Trace, RowsOptions{
		Expanded: map[RowKey]bool{MarkersRow: true}, Spans: true, NoDisks: true,
	}, markers.Metrics)
	markers.View = markers.View.Fit(model.Range{From: 40 * millisecond, To: 60 * millisecond}, markers.Trace.Whole())
	markers.Palette = paint.NewPalette(true, false)
	markers.Parts = PartGutter | PartRuler

	// Transfers that overlap, at twice the pixels, with a category in focus.
	disks := bandsScene(t, 1200, 200, NewMetrics(Comfortable, 2, 1))
	disks.Rows = BuildRows(disks.Trace, RowsOptions{NoMarkers: true, Filter: search(t, "nothing")}, disks.Metrics)
	disks.View = Viewport{model.Range{From: 15 * millisecond, To: 45 * millisecond}, 1200}
	disks.Parts = 0
	disks.Focus = model.MemoryManagement
	for name, s := range map[string]*Scene{"bands": whole, "markers": markers, "disks": disks} {
		var b bytes.Buffer
		if _, err := Layout(s).WriteTo(&b); err != nil {
			t.Fatal(err)
		}
		golden(t, name+".list", b.Bytes())
	}
}

func TestBandRows(t *testing.T) {
	s := bandsScene(t, 900, 900, NewMetrics(Comfortable, 1, 1))
	print := func(o RowsOptions) string {
		var list []string
		for _, r := range BuildRows(s.Trace, o, s.Metrics).List {
			text := r.Name
			if r.Kind.isBands() && r.Kind != RowChannel {
				text += fmt.Sprintf("[%d+%d]", r.Bands.Levels, r.Bands.More)
			}
			list = append(list, text)
		}
		return strings.Join(list, " ")
	}
	worker := thread(t, s.Trace, 41)
	disk := RowKey{Kind: RowDisk, Proc: model.NoProc, Common: s.Trace.String(s.Trace.Disks[0].Device)}
	for _, c := range []struct {
		name string
		opts RowsOptions
		want string
	}{
		{"by itself", RowsOptions{}, "Markers[4+2] server.exe Worker Worker backup.exe System Disk 0 Reads Writes Disk 1 Writes"},
		{"no rows but threads", RowsOptions{NoMarkers: true, NoDisks: true}, "server.exe Worker Worker backup.exe System"},
		{
			"expanded and collapsed",
			RowsOptions{Expanded: map[RowKey]bool{MarkersRow: true, disk: false}},
			"Markers[6+0] server.exe Worker Worker backup.exe System Disk 0 Disk 1 Writes",
		},
		{
			"processors, and spans of one thread",
			RowsOptions{NoMarkers: true, NoDisks: true, Processors: true, SpansOf: map[model.ThreadIx]bool{worker: true}},
			"server.exe Worker Worker[5+0] Worker backup.exe System CPUs CPU 0 CPU 1",
		},
		{
			"spans of all but one",
			RowsOptions{NoMarkers: true, NoDisks: true, Spans: true, SpansOf: map[model.ThreadIx]bool{worker: true}},
			"server.exe Worker Worker Worker[1+0] backup.exe System",
		},
	} {
		if got := print(c.opts); got != c.want {
			t.Errorf("%s: %s\nwant %s", c.name, got, c.want)
		}
	}
	rows := BuildRows(s.Trace, RowsOptions{Processors: true, Spans: true}, s.Metrics)
	if n := len(rows.Visible()); n != 2 || rows.Threads != 2 {
		t.Errorf("%d threads are summed and %d counted, want 2", n, rows.Threads)
	}
	if i, exact := rows.OfThread(worker); !exact || rows.List[i].Kind != RowThread {
		t.Errorf("the row of a thread with spans is %d", i)
	}
}

// TestDiskName: a disk has the name in the trace; a mere number is preceded by "Disk".
func TestDiskName(t *testing.T) {
	for name, want := range map[string]string{"": "Unknown disk", "0": "Disk 0", "8:16": "Disk 8:16", "disk 3": "Disk 3", "DISK": "DISK", "sda": "sda", "nvme0n1": "nvme0n1"} {
		tables := &model.Tables{}
		tr := &model.Trace{Tables: tables, Disks: []model.Disk{{Device: tables.Strings.ID(name)}}}
		if got := DiskName(tr, 0); got != want {
			t.Errorf("%q is called %q, want %q", name, got, want)
		}
	}
}

// TestNoProcessors: without a known CPU there is no row for CPUs.
func TestNoProcessors(t *testing.T) {
	tr := modeltest.Parse(t, "none", "threadlens-trace 1\ncpus 2\nspan 0ns 2ms\nos linux\nthread 7 name=\"app\"\n1ms cpu0 wake 7\n")
	for _, r := range BuildRows(tr, RowsOptions{Processors: true}, NewMetrics(Comfortable, 1, 1)).List {
		if r.Kind == RowProcessors || r.Kind == RowChannel {
			t.Errorf("row %q", r.Name)
		}
	}
}

// TestFolds: the row of all markers folds if it has more than four levels.
func TestFolds(t *testing.T) {
	for _, c := range []struct {
		kind         RowKind
		levels, more int
		want         bool
	}{{RowMarkers, 4, 0, false}, {RowMarkers, 4, 1, true}, {RowMarkers, 5, 0, true}, {RowSpans, 6, 2, false}} {
		if got := (&Row{Kind: c.kind, Bands: Bands{Levels: c.levels, More: c.more}}).folds(); got != c.want {
			t.Errorf("%+v: %v", c, got)
		}
	}
}

// TestBandsCostNoLoss compares, for random transfers and at many zooms, the columns
// of a channel with the transfers in their time: all transfers are drawn, and
// nothing else.
func TestBandsCostNoLoss(t *testing.T) {
	tr := crowdedDisk(5000)
	s := bandsOf(t, tr, 900, 300, NewMetrics(Comfortable, 1, 1))
	channel := lanes.Band{Kind: lanes.BandChannel, Thread: model.NoThread, Ix: 0}
	whole := s.View
	for _, zoom := range []float64{1, 1.7, 5, 33, 200, 3000, 90_000} {
		for _, x := range []int{0, whole.Width / 3, whole.Width - 1} {
			v := whole.Zoom(x, zoom, tr.Whole())
			for _, summary := range []*lanes.Summary{s.Summary, nil} {
				var c lanes.Columns
				c.Reset(v.Range, v.Width, v.TimeAt)
				w := lanes.Writer{}
				w.Reset(&c, 14, nil, nil)
				w.Band(tr, summary.Band(channel), channel)
				checkChannel(t, tr, v, channel, w.Main)
			}
		}
	}
}

func checkChannel(t *testing.T, tr *model.Trace, v Viewport, b lanes.Band, main []uint64) {
	t.Helper()
	for x := range main {
		// A summary's bucket may reach into the next column.
		wide := model.Range{From: v.TimeAt(x - 1), To: v.TimeAt(x + 2)}
		inside := model.Range{From: v.TimeAt(x), To: v.TimeAt(x + 1)}
		near, covers := 0, false
		for _, r := range b.Each(tr, wide) {
			near++
			covers = covers || r.From < inside.From && r.To > inside.To
		}
		if main[x] != 0 && near == 0 {
			t.Fatalf("column %d of %v shows a transfer where there is none", x, v)
		}
		if main[x] == 0 && covers {
			t.Fatalf("column %d of %v is empty under a transfer that covers it", x, v)
		}
	}
	// Nothing is too short to be seen, except what ends in the first column of the
	// window: that belongs to what starts there.
	for _, r := range b.Each(tr, v.Range) {
		if r.From <= v.From && v.X(r.To) == 0 {
			continue
		}
		x := min(max(v.X(r.From), 0), v.Width-1)
		if !slices.ContainsFunc(main[max(0, x-1):min(v.Width, x+2)], func(m uint64) bool { return m != 0 }) {
			t.Fatalf("nothing is drawn at column %d of %v for a transfer of %v", x, v, r)
		}
	}
}

// crowdedDisk is a trace of n random transfers, in bursts, some of a page file.
func crowdedDisk(n int) *model.Trace {
	tables := &model.Tables{}
	info := &model.Info{CPUs: 1, End: 10 * second, OS: model.OS{Family: "windows"}}
	rng := rand.New(rand.NewPCG(5, 6))
	disk, page := tables.Strings.ID("disk 0"), tables.Strings.ID(`C:\pagefile.sys`)
	var events []model.Event
	at := model.Time(0)
	for range n {
		at += model.Time(rng.ExpFloat64() * 1e6)
		if rng.IntN(500) == 0 {
			at += model.Time(rng.IntN(int(second)))
		}
		e := model.Event{Kind: model.KindIO, Time: at, End: at - model.Time(rng.IntN(2_000_000)), TID: model.NoTID, Name: disk, Arg: 4096}
		e.End = max(0, e.End)
		if rng.IntN(4) == 0 {
			e.Name2 = page
		}
		events = append(events, e)
	}
	info.End = at + second
	return model.Build(info, tables, nil, events)
}

// TestEveryObjectIsFound draws at many zooms and looks up every pixel of the rows
// with bands: where something is drawn it is found, its time includes the place,
// and its own rectangle contains the pixel.
func TestEveryObjectIsFound(t *testing.T) {
	for name, s := range map[string]*Scene{
		"story":   bandsScene(t, 700, 900, NewMetrics(Comfortable, 1, 1)),
		"crowded": bandsOf(t, crowdedDisk(3000), 900, 500, NewMetrics(Compact, 2, 1)),
	} {
		s.Rows = BuildRows(s.Trace, RowsOptions{
			Processors: true, Spans: true, Expanded: map[RowKey]bool{MarkersRow: name == "story"},
		}, s.Metrics)
		whole, found := s.View, 0
		for _, zoom := range []float64{1, 2.3, 9, 70, 1000} {
			for _, x := range []int{0, whole.Width / 2, whole.Width * 3 / 5} {
				s.View = whole.Zoom(x, zoom, s.Trace.Whole())
				found += checkObjects(t, fmt.Sprintf("%s 1:%g about %d", name, zoom, x), s)
			}
		}
		if found < 1000 {
			t.Errorf("%s: only %d places were looked up", name, found)
		}
	}
}

// checkObjects looks up everything drawn in a scene, and returns the number of pixels.
func checkObjects(t *testing.T, name string, s *Scene) (found int) {
	t.Helper()
	list := Layout(s)
	for _, it := range list.Items {
		if it.Row < 0 || !s.Rows.List[it.Row].Kind.isBands() {
			continue
		}
		switch it.Kind {
		case paint.ItemLane:
			lane := list.Lanes[it.Lane]
			for x, heights := range lane.Main {
				if heights == 0 || lane.Y < s.LaneArea().Min.Y || lane.Y+lane.Height > s.Size.Y {
					continue
				}
				checkObject(t, name, s, it.Row, image.Pt(lane.X+x, lane.Y+lane.Height-1))
				found++
			}
		case paint.ItemRight, paint.ItemDiamond:
			mid := it.Box.Min.Add(it.Box.Size().Div(2))
			if mid.In(it.Rect) {
				checkObject(t, name, s, it.Row, mid)
			}
		}
	}
	return found
}

func checkObject(t *testing.T, name string, s *Scene, row int, p image.Point) {
	t.Helper()
	hit := s.Hit(p)
	if hit.Row != row || hit.Object.Kind == NoObject {
		t.Fatalf("%s: at %v there is %+v, want something in row %d (%s)", name, p, hit, row, s.Rows.List[row].Name)
	}
	r, ok := s.ObjectRect(row, hit.Object)
	if !ok || !p.In(r.Inset(-s.Metrics.Px(selectedAtMin)-1)) {
		t.Fatalf("%s: %+v at %v is drawn at %v, %v", name, hit.Object, p, r, ok)
	}
}

// TestSpanLabelRoom: a span has the longest label that fits to the pixel, with 2 for its edge
// and 4 on either side. A column is a millisecond.
func TestSpanLabelRoom(t *testing.T) {
	face := paint.NewFace(false, NewMetrics(Comfortable, 1, 1).Caption)
	labels := func(length int) [3]string {
		d := fmt.Sprintf("%d ms", length)
		if length < 100 {
			d = fmt.Sprintf("%d.0 ms", length)
		}
		return [3]string{"a span of some length · 8 · " + d, "a span of some length · 8", "a span of some length"}
	}
	last := ""
	for length := 300; length > 20; length-- {
		s := bandsOf(t, modeltest.Parse(t, "span", fmt.Sprintf(`threadlens-trace 1
cpus 1
span 0ms 400ms
os windows
process 7 "app" target
thread 8 pid=7
0ms cpu0 switch idle 8 preempt
10ms cpu0 mark 8 begin "a span of some length"
%dms cpu0 mark 8 end "a span of some length"
`, 10+length)), 400, 200, NewMetrics(Comfortable, 1, 1))
		s.Rows = BuildRows(s.Trace, RowsOptions{}, s.Metrics)
		s.Parts, s.View.Width = 0, 400
		got, want := "", ""
		for _, it := range Layout(s).Items {
			if it.Row >= 0 && s.Rows.List[it.Row].Kind == RowMarkers && it.Kind == paint.ItemText {
				got = it.Text
			}
		}
		for _, l := range labels(length) {
			if want == "" && face.Width(l) <= length-10 {
				want = l
			}
		}
		if want == "" && length-10 >= 48 {
			want = face.Fit("a span of some length", length-10)
		}
		if got != want {
			t.Fatalf("on a span of %d pixels is written %q, want %q", length, got, want)
		}
		last = got
	}
	if last != "" {
		t.Errorf("on a short span is written %q", last)
	}
}

// TestTransferLabels: a file and its size are written into a transfer, or after it, as
// far as they fit to the pixel; transfers that overlap are marked where they start, in
// stretches of 24 columns or more. A column is a millisecond.
func TestTransferLabels(t *testing.T) {
	draw := func(list [][2]int, until int) string {
		t.Helper()
		var b strings.Builder
		b.WriteString("threadlens-trace 1\ncpus 1\nspan 0ns 300ms\nos windows\nprocess 7 \"app\" target\nthread 8 pid=7\n")
		slices.SortFunc(list, func(a, b [2]int) int { return a[1] - b[1] })
		for _, x := range list {
			fmt.Fprintf(&b, "%dms cpu0 io 8 %dms read dev=\"disk 0\" bytes=4096 file=\"f\"\n", x[1], x[0])
		}
		s := bandsOf(t, modeltest.Parse(t, "transfers", b.String()), 300, 200, NewMetrics(Comfortable, 1, 1))
		s.Parts = 0
		s.View.Width = 300
		var got []string
		for _, it := range Layout(s).Items {
			if it.Row < 0 || s.Rows.List[it.Row].Kind != RowChannel || it.Kind == paint.ItemLane || it.Rect.Min.X >= until {
				continue
			}
			got = append(got, fmt.Sprintf("%d %s", it.Rect.Min.X, cmp.Or(it.Text, "mark")))
		}
		slices.Sort(got)
		return strings.Join(got, ", ")
	}
	face := paint.NewFace(false, NewMetrics(Comfortable, 1, 1).Caption)
	const long = "f · 4 KiB"
	w, w1 := face.Width(long), face.Width("f")
	if w1+12 >= 24 || w < 30 || w > 80 {
		t.Fatalf("%q is %d pixels wide, %q %d", long, w, "f", w1)
	}
	for _, c := range []struct {
		name  string
		list  [][2]int
		until int
		want  string
	}{
		{"all inside", [][2]int{{10, 10 + w + 14}}, 300, "17 " + long},
		{"the file inside", [][2]int{{10, 10 + w + 13}}, 300, "17 f"},
		{"the file just inside", [][2]int{{10, 10 + w1 + 14}}, 300, "17 f"},
		{"behind it", [][2]int{{10, 10 + w1 + 13}}, 300, fmt.Sprint(10+w1+13+6, " ", long)},
		{"all up to the next", [][2]int{{10, 15}, {15 + w + 12, 200}}, 15 + w + 12, "21 " + long},
		{"the file up to the next", [][2]int{{10, 15}, {15 + w + 11, 200}}, 15 + w + 11, "21 f"},
		{"just room behind", [][2]int{{10, 15}, {39, 200}}, 39, "21 f"},
		{"no room behind", [][2]int{{10, 15}, {38, 200}}, 38, ""},
		{"overlapping, narrow", [][2]int{{10, 24}, {20, 33}}, 34, ""},
		{"overlapping", [][2]int{{10, 24}, {20, 34}}, 35, "20 mark"},
		{"a beginning near the end", [][2]int{{10, 40}, {37, 40}}, 41, "17 f"},
		{"a beginning a little before the end", [][2]int{{10, 40}, {36, 40}}, 41, "17 f, 36 mark"},
		{"overlapping, wide", [][2]int{{10, 120}, {100, 200}}, 201, "100 mark, 107 " + long + ", 17 " + long},
		{"one inside another", [][2]int{{10, 250}, {20, 20 + w + 14}, {150, 240}}, 251, "150 mark, 157 " + long + ", 20 mark, 27 " + long},
	} {
		if got := draw(c.list, c.until); got != c.want {
			t.Errorf("%s: %s\nwant %s", c.name, got, c.want)
		}
	}
}

func TestObjectsOfTheStory(t *testing.T) {
	s := bandsScene(t, 1272+12, 900, NewMetrics(Comfortable, 1, 1)) // 10 columns a ms
	at := func(kind RowKind, name string, line int, ms float64) (Object, int) {
		t.Helper()
		for i, r := range s.Rows.List {
			if r.Kind == kind && r.Name == name {
				y0, _ := s.lineY(i, line)
				return s.Hit(image.Pt(272+int(ms*10), y0+5)).Object, i
			}
		}
		t.Fatalf("no row %q", name)
		return Object{}, 0
	}
	name := func(o Object) string {
		if m := MarkerOf(s.Trace, o); m != nil {
			return s.Trace.String(m.Name)
		}
		return ""
	}
	for _, c := range []struct {
		row  RowKind
		in   string
		line int
		ms   float64
		kind ObjectKind
		want string
	}{
		{RowMarkers, "Markers", 0, 6.2, ObjectPoint, "Cache miss"},
		{RowMarkers, "Markers", 0, 22.9, ObjectPoint, "Query answered"},
		{RowMarkers, "Markers", 0, 30, NoObject, ""},
		{RowMarkers, "Markers", 1, 1, ObjectSpan, "Start"},
		{RowMarkers, "Markers", 1, 20, ObjectSpan, "Request 417"},
		{RowMarkers, "Markers", 2, 10, ObjectSpan, "Parse"},
		{RowMarkers, "Markers", 2, 20, NoObject, ""},
		{RowMarkers, "Markers", 5, 54.5, ObjectSpan, "c"},
		{RowSpans, "Worker", 5, 55.5, ObjectSpan, "d"},
		{RowChannel, "CPU 0", 0, 14.2, ObjectInterrupt, ""},
		{RowChannel, "CPU 1", 0, 42, ObjectSlice, ""},
		{RowChannel, "Reads", 0, 17, ObjectTransfer, ""},
	} {
		o, row := at(c.row, c.in, c.line, c.ms)
		if o.Kind != c.kind || name(o) != c.want {
			t.Errorf("%s, line %d, %g ms: %+v %q, want %d %q", c.in, c.line, c.ms, o, name(o), c.kind, c.want)
		}
		if _, ok := s.ObjectRect(row, o); ok != (c.kind != NoObject) {
			t.Errorf("%s, line %d, %g ms: rectangle %v", c.in, c.line, c.ms, ok)
		}
	}
	o, _ := at(RowMarkers, "Markers", 1, 20)
	if n := len(s.Related(o)); n != 6 { // a span, a flag, a message; above and below the thread
		t.Errorf("%d markers of the correlation are in view, want 6", n)
	}
	o, _ = at(RowMarkers, "Markers", 2, 10)
	if list := s.Related(o); list != nil {
		t.Errorf("a span without correlation is related to %v", list)
	}
}
