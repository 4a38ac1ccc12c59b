package timeline

import (
	"context"
	"fmt"
	"image"
	"math/rand/v2"
	"testing"

	"threadlens/model"
	"threadlens/timeline/lanes"
	"threadlens/timeline/paint"
)

// busyTrace has n spans and n flags of 8 threads and n transfers, one second per
// million.
func busyTrace(n int) *model.Trace {
	tables := &model.Tables{}
	info := &model.Info{CPUs: 1, End: model.Time(n) * 1000, TargetPID: 1}
	b := model.NewBuilder(info, tables, nil)
	rng := rand.New(rand.NewPCG(9, 9))
	name, disk := tables.Strings.ID("request"), tables.Strings.ID("disk 0")
	var events []model.Event
	for i := range n {
		at := model.Time(i) * 1000
		tid := model.TID(1 + rng.IntN(8))
		events = append(events,
			model.Event{Kind: model.KindMark, Time: at, TID: tid, PID: 1, Mark: model.MarkKind(1 + i/8%2), Name: name},
			model.Event{Kind: model.KindMark, Time: at, TID: tid, PID: 1, Mark: model.MarkKind(1 + i/4%2), Name: name},
			model.Event{Kind: model.KindMark, Time: at, TID: tid, PID: 1, Name: name, Arg: int64(i)},
			model.Event{Kind: model.KindIO, Time: at, End: max(0, at-model.Time(rng.IntN(3000))), TID: tid, Name: disk, Arg: 4096})
		if len(events) > 1<<16 {
			b.Add(events)
			events = events[:0]
		}
	}
	b.Add(events)
	return b.Trace()
}

// BenchmarkFrameBands draws the rows of a million spans, flags and transfers.
func BenchmarkFrameBands(b *testing.B) {
	t := busyTrace(1_000_000)
	m := NewMetrics(Comfortable, 1, 1)
	s := &Scene{
		Trace: t, Summary: lanes.NewSummary(t), Rows: BuildRows(t, RowsOptions{}, m), Size: image.Pt(1600, 900),
		Palette: paint.NewPalette(false, false), Metrics: m, Parts: AllParts, Focus: NoFocus, Row: -1, Selected: NoSegment,
	}
	if err := s.Summary.Build(context.Background(), 2, nil); err != nil {
		b.Fatal(err)
	}
	whole := Viewport{t.Whole(), LaneWidth(1600, AllParts, m)}
	for _, zoom := range []float64{1, 30, 1000} {
		b.Run(fmt.Sprintf("1_%.0f", zoom), func(b *testing.B) {
			s.View = whole.Zoom(whole.Width/2, zoom, t.Whole())
			frames(b, s, image.NewRGBA(image.Rectangle{Max: s.Size}))
		})
	}
	b.Run("hit", func(b *testing.B) {
		s.View = whole
		for b.Loop() {
			for y := range 100 {
				s.Hit(image.Pt(900, 90+y))
			}
		}
	})
}
