package text_test

import (
	"reflect"
	"slices"
	"testing"
	"time"

	"threadlens/model"
)

func TestHeader(t *testing.T) {
	r, events := parse(t, `
# a comment before the first statement
threadlens-trace 1
cpus 4 # and one behind
span 100us 350.5us
os linux version="6.18 x" machine=x86_64 processor="QEMU Virtual CPU"
clock MONOTONIC start=123456789012345 res=1us
wall 2026-01-31T13:00:00.5+01:00
command "perf record -a"
recorder 11
eventcost 1.203us
pertask
partialran
sampleperiod 1.003009ms
has switches counters
process 10 "a b" target
process 11 c
thread 20 pid=10 name="CLR Worker"
thread 21
lost 5 buffers=2
eventsof 10 70
eventsof 0 6
diagnostic warning subsampled "one of 3" n=7 from=100us to=200us
100us cpu0 switch 20 21 wait
diagnostic info late ""
eventsof - 5
`)
	info := r.Info()
	want := model.Info{
		File: "test.tltxt", Files: []string{"test.tltxt"}, Format: "tltxt", Size: info.Size,
		OS:        model.OS{Family: "linux", Version: "6.18 x", Machine: "x86_64", Processor: "QEMU Virtual CPU"},
		Clock:     model.Clock{Name: "MONOTONIC", ResolutionNS: 1000, StartNS: 123456789012345},
		StartWall: time.Date(2026, 1, 31, 12, 0, 0, 5e8, time.UTC),
		CPUs:      4, End: 250500, TargetPID: 10, Command: "perf record -a", Recorder: 11, PerTask: true, PartialRan: true, SampleEvery: 1003009,
		Has:       model.Has{Switches: true, Counters: true},
		EventCost: 1203, ByProcess: []model.ProcessEvents{{PID: 10, Events: 70}, {PID: 0, Events: 6}, {PID: model.NoPID, Events: 5}},
		LostEvents: 5, LostBuffers: 2,
		SourceEvents: []model.SourceEvent{
			{Name: "switch", Count: 1},
			{Name: "exists", Count: 2},
			{Name: "name", Count: 1},
			{Name: "process", Count: 2},
		},
		Diagnostics: []model.Diagnostic{
			{Severity: model.SeverityWarning, Code: "subsampled", Text: "one of 3", Count: 7, Range: model.Range{From: 0, To: 100 * us}},
			{Code: "late", Range: model.Range{}},
		},
	}
	if !reflect.DeepEqual(*info, want) {
		t.Errorf("info is\n%+v\nwant\n%+v", *info, want)
	}
	wantEvents := []resolved{
		{event: named(model.Event{Kind: model.KindProcess, PID: 10, Arg: int64(model.ClassTarget)}), name: "a b"},
		{event: named(model.Event{Kind: model.KindProcess, PID: 11}), name: "c"},
		{event: named(model.Event{Kind: model.KindExists, TID: 20, PID: 10})},
		{event: named(model.Event{Kind: model.KindName, TID: 20, PID: 10}), name: "CLR Worker"},
		{event: named(model.Event{Kind: model.KindExists, TID: 21})},
		{event: named(model.Event{Kind: model.KindSwitch, TID: 20, Other: 21, Sub: model.SubUnknown, Prio: noPrio})},
	}
	if got := resolveAll(r.Tables(), events); !slices.Equal(got, wantEvents) {
		t.Errorf("events are\n%+v\nwant\n%+v", got, wantEvents)
	}
}

// TestHeaderModules: the modules, and the records of the original file, of which a reader then
// counts none itself.
func TestHeaderModules(t *testing.T) {
	r, _ := parse(t, `threadlens-trace 1
module kernel path=[kernel.kallsyms] buildid=48dc kernel=1 base=0xffffffff81000000 size=0x1209988
records sched:sched_switch 12
1us cpu0 switch 1 2 wait
module a.dll path="C:\\a b.dll" imageid=5e0d1 pdb=a.pdb symbols=/s/a.pdb missing="Wanted: more."
records CSwitch 3 provider=Thread id=36 version=4
`)
	wantModules := []model.Module{
		{Name: "kernel", Path: "[kernel.kallsyms]", BuildID: "48dc", Kernel: true, Base: 0xffffffff81000000, Size: 0x1209988},
		{Name: "a.dll", Path: `C:\a b.dll`, ImageID: "5e0d1", PDB: "a.pdb", Symbols: "/s/a.pdb", Missing: "Wanted: more."},
	}
	if got := r.Info().Modules; !reflect.DeepEqual(got, wantModules) {
		t.Errorf("modules are\n%+v\nwant\n%+v", got, wantModules)
	}
	wantRecords := []model.SourceEvent{{Name: "sched:sched_switch", Count: 12}, {Name: "CSwitch", Provider: "Thread", ID: 36, Version: 4, Count: 3}}
	if got := r.Info().SourceEvents; !slices.Equal(got, wantRecords) {
		t.Errorf("records are\n%+v\nwant\n%+v", got, wantRecords)
	}
}

// TestHeaderSurroundings: control groups and what is known of processes are read back as written,
// whatever the arguments.
func TestHeaderSurroundings(t *testing.T) {
	const source = `threadlens-trace 1
os linux
group "/a b" 30000us 100000us -5us 2 1 0us 4000000us 9 8 70.5us
around 10 java -cp "if=x" "" "\n" at=-3us group="/a b" policy=batch nice=-5 cpus=0-1 memory=4096 majorfaults=3
around 11
has
`
	r, events := parse(t, source)
	info := r.Info()
	wantGroups := []model.Group{{
		Path: "/a b", Quota: 30e6, Period: 100e6,
		First: model.GroupAccount{At: -5 * us, Periods: 2, Throttled: 1}, Last: model.GroupAccount{At: 4e9, Periods: 9, Throttled: 8, Time: 70500},
	}}
	want := []model.Surroundings{
		{
			PID: 10, At: -3 * us, Group: "/a b", Arguments: []string{"java", "-cp", "if=x", "", "\n"}, Policy: "batch", Nice: -5, CPUs: "0-1",
			MemoryLimit: 4096, MajorFaults: 3,
		},
		{PID: 11},
	}
	if !reflect.DeepEqual(info.Groups, wantGroups) || !reflect.DeepEqual(info.Surroundings, want) {
		t.Errorf("read are\n%+v\n%+v\nwant\n%+v\n%+v", info.Groups, info.Surroundings, wantGroups, want)
	}
	info.CPUs = 0
	if got := write(t, info, r.Tables(), events); got != source {
		t.Errorf("written is\n%s\nwant\n%s", got, source)
	}
}

// TestHeaderDefaults: what the header lacks is taken from the events.
func TestHeaderDefaults(t *testing.T) {
	tests := []struct {
		name, source string
		cpus         int
		has          model.Has
	}{
		{"empty", "threadlens-trace 1", 1, model.Has{}},
		{"switch", "threadlens-trace 1\n1us cpu5 switch 1 2 wait", 6, model.Has{Switches: true}},
		{"queue", "threadlens-trace 1\n1us cpu0 wake 1 to=7", 8, model.Has{Wakes: true}},
		{"migrate", "threadlens-trace 1\n1us cpu0 migrate 1 9 2", 10, model.Has{}},
		{"none", "threadlens-trace 1\n1us - exists 1\n2us all loss 3us", 1, model.Has{}},
		{"irq", "threadlens-trace 1\n1us cpu0 irq-exit isr", 1, model.Has{Interrupts: true}},
		{"fault", "threadlens-trace 1\n1us cpu0 fault 1 0us hard", 1, model.Has{Faults: true}},
		{"io", "threadlens-trace 1\n1us cpu0 io 1 0us read", 1, model.Has{Disk: true}},
		{"call", "threadlens-trace 1\n1us cpu0 call 1 exit read", 1, model.Has{Calls: true}},
		{"sample", "threadlens-trace 1\nstack 1 f\n1us cpu0 sample 1 stack=1", 1, model.Has{Samples: true, Stacks: true}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			r, _ := parse(t, test.source)
			info := r.Info()
			if info.CPUs != test.cpus || info.Has != test.has {
				t.Errorf("cpus %d, has %+v; want %d, %+v", info.CPUs, info.Has, test.cpus, test.has)
			}
			if info.TargetPID != model.NoPID || info.OS.Family != "other" || info.End != 0 {
				t.Errorf("target %d, os %q, end %d; want none, other, 0", info.TargetPID, info.OS.Family, info.End)
			}
		})
	}
}

// TestStartOfDeclared: a start without a process uses the declared one, but only the first: the id
// may be reused.
func TestStartOfDeclared(t *testing.T) {
	_, events := parse(t, `threadlens-trace 1
thread 9 pid=3
1us cpu0 start 9 by=1
2us cpu0 start 9 by=1
`)
	if got := []uint32{events[1].PID, events[2].PID}; got[0] != 3 || got[1] != model.NoPID {
		t.Errorf("processes %d, want 3 and none", got)
	}
}

func TestTimesCountFromSpan(t *testing.T) {
	_, events := parse(t, "threadlens-trace 1\nspan 1ms\n1ms cpu0 irq 1.001ms isr\n0.999ms cpu0 online\n")
	if e := events[0]; e.Time != 0 || e.End != us {
		t.Errorf("interrupt [%d, %d), want [0, 1000)", e.Time, e.End)
	}
	if e := events[1]; e.Time != -us {
		t.Errorf("time %d, want -1000", e.Time)
	}
}

func TestFrames(t *testing.T) {
	r, events := parse(t, `threadlens-trace 1
stack 0xff "a.dll!f!g" at=0x10 plain 0xffffffff81000000 kernel=1 "0x12" "!op!" "!f" in="a!b" "m!" ""
1us cpu0 sample 1 stack=255
`)
	want := `"a.dll"!"f!g"@10,false
""!"plain"@0,false
""!""@ffffffff81000000,true
""!"0x12"@0,false
""!"op!"@0,false
"a!b"!"f"@0,false
"m"!""@0,false
""!""@0,false`
	if got := resolve(r.Tables(), events[0]).stack; got != want {
		t.Errorf("frames are\n%s\nwant\n%s", got, want)
	}
}
