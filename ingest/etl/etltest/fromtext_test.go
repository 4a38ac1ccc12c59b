package etltest

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"slices"
	"strings"
	"testing"

	"threadlens/model"
)

func examples(t *testing.T) map[string][]byte { return Examples(t, "../../../model/testdata") }

func fromText(t *testing.T, src []byte, opt TextOptions) *Composed {
	t.Helper()
	c, err := FromText("test", src, opt)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// TestExamples: which examples a file can express exactly, as they are, and with the wait reasons
// of Linux replaced by those of Windows.
func TestExamples(t *testing.T) {
	want := map[string][2]bool{
		"7a": {true, true}, "b01": {true, true}, "b02": {false, true}, "b03": {true, true},
		"b03_at49": {false, true}, "b03_at50": {true, true}, "b04": {false, true},
		"b05": {false, false}, // a wake names the CPU on whose queue the thread is
		"b06": {false, true}, "b07": {false, true}, "b08": {false, true}, "b09": {false, true},
		"b10": {true, true}, "b10_cpu1_first": {true, true}, "b11": {false, true}, "b12": {false, true},
		"b13": {false, false}, // a CPU goes offline
		"b14": {false, true}, "b15": {true, true},
		"b16": {false, false}, // a wake of two events
		"s55": {false, false}, // sub-reasons of Linux, a timer without its interrupt
	}
	for name, src := range examples(t) {
		if _, ok := want[name]; !ok {
			continue // lost events, headers of wakes and calls, which no .etl file expresses in this way
		}
		windows := bytes.ReplaceAll(bytes.ReplaceAll(src, []byte("linux=S"), []byte("win=6")), []byte("os linux"), []byte("os windows"))
		for i, text := range [][]byte{src, windows} {
			c := fromText(t, text, TextOptions{HeaderTells: true})
			if c.Exact != want[name][i] {
				t.Errorf("%s, version %d: exact is %v: %v", name, i, c.Exact, c.Omissions)
			}
			shows := slices.ContainsFunc(c.Omissions, func(o Omission) bool { return !o.Detail })
			if !c.Exact && !shows {
				t.Errorf("%s, version %d: not exact without an omission", name, i)
			}
		}
	}
}

// TestText checks that what a file expresses, written as text, makes an equal file without
// omissions.
func TestText(t *testing.T) {
	all := examples(t)
	all["rich"] = []byte(rich)
	for name, src := range all {
		if bytes.Contains(src, []byte(" call ")) {
			continue // the names of calls are lost, and with them the image that contains them
		}
		opt := TextOptions{HeaderTells: true, Config: Config{PerfFreq: 10_000_000}}
		first := fromText(t, src, opt)
		text, err := first.Text()
		if err != nil {
			t.Fatal(err)
		}
		second := fromText(t, text, opt)
		if !second.Exact {
			t.Errorf("%s: %v\n%s", name, second.Omissions, text)
		}
		_, a := walk(t, first.Bytes())
		_, b := walk(t, second.Bytes())
		if len(a) != len(b) {
			t.Errorf("%s: %d records, then %d", name, len(a), len(b))
		}
	}
}

// rich has every kind of event.
const rich = `threadlens-trace 1
cpus 2
span 0us 2000us
os windows machine=BOX
wall 2024-05-06T07:08:09Z
process 100 "app.exe" target
process 4 "System" system
thread 10 pid=100 name="main"
thread 11 pid=100
stack 1 "ntoskrnl.exe!KiSwap" kernel=1 "app!f" "app!g"
stack 2 "managed!Name.Space.Type.Method" "app!g"
stack 3 0x7ff123456789 "old!h" at=0x7ff200001234
0us cpu1 exists 10 state=running
0us cpu0 exists idle state=running
10us cpu0 wake 11 flag=0x1
5us cpu0 irq 12us dpc timer=1 routine="tcpip.sys!Timer"
20us cpu0 switch idle 11 preempt prio=0,8
30us cpu1 sample 10 stack=1
31us cpu1 call 10 enter NtReadFile
35us cpu1 call 10 exit NtReadFile ret=259
40us cpu0 irq-enter isr routine="storport.sys!Isr" vector=77
44us cpu0 irq-exit isr
50us cpu0 start 12 by=11 name="worker"
51us cpu0 wake 12 kind=new stack=2
60us cpu0 switch 11 12 wait win=37 prio=8,9
70us cpu1 wake 11 flag=0x3
71us cpu0 name 12 "renamed"
80us cpu0 fault 12 75us hard file="C:\\x.txt" addr=4096
81us cpu0 fault 12 81us soft addr=8192
90us cpu0 io 12 82us read dev="disk A" bytes=512 file="C:\\x.txt"
91us cpu1 io 10 85us write dev="disk B" bytes=1024
100us cpu1 mark 10 begin "Phase" id=7
101us cpu1 mark 10 step "Half"
102us cpu1 mark 10 flag "Now" parent=7
103us cpu1 mark 10 end "Phase" id=7
110us cpu0 exit 12
111us cpu0 switch 12 11 dead stacknew=3
120us cpu0 loss 140us n=5
150us cpu0 switch 11 idle wait win=15
160us cpu0 process 200 "late.exe"
170us cpu0 ran 11 10us
171us cpu0 migrate 11 0 1
172us cpu0 blocked 11 iowait=1
173us cpu0 sample idle
180us cpu0 irq 190us nmi
200us all loss 210us
`

// TestRich checks the records of a text with every kind of event: which there are, in which order
// on each CPU, and when.
func TestRich(t *testing.T) {
	c := fromText(t, []byte(rich), TextOptions{HeaderTells: true, Managed: []string{"managed"}})
	_, records := walk(t, c.Bytes())
	monotone(t, records)
	got := map[int][]string{}
	for i := range records {
		r := &records[i]
		if at := c.Config.NS(r.time()); at > 0 && at < 1_999_000 {
			got[r.cpu] = append(got[r.cpu], fmt.Sprintf("%g:%s", float64(at)/1000, label(r)))
		}
	}
	for cpu, want := range []string{
		"10:0532 12:0f45 20:0524 44:0f43 50:0501 51:0532 51:1820 60:0524 71:0548 80:0220 81:020b " +
			"82:010c 90:010a 110:0502 111:0524 111:1820 120:lost32 140:lost33 150:0524 160:0301 200:lost32 210:lost33",
		"30:0f2e 30:1820 30:1820 31:0f33 35:0f34 70:0532 85:010d 91:010b 100:event 101:event 102:event 103:event 200:lost32 210:lost33",
	} {
		if s := strings.Join(got[cpu], " "); s != want {
			t.Errorf("processor %d\n got %s\nwant %s", cpu, s, want)
		}
	}
	checkRich(t, c, records)
}

// label is the hook id of a record, or its other kind.
func label(r *rawRecord) string {
	switch {
	case r.hook() != 0xFFFF:
		return fmt.Sprintf("%04x", r.hook())
	case r.kind == 0x14 && bytes.Equal(r.b[24:40], ClassLost[:]):
		return fmt.Sprintf("lost%d", r.b[4])
	}
	return "event"
}

// richShown prints what matters in some kinds of records.
var richShown = map[uint16]func(p []byte) string{
	0x0532: func(p []byte) string { return fmt.Sprintf("wake %d flags %d", le.Uint32(p), p[6]) },
	0x0F45: func(p []byte) string { return fmt.Sprintf("timer from %d at %x", le.Uint64(p), le.Uint64(p[8:])) },
	0x0F43: func(p []byte) string { return fmt.Sprintf("isr from %d vector %d", le.Uint64(p), le.Uint16(p[17:])) },
	0x010A: func(p []byte) string {
		return fmt.Sprintf("read of %d by %d in %d", le.Uint32(p[8:]), le.Uint32(p[48:]), le.Uint64(p[40:]))
	},
	0x1820: func(p []byte) string {
		return fmt.Sprintf("walk of %d.%d from %x, %d", le.Uint32(p[8:]), le.Uint32(p[12:]), le.Uint64(p[16:]), len(p)/8-2)
	},
	0x1403: func(p []byte) string {
		return fmt.Sprintf("image in %d at %x", int32(le.Uint32(p[16:])), le.Uint64(p))
	},
	0x0524: func(p []byte) string {
		return fmt.Sprintf("switch %d to %d state %d reason %d", le.Uint32(p[4:]), le.Uint32(p), p[14], p[12])
	},
}

var le = binary.LittleEndian

// checkRich looks into some of the records.
func checkRich(t *testing.T, c *Composed, records []rawRecord) {
	t.Helper()
	want := []string{
		"image in 0 at fffff80100000000", "image in 0 at fffff80101000000", "image in 0 at fffff80102000000",
		"image in 100 at 7ff200000000", "image in 100 at 7ff600000000",
		"isr from 1000000040000 vector 77", "read of 512 by 12 in 8000",
		"switch 0 to 11 state 2 reason 0", "switch 11 to 0 state 5 reason 15",
		"switch 11 to 12 state 5 reason 37", "switch 12 to 11 state 4 reason 0",
		"timer from 1000000005000 at fffff80100001000",
		"wake 11 flags 1", "wake 11 flags 3", "wake 12 flags 0",
		"walk of 100.10 from 7ff600001000, 2", "walk of 100.10 from fffff80101001000, 1",
		"walk of 100.11 from 7ff123456789, 2", "walk of 100.11 from 7ff900001000, 2",
	}
	var got []string
	methods := 0
	for i := range records {
		r := &records[i]
		if show := richShown[r.hook()]; show != nil {
			got = append(got, show(r.payload()))
		}
		if r.kind == 0x13 && r.u16(40) == MethodDCEnd && bytes.Equal(r.b[24:40], ProviderCLREnd[:]) {
			methods++
			if p := r.payload(); le.Uint64(p[16:]) != 0x7FF900001000 || !bytes.Contains(p, wide("Name.Space.Type", "Method")) {
				t.Errorf("method %x", p)
			}
		}
	}
	slices.Sort(got)
	if !slices.Equal(got, want) {
		t.Errorf("\n got %s\nwant %s", strings.Join(got, "\n     "), strings.Join(want, "\n     "))
	}
	if methods != 1 || c.Config.EventsLost != 6 || c.Config.BuffersLost != 3 || c.Info.LostEvents != 6 {
		t.Errorf("%d methods, %d events and %d buffers lost", methods, c.Config.EventsLost, c.Config.BuffersLost)
	}
	if i := slices.IndexFunc(c.Frames, func(f PlacedFrame) bool { return f.Managed }); i < 0 || c.Frames[i].Addr != 0x7FF900001000 {
		t.Errorf("frames %+v", c.Frames)
	}
}

// TestOptions composes every example in every kind of file: all are well formed and express the
// same.
func TestOptions(t *testing.T) {
	all := examples(t)
	all["rich"] = []byte(rich)
	for name, src := range all {
		plain := fromText(t, src, TextOptions{HeaderTells: true})
		for i, opt := range []TextOptions{
			{Config: Config{PointerSize: 4, BufferSize: 1024}},
			{Config: Config{Compression: Xpress, Relogged: true, BufferSize: 2048}},
			{Config: Config{Compression: LZNT1, Clock: ClockCycles}},
			{Config: Config{Compression: XpressHuffman, PointerSize: 4, Clock: ClockSystem}},
			{Config: Config{Major: 6, Minor: 1, Build: 7601, PerfFreq: 10_000_000}, Keys: true},
			{Config: Config{Major: 6, Minor: 2, Build: 9200, BufferSize: 131072}, Style: StyleClassic},
			{Config: Config{Major: 5, Minor: 2, PointerSize: 4}, Style: StyleInstance, Source: true},
			{Style: StyleSystem, Versions: Versions{Switch: 5, Thread: 4, Process: 3, Image: 2, Disk: 2}},
			{Style: StyleCompact, Keys: true, Source: true},
		} {
			opt.HeaderTells = true
			c := fromText(t, src, opt)
			_, records := walk(t, c.Bytes())
			monotone(t, records)
			if c.Exact != plain.Exact || !slices.Equal(c.Events, plain.Events) {
				t.Errorf("%s, options %d: exact %v with %d events, plain %v with %d", name, i, c.Exact, len(c.Events), plain.Exact, len(plain.Events))
			}
			if i > 0 {
				continue
			}
			if again := fromText(t, src, opt); !bytes.Equal(c.Bytes(), again.Bytes()) {
				t.Errorf("%s: not the same bytes twice", name)
			}
		}
	}
}

// TestKeys checks that every reference to a stack key has a definition.
func TestKeys(t *testing.T) {
	c := fromText(t, []byte(rich), TextOptions{HeaderTells: true, Keys: true})
	_, records := walk(t, c.Bytes())
	defined, used := map[uint64]bool{}, 0
	for i := range records {
		if r := &records[i]; r.hook() == 0x1824 {
			defined[binary.LittleEndian.Uint64(r.payload())] = true
		}
	}
	for i := range records {
		if r := &records[i]; r.hook() == 0x1825 || r.hook() == 0x1826 {
			used++
			if p := r.payload(); !defined[binary.LittleEndian.Uint64(p[16:])] {
				t.Errorf("key %x is not defined", p[16:])
			}
		}
	}
	if used != 4 || len(defined) != 4 {
		t.Errorf("%d references to %d keys", used, len(defined))
	}
}

// TestRough checks that a clock too coarse for the text is reported once.
func TestRough(t *testing.T) {
	src := "threadlens-trace 1\nos windows\n10.001us cpu0 switch 1 2 wait win=6\n20.002us cpu0 switch 2 1 wait win=6\n30us cpu0 wake 2\n"
	c := fromText(t, []byte(src), TextOptions{Config: Config{PerfFreq: 10_000_000}})
	if len(c.Omissions) != 1 || c.Exact || c.Events[0].Time != 10_100 || c.Events[2].Time != 30_000 {
		t.Errorf("exact %v, omissions %v, events %+v", c.Exact, c.Omissions, c.Events)
	}
}

// TestSwitchOut checks that every pair of disposition and wait reason of Windows survives the
// conversion to a state and reason and back.
func TestSwitchOut(t *testing.T) {
	for state := range uint8(10) {
		for reason := range uint8(45) {
			d := model.WindowsSwitchOut(state, reason)
			e := model.Event{Out: d.Out, Sub: d.Sub, Reason: d.Reason}
			s, r, ok := windowsState(&e)
			got := model.WindowsSwitchOut(s, r)
			if known := reason < reasonsKnown; !ok && (known || d.Out != model.OutWait) || ok && (got.Out != d.Out || got.Sub != d.Sub) {
				t.Errorf("state %d, reason %d: found %d and %d, which mean %v %v, not %v %v", state, reason, s, r, got.Out, got.Sub, d.Out, d.Sub)
			}
		}
	}
}

func TestFromTextErrors(t *testing.T) {
	for name, test := range map[string]struct {
		src string
		opt TextOptions
	}{
		"not the format": {"hello", TextOptions{}},
		"bad config":     {"threadlens-trace 1\n", TextOptions{Config: Config{PointerSize: 5}}},
		"a long name": {
			"threadlens-trace 1\n0us cpu0 name 5 " + strings.Repeat("x", 900) + "\n", TextOptions{Config: Config{BufferSize: 1024}},
		},
	} {
		if _, err := FromText(name, []byte(test.src), test.opt); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}
