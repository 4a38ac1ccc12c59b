package ingest_test

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"threadlens/ingest/internal/recorded"
	"threadlens/model"
	"threadlens/model/measure"
	"threadlens/model/report"
)

// callTraces are the shared traces with events of system calls, of all and of some.
var callTraces = []string{
	"trace_record.perf.data", "states_full.perf.data", "python_gil.perf.data", "go_work.perf.data", "java_contend.perf.data", "pi_rt.perf.data",
	"mutex_sleep_futex.perf.data", "prodcons_zstd_g.perf.data", "brokenchain_mutex_busy_g_futex.perf.data",
}

// countedCalls are the calls of a thread to one system call, counted without a Builder.
type countedCalls struct {
	count, errors, alone int
	sum, most, blocked   model.Time
	open                 bool
}

// countCalls pairs the events of calls in their order, thread by thread.
func countCalls(tr *model.Trace, events []model.Event, threads map[model.TID]model.ThreadIx) map[string]*countedCalls {
	calls, entered := map[string]*countedCalls{}, map[model.TID]*model.Event{}
	of := func(e *model.Event) *countedCalls {
		key := fmt.Sprintf("%d %s", e.TID, tr.String(e.Name))
		if calls[key] == nil {
			calls[key] = &countedCalls{}
		}
		return calls[key]
	}
	for i := range events {
		e := &events[i]
		ix, known := threads[e.TID]
		from := entered[e.TID]
		switch {
		case !known || e.Flags&model.CallInferred != 0 || tr.String(e.Name) == "lock_contention":
		case e.Kind == model.KindCallEnter:
			if from != nil {
				of(from).open = true
			}
			entered[e.TID] = e
		case e.Kind != model.KindCallExit:
		case from != nil && from.Name == e.Name:
			of(e).returns(e, from)
			of(e).blocked += blockedIn(tr, ix, model.Range{From: from.Time, To: e.Time})
			delete(entered, e.TID)
		case from != nil || e.Arg2 != 0 || !slices.Contains([]string{"clone", "clone3", "fork", "vfork"}, tr.String(e.Name)): // else in the new thread
			of(e).returns(e, e)
			of(e).alone++
		}
	}
	for _, e := range entered {
		of(e).open = true
	}
	return calls
}

// returns counts the return of a call that was entered at from.
func (c *countedCalls) returns(e, from *model.Event) {
	c.count++
	if e.Arg2 < 0 && e.Arg2 > -4096 && e.Flags&model.CallResultUnknown == 0 {
		c.errors++
	}
	c.sum += e.Time - from.Time
	c.most = max(c.most, e.Time-from.Time)
}

// blockedIn is how long a thread waits in r.
func blockedIn(tr *model.Trace, ix model.ThreadIx, r model.Range) (sum model.Time) {
	for at := r.From; at < r.To; {
		s, ok := tr.SegmentAt(ix, at)
		if !ok {
			return sum
		}
		if s.State == model.Waiting {
			sum += min(s.To, r.To) - at
		}
		at = s.To
	}
	return sum
}

// wholeThreads are the threads that lost no events and whose id no other has.
func wholeThreads(tr *model.Trace) map[model.TID]model.ThreadIx {
	threads, twice := map[model.TID]model.ThreadIx{}, map[model.TID]bool{}
	for i := range tr.Threads {
		ix, id := model.ThreadIx(i), tr.Threads[i].TID
		twice[id] = twice[id] || tr.Threads[i].Incarnation > 0
		if threads[id] = ix; twice[id] || tr.Touched([]model.ThreadIx{ix}, tr.Whole()) {
			delete(threads, id)
		}
	}
	return threads
}

// differs compares a row of the report; complete is set where all its times must be equal.
func (c *countedCalls) differs(row map[string]int64, switches bool) (differs, complete bool) {
	if c.count == 0 {
		return false, false
	}
	mean := c.sum / model.Time(max(1, c.count-c.alone))
	differs = row["count"] != int64(c.count) || row["errors"] != int64(c.errors) || row["call_max_ns"] != int64(c.most) || row["call_mean_ns"] != int64(mean)
	if c.alone > 0 || c.open {
		return differs, false
	}
	return differs || row["total_ns"] != int64(c.sum) || switches && row["blocked_ns"] != int64(c.blocked), true
}

// TestCallsAreCounted: the report of the recorded traces has the same figures as pairing the events
// of calls, for threads that lost no events. perf trace -s pairs them as well.
func TestCallsAreCounted(t *testing.T) {
	recorded.Path(t)
	whole := 0
	for _, name := range callTraces {
		t.Run(name, func(t *testing.T) {
			r := readEvents(t, recorded.Path(t, "linux", "perf", name))
			tr := r.build(r.events)
			threads := wholeThreads(tr)
			want := countCalls(tr, r.events, threads)
			rows := columnRows(t, tr, measure.Scope{Threads: slices.Sorted(maps.Values(threads))})
			for _, key := range slices.Sorted(maps.Keys(want)) {
				c, row := want[key], rows[key]
				differs, complete := c.differs(row, r.info.Has.Switches)
				if row == nil || differs && r.info.Recorded.BothEnds(strings.Fields(key)[1]) {
					t.Errorf("%s: %v, want %+v", key, row, c)
				}
				if complete {
					whole++
				}
				delete(rows, key)
			}
			for key, row := range rows {
				t.Errorf("%s: %v, and no call was counted", key, row)
			}
		})
	}
	if whole < 300 && !t.Failed() {
		t.Errorf("only %d rows of calls that began and ended in the trace", whole)
	}
}

// columnRows are the numbers of the report by thread and call, then by column.
func columnRows(t *testing.T, tr *model.Trace, s measure.Scope) map[string]map[string]int64 {
	t.Helper()
	find, _ := report.Find("syscalls")
	table, err := find.Run(tr, s)
	if err != nil {
		t.Fatal(err)
	}
	rows := map[string]map[string]int64{}
	for _, row := range table.Rows {
		tid, _, _ := strings.Cut(row[0].Text, ".")
		cells := map[string]int64{}
		for i, c := range table.Columns {
			if row[i].Kind != report.KindNone {
				cells[c.Name] = row[i].Int
			}
		}
		rows[tid+" "+row[1].Text] = cells
	}
	return rows
}

// TestCallsFitTheWindow: in no window is a thread in calls for longer than the window, or blocked
// for longer than in calls or than it waits at all.
func TestCallsFitTheWindow(t *testing.T) {
	for _, name := range callTraces {
		tr := load(t, filepath.Join(recorded.Path(t), "linux", "perf", name))
		rng := rand.New(rand.NewPCG(18, 20))
		for range 20 {
			a, b := model.Time(rng.Int64N(int64(tr.End))), model.Time(rng.Int64N(int64(tr.End)))
			r := model.Range{From: min(a, b), To: max(a, b) + 1}
			for _, ix := range measure.Visible(tr) {
				var total, blocked, waited int64
				for key, row := range columnRows(t, tr, measure.Scope{Threads: []model.ThreadIx{ix}, Range: r}) {
					total, blocked = total+row["total_ns"], blocked+row["blocked_ns"]
					if row["blocked_ns"] > row["total_ns"] || row["descriptor_ns"] > row["total_ns"] || row["errors"] > row["count"] {
						t.Errorf("%s: %s in %v: %v", name, key, r, row)
					}
				}
				for s := range tr.Segments(ix, r) {
					if s.State == model.Waiting {
						waited += int64(s.Overlap(r))
					}
				}
				if most := int64(r.Len()); total > most || blocked > waited {
					t.Errorf("%s: thread %s in %v: %d in calls, %d blocked of %d", name, tr.Threads[ix].Key(), r, total, blocked, waited)
				}
			}
		}
	}
}
