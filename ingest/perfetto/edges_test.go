package perfetto

import (
	"bytes"
	"strings"
	"testing"

	"google.golang.org/protobuf/encoding/protowire"

	"threadlens/model"
)

// edge is a composed file with what it must show of some kinds of events, and the diagnostics.
type edge struct {
	data  []byte
	kinds []model.Kind
	want  []string
	codes string
}

// snapshot is a packet with readings of clocks: pairs of a number and a time.
func snapshot(seq int64, primary int64, readings ...int64) []byte {
	var fields [][]byte
	for i := 0; i < len(readings); i += 2 {
		fields = append(fields, txt(1, num(1, readings[i]), num(2, readings[i+1])))
	}
	if primary != 0 {
		fields = append(fields, num(2, primary))
	}
	return pack(seq, txt(fieldClockSnapshot, fields...))
}

// flag is a packet with a marker at a time of a clock, and named one with another name.
func flag(seq, clock, t int64) []byte { return named(seq, clock, t, "m") }

func named(seq, clock, t int64, name string) []byte {
	return pack(seq, at(t), num(fieldClock, clock), txt(fieldTrackEvent, num(eventType, 3), num(eventTrack, 1), str(eventName, name)))
}

// legacyEvent is a packet with a marker in the old form.
func legacyEvent(t int64, phase rune, fields ...[]byte) []byte {
	return pack(0, at(t), txt(fieldTrackEvent, num(eventTrack, 5), str(eventName, "x"), txt(eventLegacy, append(fields, num(2, int64(phase)))...)))
}

var edges = map[string]edge{
	"clocks: the latest reading that is not later": {
		file(snapshot(0, 6, 6, 1000, 3, 100), snapshot(0, 6, 6, 2050, 3, 1100), flag(0, 3, 50), flag(0, 3, 1099), flag(0, 3, 1100)),
		marks,
		[]string{`950 mark flag -1 pid -1 "m" #0`, `1999 mark flag -1 pid -1 "m" #0`, `2050 mark flag -1 pid -1 "m" #0`},
		"",
	},
	"clocks: over another clock": {
		file(snapshot(0, 6, 6, 1000, 3, 100), snapshot(0, 0, 3, 100, 200, 7), flag(0, 200, 9)),
		marks,
		[]string{`1002 mark flag -1 pid -1 "m" #0`},
		"",
	},
	"clocks: no way": {
		file(snapshot(0, 6, 6, 1000, 3, 100), flag(0, 200, 9), flag(0, 6, 5)),
		marks,
		[]string{`5 mark flag -1 pid -1 "m" #0`},
		"clocks 1",
	},
	"clocks: one that runs backwards": {
		file(snapshot(0, 6, 6, 1000, 1, 100), snapshot(0, 6, 6, 1100, 1, 90), flag(0, 1, 100), flag(0, 6, 5)),
		marks,
		[]string{`5 mark flag -1 pid -1 "m" #0`},
		"clocks 1",
	},
	"clocks: no snapshot": {
		file(flag(0, 3, 9), flag(0, 6, 5)),
		marks,
		[]string{`5 mark flag -1 pid -1 "m" #0`, `9 mark flag -1 pid -1 "m" #0`},
		"",
	},
	"clocks: a sequence's own": {
		file(snapshot(1, 0, 6, 1000, 64, 10), snapshot(2, 0, 6, 1000, 64, 20), flag(1, 64, 30), flag(2, 64, 30), flag(3, 64, 30)),
		marks,
		[]string{`1010 mark flag -1 pid -1 "m" #0`, `1020 mark flag -1 pid -1 "m" #0`},
		"clocks 1",
	},
	"cpu: the highest": {
		file(system("6.1.0"), ftrace(maxCPU-1, switched(10, 0, 0, 1)), ftrace(maxCPU, switched(10, 0, 0, 1))),
		sched,
		[]string{"10 cpu1023 switch 0>1 R preempt"},
		"cpus 1",
	},
	"cpu: behind the events": {
		file(system("6.1.0"), pack(0, txt(fieldFtrace, switched(10, 0, 0, 1), num(bundleCPU, 1))), pack(0, txt(fieldFtrace, switched(10, 0, 0, 1)))),
		sched,
		[]string{"10 cpu1 switch 0>1 R preempt"},
		"cpus 1",
	},
	"events: without a time or contents": {
		file(system("6.1.0"), ftrace(0, txt(bundleEvent, num(eventPID, 1), txt(eventSwitch, num(6, 1))), txt(bundleEvent, num(eventTime, 5)), switched(10, 0, 0, 1))),
		sched,
		[]string{"10 cpu0 switch 0>1 R preempt"},
		"damaged-events 2",
	},
	"events: out of order in a bundle": {
		file(system("6.1.0"), ftrace(0, switched(20, 1, 1, 0), switched(10, 0, 0, 1))),
		sched,
		[]string{"10 cpu0 switch 0>1 R preempt", "20 cpu0 switch 1>0 S wait"},
		"",
	},
	"compact: before and after a switch in full form": {
		file(system("6.1.0"), ftrace(0, switched(10, 0, 0, 1)), ftrace(0, txt(bundleCompact, str(compactNames, "x"),
			packed(compactSwitchTime, 20), packed(compactSwitchState, 1), packed(compactSwitchNext, 2), packed(compactSwitchPrio, 0), packed(compactSwitchName, 0),
			packed(compactWakingTime, 15), packed(compactWakingTID, 2), packed(compactWakingTarget, 0), packed(compactWakingName, 0)))),
		sched,
		[]string{"10 cpu0 switch 0>1 R preempt", "15 cpu0 wake 2 by 1 to 0 unknown", "20 cpu0 switch 1>2 S wait"},
		"",
	},
	"compact: after lost events": {
		file(system("6.1.0"), ftrace(0, switched(10, 0, 0, 1)), ftrace(0, num(bundleLost, 1), txt(bundleCompact, str(compactNames, "x"),
			packed(compactSwitchTime, 20), packed(compactSwitchState, 1), packed(compactSwitchNext, 2), packed(compactSwitchPrio, 0), packed(compactSwitchName, 0)))),
		sched,
		[]string{"10 cpu0 switch 0>1 R preempt", "10 cpu0 loss to 20 0", "20 cpu0 switch -1>2 S wait"},
		"",
	},
	"loss: a page that could not be read": {
		file(system("6.1.0"), ftrace(0, switched(10, 0, 0, 1)), ftrace(0, txt(bundleError, num(2, 3)), switched(20, 1, 1, 0))),
		sched,
		[]string{"10 cpu0 switch 0>1 R preempt", "10 cpu0 loss to 20 0", "20 cpu0 switch 1>0 S wait"},
		"",
	},
	"loss: a ring buffer": {
		file(system("6.1.0"), ftrace(0, switched(10, 0, 0, 1)), ftrace(1, switched(20, 0, 0, 2)), pack(0, txt(fieldTraceStats, txt(1, num(3, 1))))),
		sched,
		[]string{"10 cpu0 switch 0>1 R preempt", "10 cpu1 loss to 20 1", "20 cpu1 switch 0>2 R preempt"},
		"",
	},
	"loss: as the kernel counts": {
		file(system("6.1.0"), ftrace(0, switched(10, 0, 0, 1)), pack(0, txt(fieldFtraceStats, txt(2, num(1, 0), num(3, 5)))),
			pack(0, txt(fieldFtraceStats, txt(2, num(1, 0), num(3, 7), num(8, 1)))), pack(0, txt(fieldTraceStats, txt(1, num(18, 4))))),
		sched,
		[]string{"10 cpu0 switch 0>1 R preempt"},
		"buffer 4, lost-events 3",
	},
	"generic: described in the file": {
		file(system("6.1.0"), ftrace(0, txt(bundleGeneric, num(1, 70000), txt(2, str(1, "sched_migrate_task"), txt(2, str(1, "pid"), num(3, 4)),
			txt(2, str(1, "orig_cpu"), num(3, 2)), txt(2, str(1, "dest_cpu"), num(3, 3)))), kernelEvent(10, 1, 70000, num(2, 0), num(3, 1), num(4, 9)))),
		[]model.Kind{model.KindMigrate},
		[]string{"10 migrate 9 pid -1"},
		"",
	},
	"generic: that names itself": {
		file(system("6.1.0"), ftrace(0, kernelEvent(10, 1, eventGeneric, str(1, "sys_exit_futex"), txt(2, str(1, "__syscall_nr"), num(4, 202)), txt(2, str(1, "ret"), num(4, -4))),
			kernelEvent(11, 1, eventGeneric, str(1, "sched_process_exit"), txt(2, str(1, "pid"), num(4, 3))))),
		[]model.Kind{model.KindExit},
		[]string{"11 exit 3 pid -1"},
		"",
	},
	"names: of a place in the kernel": {
		file(system("6.1.0"), pack(2, num(fieldFlags, 1), txt(fieldInterned, txt(internedSymbols, num(1, 7), str(2, "do_wait+0x1"))),
			txt(fieldFtrace, num(bundleCPU, 0), kernelEvent(10, 1, eventBlocked, num(1, 9), num(2, 7))))),
		[]model.Kind{model.KindBlocked},
		[]string{`10 blocked 9 pid -1 "do_wait"`},
		"",
	},
	"threads: found later, born before or after": {
		file(system("6.1.0"), ftrace(0, switched(10, 0, 0, 1), kernelEvent(20, 1, eventNewTask, num(1, 5), str(2, "new"), num(3, 0x10000))),
			pack(0, at(30), txt(fieldProcessTree, txt(2, num(1, 5), num(3, 1)), txt(2, num(1, 6), num(3, 1))))),
		[]model.Kind{model.KindExists},
		[]string{"10 exists 6 pid 1", "30 exists 5 pid 1"},
		"",
	},
	"threads: listed after their end": {
		file(system("6.1.0"), ftrace(0, switched(10, 0, 0, 1), kernelEvent(20, 1, eventExit, num(2, 1))), pack(0, at(5), txt(fieldProcessTree)),
			pack(0, at(30), txt(fieldProcessTree, txt(2, num(1, 1), num(3, 1))))),
		[]model.Kind{model.KindExists, model.KindExit},
		[]string{"20 exit 1 pid -1"},
		"",
	},
	"processes: named by their list, not by their first thread": {
		file(system("6.1.0"), pack(0, at(5), txt(fieldProcessTree, txt(1, num(1, 1), str(3, "/a/long program")))), ftrace(0, switched(10, 0, 0, 1))),
		[]model.Kind{model.KindProcess},
		[]string{"10 process 1 from 0", `10 process 1 from 0 "long"`, `10 process 1 from 0 "long"`},
		"",
	},
	"samples: of the thread that their writer has described": {
		file(pack(4, num(fieldFlags, 1), txt(fieldThread, num(1, 8), num(2, 9), num(6, 2)), txt(fieldInterned, txt(5, num(1, 1), str(2, "f")), txt(6, num(1, 1), num(2, 1)), txt(7, num(1, 3), packed(2, 1, 1)))),
			pack(4, num(fieldFlags, 2), txt(fieldProfile, packed(1, 3, 4), packed(2, 1, 2)))),
		[]model.Kind{model.KindSample},
		[]string{"3000 cpu0 sample 9 pid 8 !f+0x0 < !f+0x0", "5000 cpu0 sample 9 pid 8 "},
		"",
	},
	"markers: on the thread that their writer has described": {
		file(pack(4, num(fieldFlags, 1), txt(fieldThread, num(1, 8), num(2, 9), num(6, 2))), pack(4, txt(fieldTrackEvent, num(eventDelta, 3), num(eventType, 3), str(eventName, "n")))),
		marks,
		[]string{`5000 mark flag 9 pid 8 "n" #0`},
		"",
	},
	"markers: on a thread's parent track": {
		file(pack(0, txt(fieldTrack, num(1, 5), num(5, 6), str(2, "lane"))), pack(0, txt(fieldTrack, num(1, 6), num(5, 7))), pack(0, txt(fieldTrack, num(1, 7), num(5, 5), txt(4, num(1, 8), num(2, 9)))),
			pack(0, at(3), txt(fieldTrackEvent, num(eventType, 1), num(eventTrack, 5))), pack(0, at(4), txt(fieldTrackEvent, num(eventType, 2), num(eventTrack, 5)))),
		marks,
		[]string{`3 mark begin 9 pid 8 "lane" #0`, `4 mark end 9 pid 8 #0`},
		"",
	},
	"markers: tracks in a circle": {
		file(pack(0, txt(fieldTrack, num(1, 5), num(5, 6))), pack(0, txt(fieldTrack, num(1, 6), num(5, 5))), pack(0, at(3), txt(fieldTrackEvent, num(eventType, 3), num(eventTrack, 5), str(eventName, "x")))),
		marks,
		[]string{`3 mark flag -1 pid -1 "x" #0`},
		"",
	},
	"markers: in the old form": {
		file(pack(0, txt(fieldTrack, num(1, 5), txt(4, num(1, 8), num(2, 9)))), legacyEvent(10, 'b', num(6, 77)), legacyEvent(11, 'n', num(6, 77)), legacyEvent(12, 'B'),
			legacyEvent(13, 'E'), legacyEvent(14, 'e', num(6, 77)), legacyEvent(15, 'i', num(18, 3), num(19, 4)), legacyEvent(16, 'X', num(3, 2))),
		marks,
		[]string{
			`10 mark begin 9 pid 8 "x" #0`, `11 mark step 9 pid 8 "x" #0`, `12 mark begin 9 pid 8 "x" #0`, `13 mark end 9 pid 8 "x" #0`,
			`14 mark end 9 pid 8 "x" #0`, `15 mark flag 4 pid 3 "x" #0`, `16 mark begin 9 pid 8 "x" #0`, `2016 mark end 9 pid 8 "x" #0`,
		},
		"",
	},
	"sequences: packets that need what was lost": {
		file(flag(7, 6, 1), pack(7, at(2), num(fieldDropped, 1), num(fieldFlags, 2), txt(fieldTrackEvent, num(eventType, 3), str(eventName, "lost"))), flag(7, 6, 3)),
		marks,
		[]string{`1 mark flag -1 pid -1 "m" #0`, `3 mark flag -1 pid -1 "m" #0`},
		"lost-packets 1, unreadable-packets 1",
	},
	"sequences: the first packet": {
		file(pack(7, at(2), num(fieldDropped, 1), num(fieldFirst, 1), num(fieldFlags, 2), txt(fieldTrackEvent, num(eventType, 3), num(eventTrack, 1), str(eventName, "m")))),
		marks,
		[]string{`2 mark flag -1 pid -1 "m" #0`},
		"",
	},
	"sequences: of another trace": {
		file(pack(0, txt(fieldUUID, num(1, 1))), pack(7, num(fieldFlags, 1), txt(fieldInterned, txt(2, num(1, 1), str(2, "old")))), pack(0, txt(fieldUUID, num(1, 2))),
			pack(7, at(2), txt(fieldTrackEvent, num(eventType, 3), num(eventTrack, 1), num(eventNameID, 1)))),
		marks,
		[]string{`2 mark flag -1 pid -1 #0`},
		"",
	},
	"compressed: in a compressed packet": {
		file(deflated(deflated(flag(0, 6, 1)), flag(0, 6, 2))),
		marks,
		[]string{`2 mark flag -1 pid -1 "m" #0`},
		"compressed 1",
	},
	"compressed: damaged": {
		file(flag(0, 6, 1), pack(0, str(fieldDeflated, "nothing")), pack(0, str(fieldZstd, "nothing")), flag(0, 6, 2)),
		marks,
		[]string{`1 mark flag -1 pid -1 "m" #0`, `2 mark flag -1 pid -1 "m" #0`},
		"compressed 2",
	},
}

func TestEdges(t *testing.T) {
	for name, e := range edges {
		t.Run(name, func(t *testing.T) {
			d := decode(t, e.data)
			sameLines(t, d.lines(e.kinds...), e.want)
			if d.codes() != e.codes {
				t.Errorf("diagnostics %q, expected %q", d.codes(), e.codes)
			}
		})
	}
}

// TestUnpackedLimits: a compressed packet that unpacks to more than one may is left out, one of just that
// size is not.
func TestUnpackedLimits(t *testing.T) {
	filler := func(size int) []byte { // a packet of a kind that is not read
		head := len(txt(1, txt(200, make([]byte, size)))) - size
		return txt(1, txt(200, make([]byte, size-head)))
	}
	for size, codes := range map[int]string{maxPacketUnpacked: "", maxPacketUnpacked + 1: "compressed 1"} {
		d := decode(t, file(flag(0, 6, 1), deflated(filler(size)), flag(0, 6, 2)))
		if d.codes() != codes || len(d.events) != 2 {
			t.Errorf("%d bytes: %d events, %q", size, len(d.events), d.codes())
		}
	}
}

// TestManySequences: packets of more sequences than there may be are read without what needs a state.
func TestManySequences(t *testing.T) {
	var f []byte
	for i := range int64(maxSequences + 2) {
		f = append(f, pack(i+1, at(i), num(fieldFlags, 2), txt(fieldTrackEvent, num(eventType, 3), num(eventTrack, 1), str(eventName, "x")))...)
	}
	if d := decode(t, f); d.codes() != "sequences 2" || len(d.events) != maxSequences {
		t.Errorf("%d events, %s", len(d.events), d.codes())
	}
}

// TestOverlap: of bundles that overlap, only as many as there may be are open at a time.
func TestOverlap(t *testing.T) {
	f := system("6.1.0")
	for i := range int64(10) {
		f = append(f, ftrace(i, switched(i, 0, 0, 1), switched(1000+i, 1, 1, 0))...)
	}
	r, err := Open(t.Context(), bytes.NewReader(f), int64(len(f)), "test", nil)
	if err != nil {
		t.Fatal(err)
	}
	one := r.s.bundles[0].cost()
	for limit, want := range map[int64]string{10 * one: "", 10*one - 1: "overlap 2", 3 * one: "overlap 14"} {
		r.s.openable = limit
		if err := r.Events(t.Context(), func([]model.Event, model.Time) error { return nil }); err != nil {
			t.Fatal(err)
		}
		if d := (decoded{Reader: r}); d.codes() != want {
			t.Errorf("at most %d bytes: %q, expected %q", limit, d.codes(), want)
		}
	}
}

// TestItemLimit: items beyond the limit are left out and counted.
func TestItemLimit(t *testing.T) {
	s := newScan(nil, 0)
	s.storable = 2
	for range 5 {
		s.now = packet{timed: true}
		s.trackEvent(bytes.Join([][]byte{num(eventType, 3), str(eventName, "x")}, nil))
	}
	if len(s.items) != 2 || s.leftOut.items != 3 {
		t.Errorf("%d items, %d left out", len(s.items), s.leftOut.items)
	}
}

func TestSniff(t *testing.T) {
	good := everything()
	for text, want := range map[string]bool{
		"":                                 false,
		string(good):                       true,
		string(good[:100]):                 true,
		string(file(pack(0), system("6"))): true,
		"\n# tracer: nop\n#\n":             false,
		"\n\n\n\n":                         false,
		"\x0a\x04\x40\x01\x40":             true,  // cut
		"\x0a\x04\x40":                     false, // in its first field
		"\x0a\x02\x09\x01":                 false,
		"PERFILE2":                         false,
		string(protowire.AppendVarint([]byte{10}, maxPacket)) + "\x40\x01":   true,
		string(protowire.AppendVarint([]byte{10}, maxPacket+1)) + "\x40\x01": false,
	} {
		if Sniff([]byte(text)) != want {
			t.Errorf("%.40q: expected %v", text, want)
		}
	}
}

func TestVersion(t *testing.T) {
	for release, want := range map[string][2]int{"4.14.180": {4, 14}, "6.1.0-rc1": {6, 1}, "5.10": {5, 10}, "4.4-x": {4, 4}, "x": {}, "5": {}, "5.x": {}, "": {}} {
		major, minor, ok := version(release)
		if want != [2]int{major, minor} && ok || ok != (want != [2]int{}) {
			t.Errorf("%q: %d.%d, %v", release, major, minor, ok)
		}
	}
}

func TestProgramName(t *testing.T) {
	for name, want := range map[string]string{
		"/usr/bin/app": "app", "./app": "app", "ksoftirqd/1": "ksoftirqd/1", "kworker/1:0-events": "kworker/1:0", "com.x.y": "com.x.y",
		"/bin/rewritten -x /y": "rewritten", "": "",
	} {
		if got := string(programName([]byte(name), false)); got != want {
			t.Errorf("%q: %q, expected %q", name, got, want)
		}
	}
	if got := string(programName([]byte("/comm"), true)); got != "/comm" {
		t.Error(got)
	}
}

// TestUnreadTrace: a trace without anything that is shown says what it has instead.
func TestUnreadTrace(t *testing.T) {
	d := decode(t, pack(0, at(5), txt(52, num(1, 1))))
	if len(d.Info().Diagnostics) != 1 || !strings.Contains(d.Info().Diagnostics[0].Text, "only gpu_counter_event") {
		t.Errorf("%+v", d.Info().Diagnostics)
	}
}

// TestUnusedStack: a trace has no frames that belong to no event: here to a sample of a thread of which
// it is not known on which CPU it runs.
func TestUnusedStack(t *testing.T) {
	for running, want := range map[int64]int{7: 0, 9: 2} {
		d := decode(t, file(
			ftrace(0, switched(500, 1, 1, running)),
			pack(4, num(fieldFlags, 1), txt(fieldThread, num(1, 8), num(2, 9), num(6, 2)), txt(fieldInterned, txt(5, num(1, 1), str(2, "f")), txt(6, num(1, 1), num(2, 1)), txt(7, num(1, 3), packed(2, 1, 1)))),
			pack(4, num(fieldFlags, 2), txt(fieldProfile, packed(1, 3), packed(2, 1))),
		))
		if n := d.Tables().Stacks.Len(); n != want {
			t.Errorf("thread %d runs: %d stacks, want %d", running, n, want)
		}
	}
}
