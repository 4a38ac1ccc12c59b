package perfscript

import (
	"strings"
	"testing"

	"threadlens/model"
)

// TestFrames reads the forms of frames.
func TestFrames(t *testing.T) {
	tests := []struct{ line, want string }{
		{"ffffffff8139ba69 schedule+0x29 ([kernel.kallsyms])", " *kernel!schedule:ffffffff8139ba69"},
		{"ffffffff8139ba69 ext4_sync+0x29 ([ext4])", " *[ext4]!ext4_sync:ffffffff8139ba69"},
		{"7f0010 ext4_sync+0x29 (/lib/modules/6.1/ext4.ko)", " *ext4.ko!ext4_sync:7f0010"},
		{"           ee137 f@@GLIBC_2.3.4+0x7 (/usr/lib/libc.so.6)", " libc.so.6!f@@GLIBC_2.3.4:ee137"},
		{"          146f7c [unknown] (/usr/bin/a b (1))", " a b (1)!:146f7c"},
		{"  8d005484411d8d48 [unknown] ([unknown])", " !:8d005484411d8d48"},
		{"    7ffd12 __vdso_gettime+0x1 ([vdso])", " [vdso]!__vdso_gettime:7ffd12"},
		{"    7ffd12 [unknown] (//anon)", " anon!:7ffd12"},
		{"    7ffd12 LFoo;::bar+0x10 (/tmp/perf-123.map)", " perf-123.map!LFoo;::bar:7ffd12"},
		{"    7ffd12 [unknown] (/memfd:x (deleted))", " memfd:x!:7ffd12"},
		{"b3cea6c4\tLock::unlock() (/system/lib/libc.so)", " libc.so!Lock::unlock():b3cea6c4"},
		{"b3cea6c4\tLock::operator()(int) const", " !Lock::operator()(int) const:b3cea6c4"},
		{"b3cea6c4 operator+0xyz (a)", " a!operator+0xyz:b3cea6c4"},
		{"ffffffff817297f0 __schedule", " *!__schedule:ffffffff817297f0"},
		{"address sym[] (x.map)", " x.map!address sym[]:0"},
		{"401 f (", " !f (:401"},
		{"401 f)", " !f):401"},
		{"               0 [unknown] ([unknown])", ""},
		{"401", " !:401"},
	}
	for _, test := range tests {
		r := openLines(t, fromA+"cycles: ", "\t"+test.line)
		for _, e := range collect(t, r) {
			if e.Kind == model.KindSample && stackText(r, e.Stack) != test.want {
				t.Errorf("%q: %s, want %s", test.line, stackText(r, e.Stack), test.want)
			}
		}
	}
}

// TestSameLine: a frame may stand behind the payload, or be all of it.
func TestSameLine(t *testing.T) {
	const frame = " ffffffff8bad311d ttwu_do_wakeup ([kernel.kallsyms])"
	tests := []struct{ line, want string }{
		{wakes + frame, " *kernel!ttwu_do_wakeup:ffffffff8bad311d"},
		{wakes + " ffffffff8bad311d ttwu", " *!ttwu:ffffffff8bad311d"},
		{wakes + " ffffffff8139ba69 __traceiter_sched_waking ([kernel.kallsyms])", ""},
		{wakes, ""},
		{"cycles:  ffffffff8bad311d f+0x1 ([kernel.kallsyms])", " *kernel!f:ffffffff8bad311d"},
		{"cycles:                401 f (/bin/a b)", " a b!f:401"},
		{"cycles:     7f001000               401 f (/bin/a)", " a!f:401"},
		{"cycles: words", ""},
	}
	for _, test := range tests {
		r := openLines(t, fromA+test.line)
		n := 0
		for _, e := range collect(t, r) {
			if e.Kind != model.KindSample && e.Kind != model.KindWake {
				continue
			}
			n++
			if stackText(r, e.Stack) != test.want || e.Kind == model.KindWake && e.TID != 6 {
				t.Errorf("%q: %d %s, want %s", test.line, e.TID, stackText(r, e.Stack), test.want)
			}
		}
		if n != 1 {
			t.Errorf("%q: %d events", test.line, n)
		}
	}
}

// TestNoFrame: payloads with numbers and parentheses at their end are whole.
func TestNoFrame(t *testing.T) {
	for _, payload := range []string{
		"0xffff8881003c35ec (flags=SPIN)", "NR 59 (7ffed88609f0, 56280b8ac250, 7f908dbaf840)", "(7fd305624370)",
		"254,0 WS 65536 () 27945396 + 128 0x2,0,4 [disk-0]", "x 12345678 y", "x 12345678", "filename=/a (b) pid=5 old_pid=5",
	} {
		if rest, frame := cutFrame([]byte(payload)); string(rest) != payload || len(frame) > 0 {
			t.Errorf("%q: %q and %q", payload, rest, frame)
		}
	}
}

// TestChains: chains of samples keep frames that those of tracepoints hide, places in sources are no
// frames, and a chain ends with an empty line.
func TestChains(t *testing.T) {
	const chain = "\tffffffff81000001 perf_trace_x+0x1 ([kernel.kallsyms])\n\tffffffff81000002 trace_event_raw_event_x ([kernel.kallsyms])\n" +
		"\tffffffff81000003 f+0x1 ([kernel.kallsyms])\n  file.c:12\n\tffffffff81000004 perf_trace_y ([kernel.kallsyms])\n  file.c:13\n\n"
	r := openLines(t, fromA+wakes, chain+fromA+"cycles: ", chain+"\tffffffff81000009 of no record (x)", fromA+"cycles: ", "        401\tg() (b)")
	var got []string
	for _, e := range collect(t, r) {
		if e.Kind == model.KindSample || e.Kind == model.KindWake {
			got = append(got, stackText(r, e.Stack))
		}
	}
	rest := " *kernel!f:ffffffff81000003 *kernel!perf_trace_y:ffffffff81000004"
	same(t, got, []string{
		rest, " *kernel!perf_trace_x:ffffffff81000001 *kernel!trace_event_raw_event_x:ffffffff81000002" + rest, " b!g():401",
	})
	if len(r.Info().Diagnostics) > 0 {
		t.Error(r.Info().Diagnostics)
	}
}

// TestDeepChain: of a chain that is too long, the innermost frames are kept.
func TestDeepChain(t *testing.T) {
	for n, want := range map[int]int{maxFrames: maxFrames, maxFrames + 1: maxFrames} {
		r := openLines(t, fromA+"cycles: ", "\t401 inner (a)\n"+strings.Repeat("\t402 f (a)\n", n-1))
		for _, e := range collect(t, r) {
			frames := r.Tables().Stacks.Frames(e.Stack)
			if e.Kind == model.KindSample && (len(frames) != want || frames[0].Addr != 0x401) {
				t.Errorf("%d frames of %d", len(frames), n)
			}
		}
	}
}

// TestUnusedChain: a trace has no frames that belong to no event, and those of the next event.
func TestUnusedChain(t *testing.T) {
	for woken, want := range map[string]int{"0": 1, "6": 2} {
		record := fromA + "sched:sched_waking: comm=b pid=" + woken + " prio=120 target_cpu=001"
		r := openLines(t, record, "\t401 f (a)", "", fromA+"cycles: ", "\t402 g (a)")
		collect(t, r)
		if n := r.Tables().Stacks.Len(); n != want {
			t.Errorf("woken %s: %d stacks, want %d", woken, n, want)
		}
	}
}
