package timeline

import (
	"fmt"
	"image"
	"slices"
	"testing"

	"threadlens/model"
	"threadlens/model/modeltest"
	"threadlens/timeline/paint"
)

// columnsScene is the story with a lane area of 1000 columns from x = 272 on: a column
// is 0.1 ms.
func columnsScene(t *testing.T) *Scene {
	return storyScene(t, 272+1000+12, 330, NewMetrics(Comfortable, 1, 1))
}

// TestBrush: the window is a frame with handles on the overview, which stay inside, and
// a marker if it is less than 14 pixels wide. By hand: the chart of the overview is
// from 22 to 52, the frame extends 2 above and below and is 2 wide, handles are 5 × 14.
func TestBrush(t *testing.T) {
	type box = image.Rectangle
	frame := func(x0, x1 int) []box {
		return []box{image.Rect(x0, 20, x1, 22), image.Rect(x0, 52, x1, 54), image.Rect(x0, 22, x0+2, 52), image.Rect(x1-2, 22, x1, 52)}
	}
	for _, c := range []struct {
		from, to int // columns
		want     []box
		marker   box
	}{
		{200, 214, append(frame(472, 486), image.Rect(471, 30, 476, 44), image.Rect(483, 30, 488, 44)), box{}},
		{200, 213, []box{image.Rect(477, 20, 479, 54)}, image.Rect(473, 15, 483, 20)},
		{0, 500, append(frame(272, 772), image.Rect(272, 30, 277, 44), image.Rect(769, 30, 774, 44)), box{}},
		{500, 1000, append(frame(772, 1272), image.Rect(771, 30, 776, 44), image.Rect(1267, 30, 1272, 44)), box{}},
	} {
		s := columnsScene(t)
		s.View.Range = model.Range{From: model.Time(c.from) * 100 * microsecond, To: model.Time(c.to) * 100 * microsecond}
		var got []box
		marker := box{}
		for _, it := range Layout(s).Items {
			switch {
			case it.Kind == paint.ItemDown && it.Color == paint.Opaque(s.Palette.Accent):
				marker = it.Box
			case it.Kind == paint.ItemRect && it.Color == paint.Opaque(s.Palette.Accent) && it.Rect.Max.Y <= 60:
				got = append(got, it.Rect)
			}
		}
		if !slices.Equal(got, c.want) || marker != c.marker {
			t.Errorf("columns %d to %d: %v, %v\nwant %v, %v", c.from, c.to, got, marker, c.want, c.marker)
		}
	}
}

// TestSelectedIsSeen: a selected segment narrower than three pixels is drawn on top,
// three wide; wider ones are not.
func TestSelectedIsSeen(t *testing.T) {
	for width, want := range map[int]image.Rectangle{1000: image.Rect(272+10, 110, 272+13, 130), 1500: {}} { // of 0.2 ms: 2 and 3 pixels
		s := storyScene(t, 272+width+12, 330, NewMetrics(Comfortable, 1, 1))
		s.Selected = SegmentRef{thread(t, s.Trace, 41), 1}
		r, ok := s.SegmentRect(s.Selected)
		if !ok || r.Dx() != 3 {
			t.Fatalf("%v, %v", r, ok)
		}
		look := s.Palette.Category(s.Trace.Segment(s.Selected.Thread, 1).Category)
		got := image.Rectangle{}
		for _, it := range Layout(s).Items {
			if it.Kind == paint.ItemRect && it.Color == paint.Opaque(look.Edge) && it.Rect.Dx() == 3 && it.Rect.Dy() > 10 {
				got = it.Rect
			}
		}
		if got.Min.X != want.Min.X || got.Dx() != want.Dx() || got != (image.Rectangle{}) && got != r {
			t.Errorf("with %d columns it is drawn at %v, want %v", width, got, want)
		}
	}
}

// TestMeets: spans that only touch do not meet.
func TestMeets(t *testing.T) {
	for _, c := range []struct {
		from, to int
		want     bool
	}{{0, 10, false}, {0, 11, true}, {19, 30, true}, {20, 30, false}, {12, 13, true}, {0, 100, true}, {40, 41, true}, {41, 50, false}} {
		if got := meets([][2]int{{10, 20}, {40, 41}}, c.from, c.to); got != c.want {
			t.Errorf("%d to %d: %v", c.from, c.to, got)
		}
	}
}

// TestChartRoom: in a low window the lines of the legend move closer, then the switch
// of the denominator is left out, then the lines touch, then lines from the top are
// left out, and finally the chart itself. By hand: the legend of six starts at
// 60 + 26 + 94 = 180, lines are 24, 18 or 14 high, the switch needs 64; the chart needs 24 of what 24 above and 18 below leave.
func TestChartRoom(t *testing.T) {
	tr := modeltest.Parse(t, "chart", chartTrace)
	for _, c := range []struct {
		height, lines, pitch int
		percent, plot        bool
	}{
		{388, 6, 24, true, true},
		{387, 6, 18, true, true},
		{352, 6, 18, true, true},
		{351, 6, 18, false, true},
		{288, 6, 18, false, true},
		{287, 6, 14, false, true},
		{264, 6, 14, false, true},
		{263, 5, 14, false, true},
		{194, 1, 14, false, true},
		{193, 0, 0, false, true},
		{152, 0, 0, false, true},
		{151, 0, 0, false, false},
	} {
		s := chartScene(t, tr, 900, c.height, NewMetrics(Comfortable, 1, 1))
		p := s.chartPlaces()
		ok := len(p.legend) == c.lines && len(p.classes) == c.lines && p.percent.Empty() != c.percent && p.plot.Empty() != c.plot
		for i, r := range p.legend {
			ok = ok && r == image.Rect(11, 180+i*c.pitch, 272-44, 180+(i+1)*c.pitch)
		}
		if ok && c.lines > 0 {
			ok = p.classes[c.lines-1] == paint.ClassTarget // near the floor
		}
		if ok && c.percent {
			ok = p.percent == image.Rect(20, 180+6*c.pitch+14, 272-8, 180+6*c.pitch+64) && s.PercentRect().Min.Y == p.percent.Min.Y+18
		}
		if !ok {
			t.Errorf("%d high: %d lines %v, switch %v, chart %v", c.height, len(p.legend), p.legend, p.percent, p.plot)
		}
	}
}

// TestAverageChip: the label of the average is inside the scope, or after it, or before
// it, so that no edge of the scope runs through it; above the line, or below it at the
// top.
func TestAverageChip(t *testing.T) {
	s := chartScene(t, modeltest.Parse(t, "chart", chartTrace), 272+400+12, 400, NewMetrics(Comfortable, 1, 1))
	plot := s.plot()
	const text = "Average of this process: 0.74 cores"
	caption := paint.NewFace(false, s.Metrics.Caption)
	wide := caption.Width(text) + 16
	for x0 := plot.Min.X; x0 < plot.Max.X; x0 += 7 {
		for x1 := x0 + 1; x1 <= plot.Max.X; x1++ {
			f := chartFrame{&frame{Scene: s, dl: &paint.DisplayList{}, caption: caption}}
			f.averageChip(text, plot, x0, x1, 300)
			left := x0 + 10
			switch whole := x0 == plot.Min.X && x1 == plot.Max.X; {
			case x1-x0 >= wide+10 || whole:
			case plot.Max.X-x1 >= wide+20:
				left = x1 + 10
			case x0-plot.Min.X >= wide+10:
				left = x0 - 10 - wide
			}
			left = min(left, plot.Max.X-10-wide)
			if len(f.dl.Items) != 2 || f.dl.Items[0].Rect != image.Rect(left, 276, left+wide, 296) || f.dl.Items[1].X != left+8 {
				t.Fatalf("of the scope from %d to %d: %+v, want it at %d", x0, x1, f.dl.Items, left)
			}
		}
	}
	for y, want := range map[int]int{86 + 24: 86, 86 + 23: 86 + 23 - 24 + 20 + 8 + 2, 200: 176} { // 20 high, 4 above the line; below it with 4 more and the line of 2
		f := chartFrame{&frame{Scene: s, dl: &paint.DisplayList{}, caption: caption}}
		f.averageChip(text, plot, plot.Min.X, plot.Max.X, y)
		if got := f.dl.Items[0].Rect.Min.Y; got != want {
			t.Errorf("the average at %d has its text at %d, want %d", y, got, want)
		}
	}
	for _, room := range []int{wide + 10, wide + 9} { // and the gap at the right
		f := chartFrame{&frame{Scene: s, dl: &paint.DisplayList{}, caption: caption}}
		narrow := plot
		narrow.Max.X = narrow.Min.X + room
		f.averageChip(text, narrow, narrow.Min.X, narrow.Max.X, 300)
		if got := len(f.dl.Items) > 0; got != (room == wide+10) {
			t.Errorf("in %d pixels the text is written: %v", room, got)
		}
	}
}

// TestChartLabels: the numbers of CPUs at the axis are written if they are a line and 4
// pixels above the one below.
func TestChartLabels(t *testing.T) {
	const processors = 5
	s := chartScene(t, modeltest.Synthetic(processors, 30, second, 1), 900, 500, NewMetrics(Comfortable, 1, 1))
	s.Grid = false
	caption := paint.NewFace(false, s.Metrics.Caption)
	apart := caption.Ascent + caption.Descent + 4
	for high := 24; high < 200; high++ {
		plot := image.Rect(272, 110, 888, 110+high)
		f := chartFrame{&frame{Scene: s, dl: &paint.DisplayList{}, caption: caption}}
		f.plotLines(plot)
		var got, want []string
		lines := 0
		for _, it := range f.dl.Items {
			switch {
			case it.Kind == paint.ItemText && len(it.Text) == 1:
				got = append(got, fmt.Sprint(it.Text, " at ", it.Y))
			case it.Kind == paint.ItemRect && it.Color.A == plotGrid:
				lines++
				if i := processors - lines; it.Rect.Min.Y != plot.Max.Y-high*lines/processors || it.Rect.Dy() != 1 {
					t.Fatalf("%d high: line %d at %v", high, i, it.Rect)
				}
			}
		}
		last := 1 << 20
		for i := range processors + 1 {
			if y := plot.Max.Y - high*i/processors; last-y >= apart {
				want = append(want, fmt.Sprint(i, " at ", caption.Centre(y)))
				last = y
			}
		}
		if !slices.Equal(got, want) || lines != processors-1 {
			t.Fatalf("%d high: %v and %d lines, want %v", high, got, lines, want)
		}
	}
}

// TestHeaderFits: the title of the sort menu is as long as there is room for, clear
// of the filter.
func TestHeaderFits(t *testing.T) {
	seen := map[string]bool{}
	for gutter := float32(120); gutter < 420; gutter++ {
		s := storyScene(t, 1200, 300, NewMetrics(Comfortable, 1, 1))
		s.Metrics.Gutter = gutter
		h := s.header()
		caption := paint.NewFace(false, s.Metrics.Caption)
		room := int(gutter) - 10 - h.filter.Max.X - 12 // for the label, before the arrow
		want := ""
		for _, label := range []string{"Sort: " + s.Rows.Sort.String(), s.Rows.Sort.String()} {
			if want == "" && caption.Width(label) <= room {
				want = label
			}
		}
		if h.label != want || h.sort.Max.X != int(gutter)-10 || h.sort.Dx() != 12+caption.Width(want) {
			t.Fatalf("in a gutter of %v: %q at %v, want %q", gutter, h.label, h.sort, want)
		}
		seen[want] = true
		if hit := s.Hit(image.Pt(h.sort.Max.X-1, 70)); hit.Region != RegionSort {
			t.Fatalf("in a gutter of %v the arrow is in region %d", gutter, hit.Region)
		}
	}
	if len(seen) != 3 {
		t.Errorf("only %v were written", seen)
	}
}

// TestFlagsAreHit: a flag is found from its stem to the end of its pennant of 8 pixels, a
// message of 5 pixels also at its left half. By hand: the flag is at 6 ms, the message at
// 23 ms, a column is 0.1 ms.
func TestFlagsAreHit(t *testing.T) {
	s := bandsScene(t, 272+1000+12, 900, NewMetrics(Comfortable, 1, 1))
	row := slices.IndexFunc(s.Rows.List, func(r Row) bool { return r.Kind == RowMarkers })
	y, _ := s.lineY(row, 0)
	for column, want := range map[int]model.Time{
		59: -1, 60: 6 * millisecond, 67: 6 * millisecond, 68: -1, 227: -1, 228: 23 * millisecond, 230: 23 * millisecond, 232: 23 * millisecond, 238: -1,
		470: 47 * millisecond, 471: 47*millisecond + 100*microsecond, 472: 47*millisecond + 200*microsecond, 479: 47*millisecond + 200*microsecond, 480: -1,
	} {
		o := s.Hit(image.Pt(272+column, y+5)).Object
		if (o.Kind == ObjectPoint) != (want >= 0) || want >= 0 && (o.At != want || s.Trace.Markers[o.Index].Time != want || o.Others != 0) {
			t.Errorf("at column %d: %+v, want %d", column, o, want)
		}
	}
	if o := s.Hit(image.Pt(272+60, y+14)).Object; o != (Object{}) {
		t.Errorf("between the lines is %+v", o)
	}
	s.View.Range = s.Trace.Whole()
	s.View.Width = 100 // the three flags are in one column
	if o := s.Hit(image.Pt(272+47, y+5)).Object; o.At != 47*millisecond+200*microsecond || o.Others != 2 {
		t.Errorf("of three flags in a column: %+v", o)
	}
}

// TestInterruptsAreHit: on the lane of a CPU an interrupt is found up to the height to
// which it is drawn: half in the millisecond from 15 ms on, and full in the previous
// one.
func TestInterruptsAreHit(t *testing.T) {
	s := bandsScene(t, 272+100+12, 900, NewMetrics(Comfortable, 1, 1)) // a column is a ms
	row := slices.IndexFunc(s.Rows.List, func(r Row) bool { return r.Kind == RowChannel && r.Name == "CPU 0" })
	top, bottom := s.lineY(row, 0)
	if bottom-top != 14 {
		t.Fatalf("a lane of %d pixels", bottom-top)
	}
	for _, c := range []struct {
		column, above int
		kind          ObjectKind
		at            model.Time
		others        int
	}{
		{15, 7, ObjectInterrupt, 14_500 * microsecond, 0},
		{15, 8, ObjectSlice, 1 * millisecond, 0},
		{14, 14, ObjectInterrupt, 14 * millisecond, 1},
		{13, 1, ObjectSlice, 1 * millisecond, 0},
		{16, 1, ObjectSlice, 16 * millisecond, 0},
	} {
		o := s.Hit(image.Pt(272+c.column, bottom-c.above)).Object
		if o.Kind != c.kind || o.At != c.at || o.Others != c.others || o.Index != 0 {
			t.Errorf("%d pixels above the bottom at %d ms: %+v, want %d at %d", c.above, c.column, o, c.kind, c.at)
		}
	}
}

// TestCandidates: of the things in a column the one that starts in it counts, or
// the longest inside if there are several.
func TestCandidates(t *testing.T) {
	column := model.Range{From: 100, To: 200}
	for _, c := range []struct {
		list         []model.Range
		want, others int
	}{
		{[]model.Range{{From: 0, To: 300}}, 0, 0},
		{[]model.Range{{From: 0, To: 300}, {From: 100, To: 101}}, 1, 1},
		{[]model.Range{{From: 0, To: 300}, {From: 99, To: 300}}, 0, 1},
		{[]model.Range{{From: 0, To: 110}, {From: 110, To: 150}, {From: 150, To: 199}}, 2, 2},
		{[]model.Range{{From: 110, To: 150}, {From: 150, To: 190}}, 0, 1},
		{[]model.Range{{From: 0, To: 160}, {From: 160, To: 170}, {From: 170, To: 175}}, 0, 2},
		{[]model.Range{{From: 120, To: 120}}, 0, 0}, // of no length
	} {
		all := candidates{column: column}
		for i, r := range c.list {
			if !all.add(Object{Index: i}, r) {
				t.Errorf("%v: no more after %d", c.list, i)
			}
		}
		if o, ok := all.best(); !ok || o.Index != c.want || o.Others != c.others {
			t.Errorf("%v: %+v, want %d with %d others", c.list, o, c.want, c.others)
		}
	}
	many, n := candidates{column: column}, 1
	for ; many.add(Object{}, column); n++ {
	}
	if o, _ := many.best(); n != 256 || o.Others != 255 {
		t.Errorf("%d are looked at, and %d others counted", n, o.Others)
	}
	if _, ok := (&candidates{}).best(); ok {
		t.Error("there is something in nothing")
	}
}

// TestSliceLabels: on the lane of a CPU slices of 4 columns or more are marked where they
// start, unless that is where the window starts, and those of 44 or more have the id of
// their thread. A column is a millisecond.
func TestSliceLabels(t *testing.T) {
	tr := modeltest.Parse(t, "slices", `threadlens-trace 1
cpus 1
span 0ms 300ms
os linux
process 7 "app" target
thread 8 pid=7
thread 9 pid=7
0ms cpu0 switch idle 8 preempt
50ms cpu0 switch 8 9 preempt
93ms cpu0 switch 9 8 preempt
137ms cpu0 switch 8 9 preempt
140ms cpu0 switch 9 8 preempt
144ms cpu0 switch 8 9 preempt
`)
	s := coresOf(t, tr, ColourThread, 300, 200, NewMetrics(Comfortable, 1, 1))
	s.Parts = 0
	s.View.Width = 300
	row := slices.IndexFunc(s.Rows.List, func(r Row) bool { return r.Kind == RowCore })
	var marks, labels []int
	for _, it := range Layout(s).Items {
		switch {
		case it.Row != row:
		case it.Kind == paint.ItemText:
			labels = append(labels, it.X)
			if want := threadID(tr, thread(t, tr, map[int]model.TID{6: 8, 99: 8, 150: 9}[it.X])); it.Text != want {
				t.Errorf("at %d it says %q, want %q", it.X, it.Text, want)
			}
		case it.Kind == paint.ItemRect && it.Color == paint.Opaque(s.Palette.Lane) && it.Rect.Dx() == 1:
			marks = append(marks, it.Rect.Min.X)
		}
	}
	slices.Sort(labels)
	// In a slice of 100 columns the id of the first thread just fits, with 6 on either side.
	caption := paint.NewFace(false, s.Metrics.Caption)
	const long = 4_000_000_001
	for _, width := range []int{caption.Width("4000000001") + 12, caption.Width("4000000001") + 11} {
		s := coresOf(t, modeltest.Parse(t, "long", fmt.Sprintf(`threadlens-trace 1
cpus 1
span 0ms 300ms
os linux
process 7 "app" target
thread %d pid=7
thread 9 pid=7
0ms cpu0 switch idle %d preempt
%dms cpu0 switch %d 9 preempt
`, long, long, width, long)), ColourThread, 300, 200, NewMetrics(Comfortable, 1, 1))
		s.Parts, s.View.Width = 0, 300
		said := false
		for _, it := range Layout(s).Items {
			said = said || it.Text == "4000000001"
		}
		if want := width == caption.Width("4000000001")+12; said != want {
			t.Errorf("a slice of %d columns has its id: %v", width, said)
		}
	}
	if !slices.Equal(marks, []int{50, 93, 140, 144}) || !slices.Equal(labels, []int{6, 99, 150}) {
		t.Errorf("marks at %v, labels at %v", marks, labels)
	}
}

// TestFoundOnCores: a slice is found as the segment of its thread, and the queue at its
// instant.
func TestFoundOnCores(t *testing.T) {
	s := coresOf(t, storyTrace(t, "bands.tltxt"), ColourThread, 272+1000+12, 400, NewMetrics(Comfortable, 1, 1))
	for row := range s.Rows.List {
		y := s.rowMiddle(row)
		hit := s.Hit(image.Pt(272+50, y))
		switch s.Rows.List[row].Kind {
		case RowQueue:
			if hit.Object != (Object{Kind: ObjectQueue, At: 5 * millisecond}) {
				t.Errorf("in the queue is %+v", hit)
			}
		case RowCore:
			want, tid := NoSegment, []model.TID{41, 42}[s.Rows.List[row].CPUs[0]]
			for i := range s.Trace.Threads[thread(t, s.Trace, tid)].Len() {
				if seg := s.Trace.Segment(thread(t, s.Trace, tid), i); seg.Contains(5 * millisecond) {
					want = SegmentRef{thread(t, s.Trace, tid), i}
				}
			}
			if hit.Segment != want || hit.Object != (Object{}) {
				t.Errorf("on %s is %+v, want %+v", s.Rows.List[row].Name, hit, want)
			}
		}
	}
}

// TestRectOfASlice: a slice and an interrupt are on the lane of their CPU alone.
func TestRectOfASlice(t *testing.T) {
	s := coresOf(t, storyTrace(t, "bands.tltxt"), ColourThread, 272+1000+12, 400, NewMetrics(Comfortable, 1, 1))
	for _, row := range []int{-1, len(s.Rows.List)} {
		if r, ok := s.ObjectRect(row, Object{Kind: ObjectSlice, At: 1 * millisecond}); ok {
			t.Errorf("a row that is not there shows a slice at %v", r)
		}
	}
	for row := range s.Rows.List {
		for _, o := range []Object{{Kind: ObjectSlice, Index: 0, At: 1 * millisecond}, {Kind: ObjectInterrupt, Index: 0, At: 14 * millisecond}, {Kind: ObjectSpan}, {Kind: ObjectQueue, At: 5 * millisecond}} {
			r, ok := s.ObjectRect(row, o)
			want := coreColumns(&s.Rows.List[row], o)
			if ok != (want.Dx() > 0) || ok && (r.Min.X != want.Min.X || r.Max.X != want.Max.X) {
				t.Errorf("row %d (%s), %+v: %v, %v, want columns %d to %d", row, s.Rows.List[row].Name, o, r, ok, want.Min.X, want.Max.X)
			}
		}
	}
}

// coreColumns are, by hand, the columns of an object of TestRectOfASlice in a row,
// empty if it is not shown.
func coreColumns(row *Row, o Object) image.Rectangle {
	switch {
	case row.Kind == RowQueue && o.Kind == ObjectQueue:
		return image.Rect(272+49, 0, 272+52, 1) // at least 3 wide
	case row.Kind != RowCore || row.CPUs[0] != 0:
	case o.Kind == ObjectSlice:
		return image.Rect(272+10, 0, 272+160, 1)
	case o.Kind == ObjectInterrupt:
		return image.Rect(272+140, 0, 272+145, 1)
	}
	return image.Rectangle{}
}

// TestBusyBar: next to a CPU is its busy share, as a bar of 64 pixels that ends 54 before
// the gutter does, and as a number. By hand: 75 of 100 ms.
func TestBusyBar(t *testing.T) {
	tr := modeltest.Parse(t, "busy", `threadlens-trace 1
cpus 1
span 0ms 100ms
os linux
process 7 "app" target
thread 8 pid=7
0ms cpu0 switch idle 8 preempt
75ms cpu0 switch 8 idle wait
`)
	s := coresOf(t, tr, ColourThread, 900, 200, NewMetrics(Comfortable, 1, 1))
	for _, c := range []struct {
		view model.Range
		bar  int
		text string
	}{{tr.Whole(), 48, "75.0%"}, {model.Range{From: 50 * millisecond, To: 100 * millisecond}, 32, "50.0%"}, {model.Range{To: 75 * millisecond}, 64, "100%"}, {model.Range{From: 75 * millisecond, To: tr.End}, 0, "0"}} {
		s.View.Range = c.view
		bar, back, said := busyBar(s, c.text)
		if bar != c.bar || back != 64 || !said {
			t.Errorf("in %v the bar is %d of %d wide, the number %q there: %v", c.view, bar, back, c.text, said)
		}
	}
}

// busyBar is the width of the bar next to the only CPU, and of its background, and
// whether a text is written in the gutter.
func busyBar(s *Scene, text string) (bar, back int, said bool) {
	for _, it := range Layout(s).Items {
		said = said || it.Kind == paint.ItemText && it.Text == text && it.Rect.Min.X == 0
		if it.Kind != paint.ItemRect || it.Rect.Min.X != 272-54-64 || it.Rect.Dy() != 5 {
			continue
		}
		if it.Color == paint.Opaque(s.Palette.Line) {
			back = it.Rect.Dx()
		} else {
			bar = it.Rect.Dx()
		}
	}
	return bar, back, said
}

// TestNamesFromPitch: lanes of 12 dp or more have names, small ones below 18 dp; both
// limits scale with the text size.
func TestNamesFromPitch(t *testing.T) {
	for _, c := range []struct {
		text, pitch float32
		size        string // "" for no name
	}{{1, 11, ""}, {1, 12, "11"}, {1, 17, "11"}, {1, 18, "13"}, {2, 23, ""}, {2, 24, "22"}, {2, 35, "22"}, {2, 36, "26"}} {
		m := NewMetrics(Comfortable, 1, c.text)
		m.Pitch, m.Gutter = c.pitch, 500
		s := storyScene(t, 1200, 500, m)
		s.Row = -1
		got := ""
		for _, it := range Layout(s).Items {
			if it.Kind == paint.ItemText && it.Text == "worker-1" {
				got = it.Face.String()
			}
		}
		if got != c.size {
			t.Errorf("text at %v, lanes of %v: the name is written in %q, want %q", c.text, c.pitch, got, c.size)
		}
	}
}

// TestObjectsAtTheEdge: what ends where the window starts is not in it, nor is what starts
// where it ends.
func TestObjectsAtTheEdge(t *testing.T) {
	s := bandsScene(t, 272+1000+12, 900, NewMetrics(Comfortable, 1, 1))
	row := slices.IndexFunc(s.Rows.List, func(r Row) bool { return r.Kind == RowChannel && r.Name == "CPU 0" })
	irq := Object{Kind: ObjectInterrupt, At: 14 * millisecond} // to 14.5 ms
	for _, c := range []struct {
		from, to model.Time
		want     bool
	}{
		{14_499_999, 15 * millisecond, true}, {14_500_000, 15 * millisecond, false}, {13 * millisecond, 14_000_001, true}, {13 * millisecond, 14_000_000, false},
	} {
		s.View.Range = model.Range{From: c.from, To: c.to}
		if r, ok := s.ObjectRect(row, irq); ok != c.want {
			t.Errorf("from %d to %d: %v, %v", c.from, c.to, r, ok)
		}
	}
}

// TestLinesOfBands: each height of a row with bands belongs to the line that is drawn there,
// or to none.
func TestLinesOfBands(t *testing.T) {
	s := bandsScene(t, 900, 900, NewMetrics(Comfortable, 1, 1))
	for i := range s.Rows.List {
		row := &s.Rows.List[i]
		if !row.Kind.isBands() {
			continue
		}
		for y := s.rowY(i); y < s.rowY(i+1); y++ {
			want := -1
			for line := range row.lineCount() {
				if y0, y1 := s.lineY(i, line); y >= y0 && y < y1 {
					want = line
				}
			}
			if got := s.lineAt(i, y); got != want {
				t.Fatalf("row %q: at %d of %d is line %d, want %d", row.Name, y-s.rowY(i), s.rowY(i+1)-s.rowY(i), got, want)
			}
		}
	}
}

// TestTransferWithoutSize: for a transfer of unknown size only the file is shown.
func TestTransferWithoutSize(t *testing.T) {
	tables := &model.Tables{}
	file := tables.Strings.ID(`C:\data\a.bin`)
	for _, c := range []struct {
		file  model.StringID
		bytes int64
		want  [2]string
	}{{file, 0, [2]string{"a.bin"}}, {file, 1, [2]string{"a.bin · 1 B", "a.bin"}}, {model.NoString, 1, [2]string{"1 B"}}, {model.NoString, 0, [2]string{}}} {
		if got := TransferLabels(&model.Trace{Tables: tables, IOs: []model.IOTransfer{{File: c.file, Bytes: c.bytes}}}, 0); got != c.want {
			t.Errorf("%d bytes: %q, want %q", c.bytes, got, c.want)
		}
	}
}

// TestSwitchOfThePercent: pictures in files, in which nothing can be chosen, and other
// views have no switch of the denominator.
func TestSwitchOfThePercent(t *testing.T) {
	s := chartScene(t, modeltest.Parse(t, "chart", chartTrace), 900, 500, NewMetrics(Comfortable, 1, 1))
	if s.PercentRect().Empty() {
		t.Error("the chart has no switch")
	}
	s.Chart.Still = true
	if !s.PercentRect().Empty() {
		t.Error("a picture has one")
	}
	for _, still := range []bool{false, true} {
		threads := storyScene(t, 900, 500, NewMetrics(Comfortable, 1, 1))
		threads.Chart.Still = still
		if !threads.PercentRect().Empty() || !threads.LegendRect(paint.ClassTarget).Empty() {
			t.Error("lanes have one, or a legend")
		}
	}
}

// TestPrefixEnd: when the labels of the ruler have a common part, and where that ends.
func TestPrefixEnd(t *testing.T) {
	s := storyScene(t, 900, 300, NewMetrics(Comfortable, 1, 1))
	if got := s.PrefixEnd(); got != 0 {
		t.Errorf("without one it ends at %d", got)
	}
	s.View.Range = model.Range{From: 20 * millisecond, To: 20*millisecond + 400*microsecond}
	if got, want := s.PrefixEnd(), 4+paint.NewFace(false, s.Metrics.Caption).Width("20 ms +"); got != want {
		t.Errorf("it ends at %d, want %d", got, want)
	}
	s.Parts &^= PartRuler
	if got := s.PrefixEnd(); got != 0 {
		t.Errorf("without a ruler it ends at %d", got)
	}
}

// TestCovers: a segment covers the window if it starts no later and ends no earlier.
func TestCovers(t *testing.T) {
	window := model.Range{From: 10, To: 20}
	for r, want := range map[model.Range]bool{
		window: true, {From: 9, To: 21}: true, {From: 11, To: 20}: false, {From: 10, To: 19}: false, {From: 0, To: 15}: false, {From: 15, To: 30}: false,
	} {
		if covers(r, window) != want {
			t.Errorf("%v: %v", r, !want)
		}
	}
}

// TestLossColumns: lost events take the columns of their time, one column if they have no
// length.
func TestLossColumns(t *testing.T) {
	tr := modeltest.Parse(t, "losses", `threadlens-trace 1
cpus 2
span 0us 100us
os linux
thread 8 pid=7
10us cpu0 switch idle 8 preempt
20us cpu0 loss 20us
40us cpu1 loss 45us
43us cpu0 loss 60us
`)
	s := &Scene{Trace: tr}
	for _, c := range []struct {
		window model.Range
		want   string
	}{
		{tr.Whole(), "2-3 4-6 "},
		{model.Range{From: 50_000, To: 60_000}, "0-10 "},
		{model.Range{From: 60_000, To: 100_000}, ""},
	} {
		got := ""
		for x0, x1 := range s.lossColumns(Viewport{c.window, 10}) {
			got += fmt.Sprintf("%d-%d ", x0, x1)
		}
		if got != c.want {
			t.Errorf("%v: columns %s, want %s", c.window, got, c.want)
		}
	}
}
