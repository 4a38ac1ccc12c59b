package timeline

import (
	"context"
	"fmt"
	"image"
	"slices"
	"testing"
	"time"

	"threadlens/model"
	"threadlens/model/modeltest"
	"threadlens/timeline/lanes"
	"threadlens/timeline/paint"
)

// benchScene shows a trace in 1600×900 pixels.
func benchScene(b *testing.B, t *model.Trace, m Metrics) (*Scene, *image.RGBA) {
	s := &Scene{
		Trace: t, Summary: lanes.NewSummary(t), Rows: BuildRows(t, RowsOptions{}, m), Size: image.Pt(1600, 900),
		Palette: paint.NewPalette(false, false), Metrics: m, Parts: AllParts, Focus: NoFocus, Row: -1,
		Selected: NoSegment, QuietBackdrops: true, Grid: true,
		Utilization: NewUtilization(t, t.Targets()),
	}
	if err := s.Summary.Build(context.Background(), 2, nil); err != nil {
		b.Fatal(err)
	}
	s.View = Viewport{t.Whole(), LaneWidth(1600, AllParts, m)}
	return s, image.NewRGBA(image.Rectangle{Max: s.Size})
}

// lowLanes are so low that 200 of them fit.
func lowLanes() Metrics {
	m := NewMetrics(Dense, 1, 1)
	m.Pitch, m.Segment = 4, 3
	return m
}

// BenchmarkFrame makes the pixels of 200 lanes with 10 M segments at 1600×900, all
// lanes in view, at zooms from the whole trace to a millisecond. median-ms should
// be at most 4.
func BenchmarkFrame(b *testing.B) {
	s, img := benchScene(b, big(), lowLanes())
	n := segmentCount(s.Trace)
	b.Logf("%d lanes, %d segments, %.1f bytes of summary a segment", len(s.Trace.Threads), n, float64(s.Summary.Size())/float64(n))
	whole := s.View
	for _, zoom := range []float64{1, 3, 10, 20, 30, 45, 100, 1000, 50_000} {
		b.Run(fmt.Sprintf("1_%.0f", zoom), func(b *testing.B) {
			s.View = whole.Zoom(whole.Width/2, zoom, s.Trace.Whole())
			frames(b, s, img)
		})
	}
}

// BenchmarkFrameComfortable is BenchmarkFrame with the lanes that fit at the usual
// size, including names and labels.
func BenchmarkFrameComfortable(b *testing.B) {
	s, img := benchScene(b, big(), NewMetrics(Comfortable, 1, 1))
	whole := s.View
	for _, zoom := range []float64{1, 20, 1000, 50_000} {
		b.Run(fmt.Sprintf("1_%.0f", zoom), func(b *testing.B) {
			s.View = whole.Zoom(whole.Width/2, zoom, s.Trace.Whole())
			frames(b, s, img)
		})
	}
}

// BenchmarkFrameBursts is BenchmarkFrame with all segments of each lane in a
// hundredth of the time: a summary with buckets of one size could not handle that.
func BenchmarkFrameBursts(b *testing.B) {
	s, img := benchScene(b, modeltest.Synthetic(200, 10_000, 600*second, 100), lowLanes())
	whole := s.View
	for _, zoom := range []float64{1, 100, 1000} {
		b.Run(fmt.Sprintf("1_%.0f", zoom), func(b *testing.B) {
			s.View = whole.Zoom(whole.Width/2, zoom, s.Trace.Whole())
			frames(b, s, img)
		})
	}
}

// BenchmarkFrameUnclassified is BenchmarkFrame with waits of which only the task's
// state is known, as in the plainest recordings.
func BenchmarkFrameUnclassified(b *testing.B) {
	s, img := benchScene(b, plain(), lowLanes())
	whole := s.View
	for _, zoom := range []float64{1, 20, 100, 1000} {
		b.Run(fmt.Sprintf("1_%.0f", zoom), func(b *testing.B) {
			s.View = whole.Zoom(whole.Width/2, zoom, s.Trace.Whole())
			frames(b, s, img)
		})
	}
}

func frames(b *testing.B, s *Scene, img *image.RGBA) {
	p := new(Painter)
	p.Frame(s, img)
	b.ReportAllocs()
	var took []time.Duration
	for b.Loop() {
		// Each frame is a pan by a pixel: nothing can be reused from the last one.
		s.View = s.View.Pan(1-2*(len(took)%2), s.Trace.Whole())
		start := time.Now()
		p.Frame(s, img)
		took = append(took, time.Since(start))
	}
	slices.Sort(took)
	b.ReportMetric(float64(took[0])/1e6, "min-ms") // in case others use the machine
	b.ReportMetric(float64(took[len(took)/2])/1e6, "median-ms")
	b.ReportMetric(float64(took[len(took)*95/100])/1e6, "p95-ms")
}

// BenchmarkSummary builds the summary of the same trace.
func BenchmarkSummary(b *testing.B) {
	t := big()
	b.ReportAllocs()
	for b.Loop() {
		s := lanes.NewSummary(t)
		if err := s.Build(context.Background(), 2, nil); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkHit finds what is under the pointer.
func BenchmarkHit(b *testing.B) {
	s, _ := benchScene(b, big(), NewMetrics(Comfortable, 1, 1))
	b.ReportAllocs()
	for b.Loop() {
		if p := s.Hit(image.Pt(900, s.rowMiddle(9))); p.Segment.Index < 0 {
			b.Fatal("no segment")
		}
	}
}
