package perfetto

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"threadlens/ingest/internal/readertest"
	"threadlens/ingest/internal/recorded"
	"threadlens/model"
)

// unused are the cases with nothing that is shown: logs, settings, packets of
// other machines. What they have instead is not read.
var unused = []string{
	"parser_etw.create_file", "parser_etw.dir_enum", "parser_etw.missing_irp", "parser_etw.read_write", "parser_etw.unmatched_events",
	"parser_ftrace.block_io_slice", "parser_ftrace.kprobes_instant",
	"parser_linux.journald_basic", "parser_linux.journald_stats_not_log", "parser_parsing.config_metadata",
	"parser_parsing.service_event_timestamp_converted_to_trace_time", "parser_power.suspend_resume",
	"parser_process_tracking.process_tracking_machine_id", "parser_process_tracking.slice_with_pid_sde_tracing_mark_write",
	"parser_profiling.perf_sample_counter_only", "parser_profiling.stack_profile_tracker_empty_callstack",
	"parser_sched.cpu_frequency_limits", "parser_sched.sched_cpu_util_cfs_machine_id",
	"parser_track_event.track_event_counters_counters_machine_id", "parser_track_event.track_event_tracks_machine_id",
	"stdlib_dynamic_tables.various_clocks_abs_time_str", "stdlib_linux.linux_interrupt_mapping", "tables.clock_snapshot_table_multiplier",
	"tables.counters_where_cpu_counters_where_cpu_machine_id",
}

// TestCases: every case of Perfetto's own tests opens, or is refused as another format. Those with
// nothing that is shown say so.
func TestCases(t *testing.T) {
	list, err := filepath.Glob(filepath.Join(recorded.Path(t, "linux", "perfetto", "cases"), "*"))
	if err != nil {
		t.Fatal(err)
	}
	traces, silent := 0, []string{}
	for _, path := range list {
		if strings.HasSuffix(path, ".expect.txt") {
			continue
		}
		traces++
		name, isTrace := strings.CutSuffix(filepath.Base(path), ".pftrace")
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if Sniff(data[:min(len(data), 4096)]) != isTrace {
			t.Errorf("%s: a Perfetto trace is expected to be %v", name, isTrace)
		}
		d, err := tryDecode(t, data, true)
		if (err == nil) != isTrace || err != nil && !strings.HasPrefix(err.Error(), "perfetto: offset ") {
			t.Errorf("%s: %v", name, err)
		}
		if err == nil && strings.Contains(d.codes(), "nothing") {
			silent = append(silent, name)
		}
	}
	if traces != 105 {
		t.Errorf("%d traces, expected 105", traces)
	}
	if !slices.Equal(silent, unused) {
		t.Errorf("nothing is shown of %v", silent)
	}
}

// caseLines are what cases show of some kinds of events, as Perfetto's own expectations say.
var caseLines = map[string]own{
	"parser_generic_kernel.sched_switch_interleaved_mismatched": {sched, []string{
		"360831239274 cpu0 switch -1>101  wait", "361831239274 cpu0 switch 101>102  wait",
	}, ""},
	"parser_generic_kernel.thread_created_and_destroyed": {life, []string{
		`360831239274 start 101 pid 0 by -1 "task1"`, "361831239274 exit 101 pid -1",
	}, ""},
	"parser_generic_kernel.sched_switch_huge_tid": {sched, []string{
		"360831239274 cpu0 switch -1>-2097152  wait", "361831239274 cpu0 switch -2097152>-1 X dead",
	}, ""},
	"parser_generic_kernel.error_stats_created_after_running": {sched, []string{"359831239274 cpu0 switch -1>1  wait"}, "state-order 1"},
	"parser_generic_kernel.cpu_frequency_event": {
		[]model.Kind{model.KindFrequency}, []string{"359831239274 cpu0 frequency 0 1500000000"}, "other-machines 1",
	},
	"tables.counters_group_by_freq_counters_group_by_freq": {[]model.Kind{model.KindFrequency}, []string{
		"1000 cpu0 frequency 1 3000000", "1001 cpu0 frequency 1 4000000", "1003 cpu0 frequency 1 3000000",
	}, ""},
	"parser_generic_kernel.process_process_tree": {life, []string{
		`360831239274 process 1 from 0 "init"`, `360831239274 process 10 from 1 "proc1 --hello"`,
		"360831239274 exists 1234 pid 10", `360831239274 name 1234 pid 10 "task1"`, "360831239274 exists 5678 pid 22", `360831239274 name 5678 pid 22 "task2"`,
	}, ""},
	"parser_parsing.ftrace_with_tracing_start_list_sched_slice_spans": {sched, []string{
		"100 cpu2 switch 2>1 R preempt", "110 cpu2 switch 1>2 R preempt",
	}, "early 6, no-release 1"},
	"parser_ftrace.crop_compact_sched_switch":                   {[]model.Kind{model.KindLoss}, []string{"500 cpu3 loss to 1000 1"}, "no-release 1"},
	"parser_process_tracking.kworker_main_thread_name_redacted": {[]model.Kind{model.KindName}, []string{`1 name 28 pid 28 "kworker/1:0"`}, ""},
	"parser_process_tracking.process_reparent_and_reuse":        {[]model.Kind{model.KindStart}, []string{"40 start 300 pid 300 by -1"}, ""},
	"parser_profiling.stack_sample": {[]model.Kind{model.KindSample}, []string{
		"1000 cpu2 sample 101 pid 100 !foo+0x0 < !main+0x0", "2000 cpu2 sample 101 pid 100 !foo+0x100",
	}, "samples 2"},
	"parser_track_event.track_event_absolute_timestamp_us_overflow": {marks, []string{`999999 mark flag -1 pid -1 "good" #0`}, "times 1"},
	"parser_track_event.track_event_monotonic_trace_clock_slices": {marks, []string{
		`1000 mark flag -1 pid -1 "name1" #0`, `2000 mark flag -1 pid -1 "name2" #0`,
	}, ""},
	"parser_track_event.incremental_counter_sequences": {marks, []string{
		`100 mark step -1 pid -1 "MyIncrementalCounter = 100" #0`, `150 mark step -1 pid -1 "MyIncrementalCounter = 50" #0`,
		`200 mark step -1 pid -1 "MyIncrementalCounter = 110" #0`, `250 mark step -1 pid -1 "MyIncrementalCounter = 55" #0`,
	}, ""},
	"parser_track_event.track_event_with_atrace_separate_tracks": {marks, []string{
		`10000 mark begin 1 pid 5 "event1" #0`, `11000 mark end 1 pid 5 #0`, `20000 mark begin 1 pid 5 "event2" #0`,
		`21000 mark begin 1 pid -1 "atrace" #0`, `28000 mark end 1 pid 5 #0`, `29000 mark end 1 pid -1 #0`,
	}, ""},
	"parser_track_event.flow_events_proto_v1": {marks, []string{
		`10000 mark begin 1 pid 1 "FlowBeginSlice" #0`, `20000 mark end 1 pid 1 "FlowBeginSlice" #0`,
		`30000 mark begin 2 pid 2 "FlowEndSlice_1" #0`, `40000 mark end 2 pid 2 "FlowEndSlice_1" #0`,
		`50000 mark begin 1 pid 1 "FlowStepSlice" #0`, `55000 mark begin 2 pid 2 "FlowEndSlice_2" #0`,
		`60000 mark end 1 pid 1 "FlowStepSlice" #0`, `65000 mark end 2 pid 2 "FlowEndSlice_2" #0`,
	}, ""},
}

func TestCaseLines(t *testing.T) {
	for name, want := range caseLines {
		t.Run(name, func(t *testing.T) {
			d := decode(t, readertest.Linux(t, "perfetto", "cases", name+".pftrace"))
			sameLines(t, d.lines(want.kinds...), want.want)
			if d.codes() != want.codes {
				t.Errorf("diagnostics %q, expected %q", d.codes(), want.codes)
			}
		})
	}
}

// TestSeparateSpans: the spans of a track and those that the same thread writes to the kernel's buffer
// overlap without mixing.
func TestSeparateSpans(t *testing.T) {
	d := decode(t, readertest.Linux(t, "perfetto", "cases", "parser_track_event.track_event_with_atrace_separate_tracks.pftrace"))
	spans := model.PairMarkers(d.trace.Markers, func(model.ThreadIx) model.Range { return model.Range{To: d.trace.End} })
	var lengths []model.Time
	for i := range spans {
		lengths = append(lengths, spans[i].Len())
	}
	if !slices.Equal(lengths, []model.Time{1000, 8000, 8000}) {
		t.Errorf("spans of %v ns", lengths)
	}
}
