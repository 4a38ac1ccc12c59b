package perfscript

import (
	"fmt"
	"slices"
	"testing"

	"threadlens/ingest/format"
	"threadlens/ingest/internal/readertest"
	"threadlens/model"
)

// origins are the perf.data files from which texts, or the first parts of them, were printed.
var origins = map[string][]string{
	"switch_events":          {"perf", "switch_events_prof.perf.data"},
	"side_records_lost":      {"perf", "lost_events.perf.data"},
	"forkstorm_dead_threads": {"perf", "forkstorm.perf.data"},
	"futex_java":             {"perf", "java_contend.perf.data"},
	"pi_rt_all_sched":        {"perf", "pi_rt.perf.data"},
	"profile_and_sched":      {"perf", "oversub_nice_profile.perf.data"},
	"header_states":          {"cross", "states_irq", "states_irq.perf.data"},
	"ip_sym_same_line":       {"cross", "pingpong_g", "pingpong_g.perf.data"},
}

// TestOrigins compares the events with those of the perf.data file, as far as the text goes.
func TestOrigins(t *testing.T) {
	for name, origin := range origins {
		t.Run(name, func(t *testing.T) {
			r := open(t, readertest.Linux(t, "perfscript", name+".txt"))
			unit := r.Info().Clock.ResolutionNS
			got, end := plain(t, r, unit, 1<<62)
			want, _ := plain(t, recordedData(t, origin...), unit, end)
			if len(got) < 100 {
				t.Errorf("only %d events", len(got))
			}
			// At the end, other CPUs may have events of the same time.
			same(t, got[:len(got)-4], want[:min(len(got)-4, len(want))])
		})
	}
}

// plain are the switches, wakes, samples, calls, transfers and losses of a trace until a time, in
// units, and the time of its last event.
func plain(tb testing.TB, r format.Reader, unit, until int64) (list []string, end int64) {
	tb.Helper()
	start := r.Info().Clock.StartNS
	for _, e := range collect(tb, r) {
		at := (start + int64(e.Time)) / unit
		if at > until {
			break
		}
		end = at
		switch e.Kind {
		case model.KindSwitch:
			list = append(list, fmt.Sprint(at, " switch ", e.CPU, int32(e.TID), int32(e.Other), e.Out, e.Sub, e.Prio))
		case model.KindWake:
			list = append(list, fmt.Sprint(at, " wake ", e.CPU, e.TID, e.Wake, e.Target)) // the text does not name dying wakers
		case model.KindSample:
			list = append(list, fmt.Sprint(at, " sample ", e.CPU, int32(e.TID)))
		case model.KindLoss:
			list = append(list, fmt.Sprint(at, " loss ", e.CPU, (start+int64(e.End))/unit, e.Arg))
		case model.KindCallEnter, model.KindCallExit:
			list = append(list, fmt.Sprint(at, " call ", e.CPU, e.Kind, int32(e.TID), e.Arg, e.Arg2, e.Arg3))
		case model.KindRan, model.KindMigrate:
			list = append(list, fmt.Sprint(at, " ", e.Kind, e.CPU, e.TID, e.Arg, e.From, e.Target))
		}
	}
	slices.Sort(list) // losses are elsewhere among the events of the same time
	return list, end
}
