package etl

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"threadlens/ingest/etl/etltest"
	"threadlens/model"
	"threadlens/model/modeltest"
)

// examples are the worked examples of the model, by name, and a text with every
// kind of event.
func examples(tb testing.TB) map[string][]byte {
	all := etltest.Examples(tb, "../../model/testdata")
	all["rich"] = []byte(rich)
	return all
}

// inWindowsWords replaces what is specific to Linux.
func inWindowsWords(src []byte) []byte {
	src = bytes.ReplaceAll(src, []byte("linux=S"), []byte("win=6"))
	return bytes.ReplaceAll(src, []byte("os linux"), []byte("os windows"))
}

// rich has every kind of event.
const rich = `threadlens-trace 1
cpus 2
span 0us 2000us
os windows machine=BOX
wall 2024-05-06T07:08:09Z
process 100 "app.exe"
process 4 "System" system
thread 10 pid=100 name="main"
thread 11 pid=100
stack 1 "ntoskrnl.exe!KiSwap" kernel=1 "app!f" "app!g"
stack 2 "managed!Name.Space.Type.Method" "app!g"
stack 3 0x7ff123456789 "old!h" at=0x7ff200001234
0us cpu1 exists 10 state=running
0us cpu0 exists idle state=running
5us cpu0 irq 12us dpc timer=1 routine="tcpip.sys!Timer"
10us cpu0 wake 11 flag=0x1
20us cpu0 switch idle 11 preempt prio=0,8
30us cpu1 sample 10 stack=1
31us cpu1 call 10 enter NtReadFile
35us cpu1 call 10 exit NtReadFile ret=259
40us cpu0 irq-enter isr routine="storport.sys!Isr" vector=77
44us cpu0 irq-exit isr
50us cpu0 start 12 by=11 name="worker"
51us cpu0 wake 12 stack=2
60us cpu0 switch 11 12 wait win=37 prio=8,9
70us cpu1 wake 11 flag=0x3
71us cpu0 name 12 "renamed"
80us cpu0 fault 12 75us hard file="C:\\x.txt" addr=4096
81us cpu0 fault 12 81us soft addr=8192
90us cpu0 io 12 82us read dev="disk A" bytes=512 file="C:\\x.txt"
91us cpu1 io 10 85us write dev="disk B" bytes=1024
100us cpu1 mark 10 begin "Phase" id=7
103us cpu1 mark 10 end "Phase" id=7
110us cpu0 exit 12
111us cpu0 switch 12 11 dead stacknew=3
120us cpu0 loss 140us n=5
150us cpu0 switch 11 idle wait win=15
160us cpu0 process 200 "late.exe"
180us cpu0 irq 190us isr
200us all loss 210us
230us cpu0 switch idle 11 preempt
`

// fileKinds are the kinds of files to which a text is written.
func fileKinds() map[string]etltest.TextOptions {
	kinds := map[string]etltest.TextOptions{}
	styles := map[string]etltest.Style{"native": etltest.StyleNative, "system": etltest.StyleSystem, "classic": etltest.StyleClassic}
	packed := []etltest.Compression{etltest.Plain, etltest.Xpress, etltest.LZNT1, etltest.XpressHuffman}
	for style, st := range styles {
		for _, ptr := range []int{4, 8} {
			for clock := etltest.ClockQPC; clock <= etltest.ClockCycles; clock++ {
				for _, keys := range []bool{false, true} {
					opt := etltest.TextOptions{Style: st, Keys: keys, HeaderTells: true}
					opt.Config.PointerSize, opt.Config.Clock = ptr, clock
					opt.Config.Compression = packed[len(kinds)%len(packed)]
					opt.Config.BufferSize = []int{1024, 65536}[len(kinds)/4%2]
					if clock == etltest.ClockQPC && ptr == 4 {
						opt.Config.Major, opt.Config.Minor, opt.Config.PerfFreq = 6, 1, 2_338_525
					}
					kinds[fmt.Sprintf("%s %d clock %d keys %v", style, ptr, clock, keys)] = opt
				}
			}
		}
	}
	kinds["compact"] = etltest.TextOptions{Style: etltest.StyleCompact, HeaderTells: true}
	kinds["instance"] = etltest.TextOptions{Style: etltest.StyleInstance, HeaderTells: true}
	return kinds
}

// TestExamples writes the worked examples to files of all kinds: reading them
// must give the same trace as the events that the file expresses.
func TestExamples(t *testing.T) {
	for name, src := range examples(t) {
		for kind, opt := range fileKinds() {
			t.Run(name+"/"+kind, func(t *testing.T) {
				c, err := etltest.FromText(name, inWindowsWords(src), opt)
				if err != nil {
					t.Fatal(err)
				}
				info := c.Info
				want := model.Build(&info, c.Tables, model.PrepassOf(info.CPUs, c.Events), c.Events)
				r := open(t, c.Bytes())
				got := load(t, r)
				for _, err := range modeltest.Check(got) {
					t.Error(err)
				}
				if a, b := segments(t, got), segments(t, want); a != b {
					t.Errorf("got\n%s\nwant\n%s", a, b)
				}
				if a, b := facts(got, opt.Config.PerfFreq), facts(want, opt.Config.PerfFreq); a != b {
					t.Errorf("got\n%s\nwant\n%s", a, b)
				}
				if n := r.column.unmatched(); n != 0 {
					t.Errorf("%d of %d stacks without their event", n, r.column.stacks)
				}
				if a, b := got.Events[model.KindIrq], want.Events[model.KindIrq]; a != b {
					t.Errorf("%d interrupts, want %d", a, b)
				}
				if !r.Info().StartWall.Equal(info.StartWall) || got.End != want.End || got.Info.LostEvents != info.LostEvents {
					t.Errorf("start %v, end %d, lost %d; want %v, %d, %d", r.Info().StartWall, got.End, got.Info.LostEvents, info.StartWall, want.End, info.LostEvents)
				}
			})
		}
	}
}

// facts prints what the segments do not show. The duration of a transfer is not exact where a tick
// is not a whole number of ns, so that freq is not 0.
func facts(t *model.Trace, freq int64) string {
	var b strings.Builder
	for i := range t.Processes {
		p := &t.Processes[i]
		fmt.Fprintf(&b, "process %d %q %v\n", p.PID, p.Name, p.Class)
	}
	for _, x := range t.IOs {
		if freq != 0 {
			x.From = 0
		}
		fmt.Fprintf(&b, "io %v %v %d %v %q %q\n", x.Range, t.Threads[x.Thread].TID, x.Bytes, x.Direction, t.String(x.Device), t.String(x.File))
	}
	for _, x := range t.Faults {
		fmt.Fprintf(&b, "fault %v %v %v %q\n", x.Range, t.Threads[x.Thread].TID, x.Hard, t.String(x.File))
	}
	for _, x := range t.Samples {
		fmt.Fprintf(&b, "sample %d %d %d %d\n", x.Time, t.Threads[x.Thread].TID, x.CPU, len(t.Tables.Stacks.Frames(x.Stack)))
	}
	for _, x := range t.Losses {
		fmt.Fprintf(&b, "loss %d %v\n", x.CPU, x.Range)
	}
	for k, n := range t.Events {
		switch model.Kind(k) {
		case model.KindSwitch, model.KindWake, model.KindStart, model.KindExit, model.KindCallEnter, model.KindCallExit:
			fmt.Fprintf(&b, "kind %d: %d\n", k, n)
		}
	}
	return b.String()
}
