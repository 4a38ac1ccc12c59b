package ftracetext

import (
	"strconv"
	"strings"
	"testing"

	"threadlens/ingest/internal/readertest"
	"threadlens/ingest/internal/recorded"
	"threadlens/model"
)

// TestPerfettoCases checks texts of Perfetto's tests against the results expected there.
func TestPerfettoCases(t *testing.T) {
	recorded.Path(t, "linux", "perfetto", "cases")
	text := func(name string) []byte { return readertest.Linux(t, "perfetto", "cases", name) }
	for name, want := range map[string]string{
		"parser_atrace.cpus_header_removal.systrace.txt":                  "316196720000 begin test_slice, 316196730000 end",
		"parser_atrace.hex_preempt_count.systrace.txt":                    "4213033572000 begin hex_preempt, 4213033672000 end",
		"parser_atrace.regex_pattern_no_gap_after_irq_flags.systrace.txt": "2188000 end, 2198000 end, 2208000 end, 316196720000 begin no_gap_after_dots, 316196730000 begin space_after_dots, 316196740000 begin no_gap_after_flags",
	} {
		r := open(t, text(name))
		if got := marks(t, r.Info(), collect(t, r), r.Tables()); got != want {
			t.Errorf("%s: %s, want %s", name, got, want)
		}
	}
	r := open(t, text("parser_parsing.sched_blocked_systrace_sched_blocked_reason.systrace.html"))
	var got []string
	for _, e := range collect(t, r) {
		if e.Kind == model.KindBlocked {
			got = append(got, number(r.Info().Clock.StartNS+int64(e.Time))+" "+number(int64(e.TID))+" "+number(int64(e.Flags&model.BlockedIO)))
		}
	}
	if list := strings.Join(got, ", "); list != "20258855000 269 0, 21123839000 2172 1" {
		t.Errorf("blocked: %s", list)
	}
	tr := build(t, open(t, text("parser_process_tracking.unknown_thread_name_tracking.systrace.html")))
	for i := range tr.Threads {
		if th := &tr.Threads[i]; th.TID == 19999 && th.Name() != "real_name" {
			t.Errorf("thread 19999 is %q", th.Name())
		}
	}
	if r := open(t, text("parser_sched.cpu_frequency_limits_from_systrace.systrace.html")); r.Info().SourceEvents[0].Count != 12 {
		t.Errorf("events %v", r.Info().SourceEvents)
	}
}

// marks lists the markers of a trace.
func marks(t *testing.T, info *model.Info, events []model.Event, tables *model.Tables) string {
	t.Helper()
	kinds := map[model.MarkKind]string{model.MarkBegin: "begin", model.MarkEnd: "end", model.MarkFlag: "flag", model.MarkStep: "step"}
	var list []string
	for _, e := range events {
		if e.Kind == model.KindMark {
			list = append(list, strings.TrimSpace(number(info.Clock.StartNS+int64(e.Time))+" "+kinds[e.Mark]+" "+tables.Strings.Get(e.Name)))
		}
	}
	return strings.Join(list, ", ")
}

// TestRecordedTexts checks the other recorded texts: how many events of which kind, and what is known
// about them.
func TestRecordedTexts(t *testing.T) {
	for _, c := range []struct {
		name, clock, codes string
		counts             map[string]int64
		has                model.Has
	}{
		{"ft_diskio_block_stack.ftrace.txt", "trace_clock", "rounded-times", map[string]int64{"sched_switch": 200, "block_rq_issue": 78}, model.Has{Switches: true, Stacks: true, Disk: true}},
		{"ft_mutex_local.ftrace.txt", "trace_clock", "rounded-times", map[string]int64{"sched_switch": 1695, "sys_enter_futex": 537}, model.Has{Switches: true, Wakes: true, Calls: true}},
		{"ft_oversub_latfmt.ftrace.txt", "trace_clock", "rounded-times", map[string]int64{"sched_switch": 1503, "sched_waking": 703}, model.Has{Switches: true, Wakes: true}},
		{"ft_pingpong_tsc.ftrace.txt", "ticks of an unknown clock", "ticks", map[string]int64{"sched_switch": 1510, "sched_waking": 816}, model.Has{Switches: true, Wakes: true}},
		{"ft_prodcons_noirqinfo.ftrace.txt", "trace_clock", "rounded-times", map[string]int64{"sched_switch": 953, "sched_process_exec": 3}, model.Has{Switches: true, Wakes: true}},
		{"ft_states_tgid.ftrace.txt", "trace_clock", "rounded-times", map[string]int64{"sched_switch": 1826, "softirq_entry": 221}, model.Has{Switches: true, Wakes: true, Interrupts: true}},
	} {
		r := open(t, readertest.Linux(t, "ftrace", c.name))
		info := r.Info()
		for _, s := range info.SourceEvents {
			if n, ok := c.counts[s.Name]; ok && n != s.Count {
				t.Errorf("%s: %s %d, want %d", c.name, s.Name, s.Count, n)
			}
		}
		var codes []string
		for _, d := range info.Diagnostics {
			codes = append(codes, d.Code)
		}
		if strings.Join(codes, " ") != c.codes || info.Clock.Name != c.clock || info.Has != c.has || info.CPUs != 2 {
			t.Errorf("%s: %v, %+v, %+v", c.name, codes, info.Clock, info.Has)
		}
		checkContexts(t, c.name, collect(t, r))
	}
}

// checkContexts: only a text without flags does not say in which context events happened.
func checkContexts(t *testing.T, name string, events []model.Event) {
	t.Helper()
	for _, e := range events {
		if known := e.Ctx != model.CtxUnknown; e.Kind == model.KindWake && known == strings.Contains(name, "noirqinfo") {
			t.Fatalf("%s: context %d", name, e.Ctx)
		}
	}
}

func number(n int64) string { return strconv.FormatInt(n, 10) }
