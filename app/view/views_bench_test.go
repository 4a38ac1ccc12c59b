//go:build unix

package view

import (
	"testing"
	"time"

	"threadlens/app/session/keep"
	"threadlens/app/view/kit/kittest"
	"threadlens/app/view/views"
	"threadlens/ingest"
	"threadlens/model/measure/runqueue"
	"threadlens/model/modeltest"
	"threadlens/timeline/lanes"
)

// BenchmarkViewSwitch measures the work of Fyne's goroutine for a switch of the view, with the
// large traces that the environment lists: the change itself with the panes below the picture, and
// the pixels of the first picture of the whole trace. The slowest of the switches from each other
// view is reported, by the least time of each; the CPU time is that of all goroutines, including
// work started in the background. Figures are those of Measurement with all phases, which are
// computed in the background.
//
//	THREADLENS_BIG=big.perf.data go test -run '^$' -bench ViewSwitch -benchtime 5x ./app/view
func BenchmarkViewSwitch(b *testing.B) {
	modeltest.EachBig(b, func(b *testing.B, name string) {
		t, err := ingest.Load(b.Context(), name, ingest.Options{})
		if err != nil {
			b.Fatal(err)
		}
		w := opened(b, t)
		w.summaries() // otherwise its background work is included in the figures
		w.Surface.Summary = lanes.NewSummary(t)
		if err := w.Surface.Summary.Build(b.Context(), 2, nil); err != nil {
			b.Fatal(err)
		}
		if err := runqueue.Prepare(b.Context(), t); err != nil {
			b.Fatal(err)
		}
		kittest.Eventually(b, func() bool { return w.Surface.Use != nil })
		for _, v := range w.ViewPages {
			b.Run(v.Kind.Key(), func(b *testing.B) { w.measureSwitch(b, v) })
		}
		b.Run("figures", func(b *testing.B) {
			before := modeltest.ProcessorTime(b)
			for b.Loop() {
				q := w.Session.MeasureQuery(views.MeasureColumns)
				if _, err := q.Run(b.Context()); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric((modeltest.ProcessorTime(b)-before).Seconds()*1000/float64(b.N), "cpu-ms/op")
		})
	})
}

// measureSwitch switches to a view from each of the others.
func (w *window) measureSwitch(b *testing.B, to *views.ViewPage) {
	type cost struct{ wall, cpu time.Duration }
	least := map[keep.ViewKind]cost{}
	for b.Loop() {
		for _, from := range w.ViewPages {
			if from == to {
				continue
			}
			w.Session.SetViewing(from.Kind)
			w.paneTimer.Flush()
			w.drain()
			start, before := time.Now(), modeltest.ProcessorTime(b)
			w.Session.SetViewing(to.Kind)
			w.paneTimer.Flush()
			if to.Page == nil {
				w.Surface.Generate(1600, 700)
			}
			took := cost{time.Since(start), modeltest.ProcessorTime(b) - before}
			if d, ok := least[from.Kind]; ok {
				took = cost{min(took.wall, d.wall), min(took.cpu, d.cpu)}
			}
			least[from.Kind] = took
			w.drain()
		}
	}
	var worst cost
	for _, d := range least {
		worst = cost{max(worst.wall, d.wall), max(worst.cpu, d.cpu)}
	}
	b.ReportMetric(0, "ns/op") // the time of all switches together means nothing
	b.ReportMetric(worst.wall.Seconds()*1000, "worst-ms")
	b.ReportMetric(worst.cpu.Seconds()*1000, "worst-cpu-ms")
}

// drain runs what is queued for Fyne's goroutine, until the background computation for Measurement
// has finished.
func (w *window) drain() {
	queue := kittest.Queue()
	for {
		select {
		case f := <-queue:
			f()
		default:
			if !w.Measurement.Running {
				return
			}
			time.Sleep(time.Millisecond)
		}
	}
}
