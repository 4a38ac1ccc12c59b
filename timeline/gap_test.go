package timeline

import (
	"testing"

	"threadlens/model"
	"threadlens/timeline/paint"
	"threadlens/timeline/paint/painttest"
)

// TestGapLooks checks the likely category of a gap under the hatch of Unknown, in
// all palettes: never in its full colour, and different for any two categories that
// differ in more than their pattern.
func TestGapLooks(t *testing.T) {
	for name, p := range painttest.Palettes() {
		st := newLaneStyles(p, NoFocus, 1).segments
		unknown := st.Look(paint.SlotUnknown)
		for c := range model.Category(model.NumCategories) {
			look := st.Of(paint.Span{Slot: paint.SlotUnknown, Look: paint.LookGap, Likely: c})
			full := p.Category(c).Fill
			if look.Fill == full || look.Pattern != paint.Diagonal || look.Ink != unknown.Ink || look.Edge != unknown.Edge {
				t.Errorf("%s: %v: %+v", name, c, look)
			}
			if a, b := painttest.DeltaE(painttest.Lab(painttest.Normal, look.Fill), painttest.Lab(painttest.Normal, p.Lane)), painttest.DeltaE(painttest.Lab(painttest.Normal, full), painttest.Lab(painttest.Normal, p.Lane)); a >= b {
				t.Errorf("%s: the gap of %v is %.1f from the lane, its full colour %.1f", name, c, a, b)
			}
			if got := painttest.Contrast(p.Text, look.Fill); got < 4.5 {
				t.Errorf("%s: text on the gap of %v: %.2f", name, c, got)
			}
		}
		if got := st.Of(paint.Span{Slot: paint.SlotUnknown, Look: paint.LookLoss | paint.LookGap}); got.Fill != p.WarnBack {
			t.Errorf("%s: loss is %v", name, got.Fill)
		}
	}
	p := paint.NewPalette(false, false)
	focused := newLaneStyles(p, model.Sleep, 1).segments
	if got, plain := focused.Look(paint.GapLooks+paint.Slot(model.Sleep)), newLaneStyles(p, NoFocus, 1).segments.Look(paint.GapLooks+paint.Slot(model.Sleep)); got.Fill == plain.Fill {
		t.Error("a gap is not faded beside a focus")
	}
}

// TestSpansShowWhatIsLikely checks which segments are drawn with their likely
// category.
func TestSpansShowWhatIsLikely(t *testing.T) {
	f := &frame{Scene: &Scene{}}
	for _, c := range []struct {
		sub    model.Sub
		likely model.Category
		want   paint.SpanLook
	}{
		{model.SubGap, model.Sleep, paint.LookGap},
		{model.SubGap, model.Unclassified, paint.LookGap},
		{model.SubGap, model.Dispatch, paint.LookGap},
		{model.SubRace, model.IO, paint.LookGap},
		{model.SubGap, model.UnknownCategory, paint.LookLoss},
		{model.SubLoss, model.UnknownCategory, paint.LookLoss},
		{model.SubNotSeen, model.UnknownCategory, 0},
	} {
		seg := model.Segment{State: model.Unknown, Sub: c.sub, Category: model.UnknownCategory, Likely: c.likely}
		if got := f.spanLook(&seg, false); got != c.want {
			t.Errorf("%v likely %v: %b, want %b", c.sub, c.likely, got, c.want)
		}
	}
	wait := model.Segment{State: model.Waiting, Category: model.Unclassified, Likely: model.Sleep}
	if got := f.spanLook(&wait, false); got != 0 {
		t.Errorf("an unclassified wait: %b", got)
	}
}

// TestLikelyWords checks the labels of what is only likely.
func TestLikelyWords(t *testing.T) {
	tr := &model.Trace{}
	for _, c := range []struct {
		seg  model.Segment
		want string
	}{
		{model.Segment{State: model.Waiting, Category: model.Unclassified, Likely: model.Sleep, Sub: model.SubInterruptible}, "interruptible wait, likely Sleep"},
		{model.Segment{State: model.Waiting, Category: model.Unclassified, Likely: model.IO}, "likely I/O"},
		{model.Segment{State: model.Waiting, Category: model.Unclassified, Likely: model.UnknownCategory}, ""},
		{model.Segment{State: model.Waiting, Category: model.IO, Likely: model.IO, Sub: model.SubPipe}, "pipe"},
		{model.Segment{State: model.Unknown, Category: model.UnknownCategory, Likely: model.Sleep, Sub: model.SubGap}, "events lost, probably still waiting"},
		{model.Segment{State: model.Unknown, Category: model.UnknownCategory, Likely: model.Unclassified, Sub: model.SubGap}, "events lost, probably still waiting"},
		{model.Segment{State: model.Unknown, Category: model.UnknownCategory, Likely: model.Dispatch, Sub: model.SubGap}, "events lost, probably ready"},
		{model.Segment{State: model.Unknown, Category: model.UnknownCategory, Likely: model.Preemption, Sub: model.SubGap}, "events lost, probably preempted"},
		{model.Segment{State: model.Unknown, Category: model.UnknownCategory, Likely: model.Execution, Sub: model.SubGap}, "events lost, probably running"},
		{model.Segment{State: model.Unknown, Category: model.UnknownCategory, Likely: model.UnknownCategory, Sub: model.SubLoss}, "events lost"},
	} {
		c.seg.Peer = model.NoThread
		if got := Reason(tr, &c.seg); got != c.want {
			t.Errorf("%v likely %v: %q, want %q", c.seg.Sub, c.seg.Likely, got, c.want)
		}
	}
}

// TestGapsAreCut: if one gap follows another on a lane, each shows its own likely
// category, as in the segments.
func TestGapsAreCut(t *testing.T) {
	s := scenes(t)["gaps"]
	s.Parts = 0
	resize(s, 1000, 200, NewMetrics(Comfortable, 1, 1))
	ix := thread(t, s.Trace, 3)
	row, _ := s.Rows.OfThread(ix)
	var lane *paint.Lane
	dl := Layout(s)
	for _, it := range dl.Items {
		if it.Kind == paint.ItemLane && dl.Lanes[it.Lane].Y > s.rowY(row) && dl.Lanes[it.Lane].Y < s.rowY(row)+s.Metrics.Px(s.Metrics.Pitch) {
			lane = &dl.Lanes[it.Lane]
		}
	}
	if lane == nil {
		t.Fatal("no lane")
	}
	cut := 0
	for r := range lane.Runs() {
		seg, _ := s.Trace.SegmentAt(ix, s.View.TimeAt((r.X0+r.X1)/2))
		if x0, x1 := s.View.X(seg.From), s.View.X(seg.To); r.X0 != max(x0, 0) || r.X1 != min(x1, 1000) {
			t.Errorf("run %d..%d of a segment %d..%d", r.X0, r.X1, x0, x1)
		}
		if r.Gap != (seg.LikelyState() != seg.State) || r.Gap && r.Likely != seg.Likely {
			t.Errorf("run %d..%d: gap %v, likely %v, segment likely %v", r.X0, r.X1, r.Gap, r.Likely, seg.Likely)
		}
		if r.Gap {
			cut++
		}
	}
	if cut < 2 {
		t.Errorf("%d gaps next to each other, want at least 2", cut)
	}
}
