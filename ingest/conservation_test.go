package ingest_test

import (
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"testing"

	"threadlens/model"
	"threadlens/model/filter"
	"threadlens/model/measure"
	"threadlens/timeline"
	"threadlens/timeline/paint"
)

// TestConservation: in every recorded trace the classes of CPU time of every bucket, and of every
// column of a chart, add up to the CPUs' time, to the nanosecond, both in the window's chart and in
// the reports.
func TestConservation(t *testing.T) {
	for _, path := range sharedTraces(t) {
		t.Run(filepath.Base(path), func(t *testing.T) {
			tr := load(t, path)
			target, err := measure.FindTarget(tr, filter.Filter{})
			if err != nil {
				t.Fatal(err)
			}
			bucketsAddUp(t, tr, target)
			pixelsAddUp(t, tr, target)
		})
	}
}

// known counts the known CPUs.
func known(tr *model.Trace) (n model.Time) {
	for i := range tr.Cores {
		if tr.Cores[i].Known {
			n++
		}
	}
	return n
}

func bucketsAddUp(t *testing.T, tr *model.Trace, target measure.Target) {
	t.Helper()
	r := tr.Whole()
	for _, bucket := range []model.Time{100_000, 1_000_000, 16_000_000, 1_000_000_000} {
		if r.Len()/bucket >= measure.MaxBuckets {
			continue // refused, as another test checks
		}
		use, err := measure.Utilization(tr, r, bucket, target)
		if err != nil {
			t.Fatal(err)
		}
		edges := make([]model.Time, len(use)+1)
		for i := range use {
			edges[i] = model.Time(i) * bucket
		}
		edges[len(use)] = r.To
		addsUp(t, fmt.Sprintf("buckets of %d", bucket), tr, edges, func(i int) model.Time { return use[i].Total() })
	}
}

// pixelsAddUp checks charts of three widths: of the whole trace as the window shows it, with a
// margin, and of several windows of any length, including less than a nanosecond a pixel.
func pixelsAddUp(t *testing.T, tr *model.Trace, target measure.Target) {
	t.Helper()
	chart, report := timeline.NewUtilization(tr, target.Procs), measure.NewUsage(tr, target)
	rng := rand.New(rand.NewPCG(1, uint64(tr.End)))
	var columns []timeline.ClassTimes
	for _, width := range []int{800, 1600, 3840} {
		views := []timeline.Viewport{
			{Range: tr.Whole(), Width: width},
			timeline.Viewport{Range: model.Range{From: -tr.End, To: 3 * tr.End}, Width: width}.Clamp(tr.Whole()),
		}
		for _, length := range []model.Time{2, 7, 101, 65_537} {
			from := model.Time(rng.Int64N(max(1, int64(tr.End))))
			views = append(views, timeline.Viewport{Range: model.Range{From: from, To: from + max(1, tr.End/length)}, Width: width})
		}
		from := model.Time(rng.Int64N(max(1, int64(tr.End))))
		views = append(views, timeline.Viewport{Range: model.Range{From: from, To: from + model.Time(width)/3}, Width: width})
		for _, v := range views {
			edges := make([]model.Time, width+1)
			for x := range edges {
				edges[x] = v.TimeAt(x)
			}
			what := fmt.Sprintf("%d pixels of %v", width, v.Range)
			columns = chart.Columns(v, columns)
			addsUp(t, what+" in the window", tr, edges, func(x int) model.Time { return columns[x].Total() })
			use := report.In(edges)
			addsUp(t, what+" in the report", tr, edges, func(x int) model.Time { return use[x].Total() })
			for x := range use {
				if c := &columns[x]; c[paint.ClassTarget] != use[x].Target || c[paint.ClassIdle] != use[x].Idle ||
					c[paint.ClassInterrupt] != use[x].ISR+use[x].DPC || c[paint.ClassSystem] != use[x].System ||
					c[paint.ClassStolen] != use[x].Stolen || c[paint.ClassOffline] != use[x].Offline {
					t.Fatalf("%s: column %d is %v in the window, %+v in the report", what, x, *c, use[x])
				}
			}
		}
	}
}

// addsUp checks that the time between each two edges, within the trace, is that of all known CPUs.
func addsUp(t *testing.T, what string, tr *model.Trace, edges []model.Time, total func(i int) model.Time) {
	t.Helper()
	n := known(tr)
	for i := range edges[1:] {
		r := model.Range{From: edges[i], To: edges[i+1]}.Clip(tr.Whole())
		if got, want := total(i), n*r.Len(); got != want {
			t.Fatalf("%s: [%d, %d) holds %d, want %d", what, r.From, r.To, got, want)
		}
	}
}
