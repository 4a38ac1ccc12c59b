package report_test

import (
	"sync"
	"testing"
	"time"

	"threadlens/model"
	"threadlens/model/measure"
	"threadlens/model/measure/runqueue"
	"threadlens/model/report"
)

// big is a trace of about 10 million segments.
var big = sync.OnceValue(func() *model.Trace { return turns(3_300_000) })

// turns is a trace with four CPUs on which 200 threads take turns: each waits after
// its turn, is made ready by the previous thread, and runs again.
func turns(turns int) *model.Trace {
	const cpus, threads = 4, 200
	info := &model.Info{CPUs: cpus, TargetPID: model.NoPID}
	info.Has.Switches, info.Has.Wakes = true, true
	b := model.NewBuilder(info, new(model.Tables), model.NewPrepass(cpus))
	batch := make([]model.Event, 0, 4096)
	flush := func(t model.Time) {
		b.Add(batch)
		b.Settle(t)
		batch = batch[:0]
	}
	var last [cpus]model.TID
	state := uint64(1)
	for i := range turns {
		state = state*6364136223846793005 + 1442695040888963407
		at := model.Time(i)*4000 + model.Time(state>>33%2000)
		cpu := model.CPU(i % cpus)
		if i%17 == 0 {
			cpu = model.CPU(state >> 40 % cpus)
		}
		next := model.TID(1000 + i%threads)
		if next == last[cpu] {
			continue
		}
		for c := range last {
			if last[c] == next { // still running there: let it wait a little
				batch = append(batch, model.Event{
					Time: at - 2, CPU: model.CPU(c), Kind: model.KindSwitch, TID: next, Other: model.IdleTID,
					Out: model.OutWait, Sub: model.SubFutex, PID: model.NoPID,
				})
				last[c] = model.IdleTID
			}
		}
		batch = append(batch,
			model.Event{Time: at - 1, CPU: cpu, Kind: model.KindWake, TID: next, Other: model.NoTID, Target: cpu, Ctx: model.CtxThread, PID: model.NoPID},
			model.Event{
				Time: at + 500, CPU: cpu, Kind: model.KindSwitch, TID: last[cpu], Other: next,
				Out: model.OutWait, Sub: model.SubFutex, PID: model.NoPID,
			},
		)
		last[cpu] = next
		if len(batch) > 4000 {
			flush(at - 3)
		}
	}
	flush(model.Forever)
	return b.Trace()
}

// BenchmarkReports measures every report over a whole big trace, without loading
// it.
func BenchmarkReports(b *testing.B) {
	tr := big()
	segments := 0
	for i := range tr.Threads {
		segments += tr.Threads[i].Len()
	}
	for _, a := range report.List() {
		b.Run(a.Name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				table, err := a.Run(tr, measure.Scope{})
				if err != nil {
					b.Fatal(err)
				}
				for range table.All() {
				}
			}
			b.ReportMetric(float64(segments), "segments")
		})
	}
}

// BenchmarkEmulate measures the emulation of a clock at 32 phases over the whole
// big trace, and the series of the Measurement view.
func BenchmarkEmulate(b *testing.B) {
	tr := big()
	for _, tick := range []model.Time{measure.Tick, 1_000_000} {
		b.Run(time.Duration(tick).String(), func(b *testing.B) {
			for b.Loop() {
				if _, err := measure.Emulate(b.Context(), tr, tr.Whole(), measure.Clock{Tick: tick}, func(float64) {}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
	threads := measure.Visible(tr)
	b.Run("chart", func(b *testing.B) {
		for b.Loop() {
			if _, err := runqueue.QueueChartOf(tr, threads, tr.Whole(), 1600, measure.Clock{Tick: 250_000_000}); err != nil {
				b.Fatal(err)
			}
		}
	})
}

// BenchmarkWindow measures what a window of the big trace costs.
func BenchmarkWindow(b *testing.B) {
	tr := big()
	r := model.Range{From: tr.End / 3, To: 2 * tr.End / 3}
	threads := measure.Visible(tr)
	b.Run("profile", func(b *testing.B) {
		for b.Loop() {
			tr.Profile(threads, r)
		}
	})
	b.Run("sums", func(b *testing.B) {
		for b.Loop() {
			for _, ix := range threads {
				tr.Sums(ix, r)
			}
		}
	})
}
