package ingest_test

import (
	"maps"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"threadlens/ingest/internal/recorded"
	"threadlens/model"
	"threadlens/model/measure"
	"threadlens/model/report"
)

// grows are the sums of reports that lost events can make larger, and why; a column named * is
// all of them.
var grows = map[string]string{
	"blocked-on *":                 "waits whose reason or end was lost are those of unknown ones",
	"cores unknown_ns":             "what is lost is unknown",
	"cpu cpu_ns":                   "samples of lost switches are those of Unattributed",
	"concurrency *":                "a thread that is not seen to run is one less: the times at other numbers grow",
	"inherited synchronization_ns": "a wait that cannot be followed is all of it",
	"inherited unknown_ns":         "what is lost is unknown",
	"locks bounded":                "a hold of which the begin was lost is bounded",
	"migrations preempted":         "a switch whose reason was lost in part",
	"peers *":                      "waits whose end was lost are those of unknown peers",
	"profile *":                    "its rows are categories, those of unknown and unclassified time too",
	"queue *":                      "a thread that is not seen to wait is one less: the times at other lengths grow",
	"slices *":                     "slices whose end was lost are shorter ones",
	"threads involuntary":          "as migrations",
	"threads unclassified_ns":      "a wait whose reason was lost is unclassified",
	"threads unknown_ns":           "what is lost is unknown",
	"waits unknown_ns":             "what is lost is unknown",
}

// completeTraces are those of gapTraces that lost no events when they were recorded.
var completeTraces = []string{
	"linux/perf/pingpong_cross.perf.data", "linux/perf/mutex_busy_g_futex.perf.data", "linux/perf/sched_messaging.perf.data",
	"linux/perf/diskio_block_g.perf.data", "linux/perf/prodcons_zstd_g.perf.data", "etl/win7-xperf-cswitch-slow-ppt.zip",
}

// marked are reports that mark every number that lost events made smaller, except 0.
var marked = []string{"antagonists", "inherited", "intervals", "locks", "preemption", "smt", "vm"}

// rowSums are the sums of a report of a whole trace, by the subject of its rows. Subjects that
// several rows share are left out.
func rowSums(t *testing.T, tr *model.Trace, name string) map[string][]report.Value {
	t.Helper()
	find, _ := report.Find(name)
	table, err := find.Run(tr, measure.Scope{
		Range: tr.Whole(), Bucket: tr.Whole().Len(), Metric: measure.MetricSlice, GroupBy: measure.GroupProcess,
		Target: measure.Target{Procs: []model.ProcIx{}},
	})
	if err != nil {
		t.Fatal(err)
	}
	if table.Sums {
		table = table.Data()
	}
	of, sums := columnsAt(t, table, additive[name].of), columnsAt(t, table, additive[name].sums)
	rows, several := map[string][]report.Value{}, map[string]bool{}
	for row := range table.All() {
		var key []string
		for _, c := range of {
			key = append(key, row[c].Text, strconv.FormatInt(row[c].Int, 10))
		}
		k := strings.Join(key, " ")
		several[k] = rows[k] != nil
		rows[k] = nil
		for _, c := range sums {
			rows[k] = append(rows[k], row[c])
		}
	}
	maps.DeleteFunc(rows, func(k string, _ []report.Value) bool { return several[k] })
	return rows
}

// TestSumsAreLowerBounds: records are removed from recordings and declared lost. The sums in
// reports are then no larger than with all records, and where they are smaller many reports mark
// them as lower bounds.
func TestSumsAreLowerBounds(t *testing.T) {
	smaller := map[string]int{}
	for _, name := range completeTraces {
		t.Run(filepath.Base(name), func(t *testing.T) {
			r := readEvents(t, filepath.Join(recorded.Path(t), name))
			intact := r.build(r.events)
			if intact.Touched(measure.Visible(intact), intact.Whole()) {
				t.Fatal("it lacks events itself, so that it is no truth")
			}
			for _, report := range slices.Sorted(maps.Keys(additive)) {
				truth := rowSums(t, intact, report)
				for seed := range gapDraws(t) {
					events, _ := r.lose(rand.New(rand.NewPCG(uint64(seed), 5)))
					for key, got := range rowSums(t, r.build(events), report) {
						if want := truth[key]; want != nil {
							smaller[report] += lowerBounds(t, report, key, got, want)
						}
					}
				}
			}
		})
	}
	for _, report := range marked {
		if smaller[report] == 0 && !t.Failed() && smaller["threads"] > 0 {
			t.Errorf("no number of %s was made smaller", report)
		}
	}
}

// lowerBounds compares the sums of a row with the true ones, and counts those that are smaller.
func lowerBounds(t *testing.T, report, key string, got, want []report.Value) (smaller int) {
	t.Helper()
	for i, column := range strings.Fields(additive[report].sums) {
		if grows[report+" "+column] != "" || grows[report+" *"] != "" {
			continue
		}
		switch g, w := got[i], want[i]; {
		case g.Int > w.Int:
			t.Errorf("%s of %s: %s is %d, with all records %d", report, key, column, g.Int, w.Int)
		case g.Int < w.Int:
			smaller++
			if g.Int != 0 && !g.AtLeast && slices.Contains(marked, report) {
				t.Errorf("%s of %s: %s is %d, with all records %d, and not said to be a lower bound", report, key, column, g.Int, w.Int)
			}
		}
	}
	return smaller
}
