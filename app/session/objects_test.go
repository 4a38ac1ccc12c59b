package session

import (
	"os"
	"strings"
	"testing"

	"threadlens/app/session/explain"
	"threadlens/app/session/naming"
	"threadlens/model"
	"threadlens/model/modeltest"
	"threadlens/timeline"
)

// openedBands is a session with markers, transfers and interrupts.
func openedBands(t *testing.T) *Session {
	t.Helper()
	src, err := os.ReadFile("../../timeline/testdata/bands.tltxt")
	if err != nil {
		t.Fatal(err)
	}
	s := New()
	s.SetMetrics(timeline.NewMetrics(timeline.Comfortable, 1, 1))
	s.SetWidth(1000)
	s.Open(Source{Name: "bands"}, modeltest.Parse(t, "bands", string(src)))
	return s
}

// span is the span of a name.
func span(t *testing.T, tr *model.Trace, name string) timeline.Object {
	t.Helper()
	for i := range tr.Spans.List {
		if tr.String(tr.Markers[tr.Spans.List[i].Marker()].Name) == name {
			return timeline.Object{Kind: timeline.ObjectSpan, Index: i}
		}
	}
	t.Fatalf("no span %q", name)
	return timeline.Object{}
}

// point is the first flag or message of a name.
func point(t *testing.T, tr *model.Trace, name string) timeline.Object {
	t.Helper()
	for _, i := range tr.Spans.Points {
		if m := &tr.Markers[i]; tr.String(m.Name) == name {
			return timeline.Object{Kind: timeline.ObjectPoint, Index: int(i), At: m.Time}
		}
	}
	t.Fatalf("no flag or message %q", name)
	return timeline.Object{}
}

func TestObjectFacts(t *testing.T) {
	tr := openedBands(t).Trace()
	crowded := point(t, tr, "Retry")
	crowded.Others = 2
	for _, c := range []struct {
		name string
		o    timeline.Object
		want string
	}{
		{"span", span(t, tr, "Request 417"), "Worker 41: Request 417 40.0 ms, 4.000 – 44.000 ms, correlation 417, executed 32.5 ms"},
		{"span without a beginning", span(t, tr, "Start"), "Worker 41: Start ≥ 3.00 ms, 0.000 – 3.000 ms, executed 2.00 ms, start not recorded"},
		{"span without an end", span(t, tr, "Collect garbage"), "Worker 42: Collect garbage ≥ 49.0 ms, 51.000 – 100.000 ms, executed 44.0 ms, end not recorded"},
		{"flag", point(t, tr, "Cache miss"), "Worker 41: Cache miss, Flag, 6.000000 ms, correlation 417"},
		{"message", point(t, tr, "Query answered"), "Worker 41: Query answered, Message, 23.000000 ms, correlation 417"},
		{"flag among others", crowded, "Worker 41: Retry, Flag, 47.000000 ms, and 2 more at this position"},
		{
			"read",
			timeline.Object{Kind: timeline.ObjectTransfer, Index: 0},
			`Worker 41: Disk read 6.00 ms, 16.000 – 22.000 ms, 512 KiB, C:\data\corpus-04.bin, disk 0`,
		},
		{
			"paging",
			timeline.Object{Kind: timeline.ObjectTransfer, Index: 2},
			`System 4: Disk write (page file) 2.00 ms, 39.000 – 41.000 ms, 4 KiB, C:\pagefile.sys, disk 0`,
		},
		{"slice", timeline.Object{Kind: timeline.ObjectSlice, Index: 1, At: 40e6}, "System 4: Running 5.00 ms, System 4, 40.000 – 45.000 ms, CPU 1"},
		{"idle", timeline.Object{Kind: timeline.ObjectSlice, Index: 1, At: 45e6}, "CPU idle 5.00 ms, 45.000 – 50.000 ms, CPU 1"},
		{"unknown", timeline.Object{Kind: timeline.ObjectSlice, Index: 1, At: 75e6}, "Unknown 5.00 ms, 75.000 – 80.000 ms, CPU 1"},
		{"interrupt", timeline.Object{Kind: timeline.ObjectInterrupt, Index: 0, At: 14e6}, "storport.sys: Interrupt 500 µs, 14.000 – 14.500 ms, CPU 0"},
		{"DPC", timeline.Object{Kind: timeline.ObjectInterrupt, Index: 0, At: 14.5e6}, "ndis.sys: DPC 1.00 ms, 14.500 – 15.500 ms, CPU 0"},
	} {
		got := strings.ReplaceAll(explain.ObjectText(tr, c.o, naming.Terms{}), "\u2009", " ")
		if strings.ReplaceAll(got, "\u00a0", " ") != c.want {
			t.Errorf("%s: %q\nwant %q", c.name, got, c.want)
		}
	}
}

func TestSelectObject(t *testing.T) {
	s := openedBands(t)
	tr := s.Trace()
	worker := thread(t, tr, 41)
	s.SelectObject(span(t, tr, "Request 417"))
	if r := s.Marked(); r.From != 4e6 || r.To != 44e6 || s.Selected() != (timeline.SegmentRef{Thread: worker, Index: -1}) {
		t.Errorf("after a click on a span %v and %+v are selected", r, s.Selected())
	}
	s.SelectObject(point(t, tr, "Query answered"))
	if seg, ok := s.Segment(); !ok || seg.Thread != worker || !seg.Contains(23e6) {
		t.Errorf("after a click on a message %+v is selected", s.Selected())
	}
	s.SelectObject(timeline.Object{Kind: timeline.ObjectSlice, Index: 1, At: 45e6}) // idle
	if r := s.Marked(); r.From != 45e6 || r.To != 50e6 || s.Selected() != timeline.NoSegment {
		t.Errorf("after a click on idle time %v and %+v are selected", r, s.Selected())
	}
	before := s.Selected()
	s.SelectObject(timeline.Object{})
	if s.Selected() != before {
		t.Error("nothing was clicked on, but the selection changed")
	}
}

func TestRowChoices(t *testing.T) {
	s := openedBands(t)
	count := func(k timeline.RowKind) (n int) {
		for _, r := range s.Rows().List {
			if r.Kind == k {
				n++
			}
		}
		return n
	}
	threads := len(s.VisibleThreads())
	for _, c := range []struct {
		choice        RowChoice
		kind          timeline.RowKind
		first, second int
	}{
		{ShowMarkers, timeline.RowMarkers, 1, 0},
		{ShowDisks, timeline.RowDisk, 2, 0},
		{ShowSpans, timeline.RowSpans, 0, 2},
		{ShowProcessors, timeline.RowProcessors, 0, 1},
	} {
		if n := count(c.kind); n != c.first || s.Shows(c.choice) != (n > 0) || !s.HasRows(c.choice) {
			t.Errorf("choice %d: %d rows at first, want %d", c.choice, n, c.first)
		}
		s.ToggleRows(c.choice)
		if n := count(c.kind); n != c.second || s.Shows(c.choice) != (n > 0) {
			t.Errorf("choice %d: %d rows after the toggle, want %d", c.choice, n, c.second)
		}
	}
	s.ToggleSpans(thread(t, s.Trace(), 41))
	if n := count(timeline.RowSpans); n != 1 {
		t.Errorf("%d threads show their markers, want the other one", n)
	}
	if n := len(s.VisibleThreads()); n != threads {
		t.Errorf("%d threads are summed, want %d as before", n, threads)
	}
	s.Open(Source{Name: "again"}, s.Trace())
	if !s.Shows(ShowProcessors) || s.Shows(ShowMarkers) {
		t.Error("the choices should outlive the trace")
	}
	if New().HasRows(ShowDisks) {
		t.Error("without a trace there are no disks")
	}
}
