package kernel

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	kt "threadlens/ingest/live/kernel/kerneltest"
	"threadlens/model"
)

// begin is the time 0 of the tests: a FILETIME of 2026.
const begin = 134_000_000_000_000_000

// story is what the system reports about a program whose thread wakes another one, on two CPUs,
// which deliver their events one after another. Times are in units of 100 ns.
func story() []kt.Event {
	thread := func(op uint8, cpu uint16, at int64, body []byte) kt.Event {
		return kt.Event{Class: kt.ThreadClass, Opcode: op, Version: 4, CPU: cpu, TID: 7, At: begin + at, Body: body}
	}
	process := func(pid uint32, image string) kt.Event {
		return kt.Event{Class: kt.ProcessClass, Opcode: kt.Rundown, Version: 4, At: begin - 5, Body: kt.ProcessBody(pid, image)}
	}
	return []kt.Event{
		process(0, "Idle"),
		process(4, "System"),
		process(100, "app.exe"),
		thread(kt.Rundown, 0, -5, kt.ThreadBody(100, 101, "main thread")),
		thread(kt.Rundown, 0, -5, kt.ThreadBody(100, 102, "")),
		thread(kt.Switch, 300, 20, kt.SwitchBody(101, 0, 5, 37)),
		thread(kt.Switch, 300, 50, kt.SwitchBody(0, 102, 2, 0)),
		thread(kt.Switch, 300, 90, kt.SwitchBody(102, 0, 4, 0)),
		thread(kt.Switch, 1, 10, kt.SwitchBody(0, 101, 2, 0)),
		thread(kt.Ready, 1, 40, kt.ReadyBody(102, 3)),
		thread(kt.SetName, 1, 41, kt.NameBody(100, 102, "wörker")),
		thread(kt.Start, 1, 42, kt.ThreadBody(100, 103, "new")),
		thread(kt.End, 1, 60, kt.ThreadBody(100, 103, "new")),
		{Class: kt.LostClass, Opcode: kt.LostBuffer, CPU: 0, At: begin + 95},
		{Class: kt.ThreadClass, Opcode: 200, CPU: 0, At: begin + 96, Body: []byte{1}}, // of an unused kind
		{Class: [16]byte{1}, Opcode: kt.Switch, CPU: 0, At: begin + 97},
		thread(kt.Switch, 1, 98, []byte{1, 2, 3}), // cut short
	}
}

// storyText is the expected result of the story.
const storyText = `0 cpu 0 process 0 Idle class 3
0 cpu 0 process 4 System class 2
0 cpu 0 process 100 app.exe class 0
0 cpu 0 exists 101 of 100
0 cpu 0 name 101 "main thread"
0 cpu 0 exists 102 of 100
1000 cpu 1 switch 0 to 101 out 1 prio 8 9
2000 cpu 300 switch 101 to 0 out 0 prio 8 9
4000 cpu 1 wake 102 ctx dpc swapped
4100 cpu 1 name 102 "wörker"
4200 cpu 1 start 103 of 100 by 7 "new"
5000 cpu 300 switch 0 to 102 out 1 prio 8 9
6000 cpu 1 exists 103 of 100
6000 cpu 1 exit 103
9000 cpu 300 switch 102 to 0 out 3 prio 8 9
9000 cpu all loss to 9500
`

// text formats events, one per line.
func text(events []model.Event, tables *model.Tables) string {
	var b strings.Builder
	for i := range events {
		e := &events[i]
		cpu := fmt.Sprint(e.CPU)
		if e.CPU == model.AllCPUs {
			cpu = "all"
		}
		fmt.Fprintf(&b, "%d cpu %s ", e.Time, cpu)
		name := tables.Strings.Get(e.Name)
		switch e.Kind {
		case model.KindSwitch:
			fmt.Fprintf(&b, "switch %d to %d out %d prio %d %d", e.TID, e.Other, e.Out, e.Prio[0], e.Prio[1])
		case model.KindWake:
			fmt.Fprintf(&b, "wake %d", e.TID)
			if e.Ctx == model.CtxDpc {
				b.WriteString(" ctx dpc")
			}
			if e.Flags&model.WakeStackSwapped != 0 {
				b.WriteString(" swapped")
			}
		case model.KindProcess:
			fmt.Fprintf(&b, "process %d %s class %d", e.PID, name, e.Arg)
		case model.KindExists:
			fmt.Fprintf(&b, "exists %d of %d", e.TID, e.PID)
		case model.KindName:
			fmt.Fprintf(&b, "name %d %q", e.TID, name)
		case model.KindStart:
			fmt.Fprintf(&b, "start %d of %d by %d %q", e.TID, e.PID, e.Other, name)
		case model.KindExit:
			fmt.Fprintf(&b, "exit %d", e.TID)
		case model.KindLoss:
			fmt.Fprintf(&b, "loss to %d", e.End)
		default:
			fmt.Fprintf(&b, "kind %d", e.Kind)
		}
		b.WriteByte('\n')
	}
	return b.String()
}

func checkStory(t *testing.T, events []model.Event, tables *model.Tables) {
	t.Helper()
	if got := text(events, tables); got != storyText {
		t.Errorf("got\n%swant\n%s", got, storyText)
	}
}

// put puts events into an inbox without Windows.
func put(b *inbox, events []kt.Event) {
	for i := range events {
		h := events[i].Head()
		r := parse(&h, events[i].Body)
		b.put(&r)
	}
}

// TestDecode: the meaning of events, and their order.
func TestDecode(t *testing.T) {
	b := inbox{d: decoder{start: begin}}
	put(&b, story())
	var q queue
	n := namer{tables: &model.Tables{}}
	b.take(&q, &n)
	checkStory(t, q.take(true, nil), n.tables)
	if cpus, lost := b.counts(); cpus != 301 || lost != 0 {
		t.Errorf("%d processors, %d lost", cpus, lost)
	}
}

// TestParse: CPUs and pointers of older and of 32-bit systems.
func TestParse(t *testing.T) {
	e := kt.Event{Class: kt.ThreadClass, Opcode: kt.Ready, CPU: 0x105, OldCPU: true, Narrow: true, TID: 9, At: 5}
	h := e.Head()
	if r := parse(&h, nil); r.cpu != 5 || r.layout.Wide || r.tid != 9 || r.at != 5 || r.opcode != kt.Ready {
		t.Errorf("%+v", r)
	}
	e.OldCPU, e.Narrow = false, false
	h = e.Head()
	if r := parse(&h, nil); r.cpu != 0x105 || !r.layout.Wide {
		t.Errorf("%+v", r)
	}
}

// TestTime: times count from the start, and never overflow.
func TestTime(t *testing.T) {
	d := decoder{start: begin}
	for at, want := range map[int64]model.Time{begin: 0, begin + 3: 300, begin - 1: 0, 0: 0, -1 << 63: 0, 1<<63 - 1: (1 << 53) * 100} {
		if got := d.time(at); got != want {
			t.Errorf("%d: %d, want %d", at, got, want)
		}
	}
}

// TestQueue: events wait for earlier ones as long as these may come, and no longer.
func TestQueue(t *testing.T) {
	at := func(kind model.Kind, time model.Time, cpu model.CPU) *model.Event {
		return &model.Event{Kind: kind, Time: time, CPU: cpu, TID: model.TID(time / 1000)}
	}
	const ms, s = 1_000_000, 1_000_000_000
	var q queue
	q.add(at(model.KindSwitch, 10*ms, 0))
	q.add(at(model.KindSwitch, 1500*ms, 0))
	if got := q.take(false, nil); len(got) != 0 || q.settled != 0 {
		t.Errorf("too early: %v, settled %d", got, q.settled)
	}
	q.add(at(model.KindSwitch, 5*ms, 1))
	q.add(at(model.KindSwitch, 3*s, 0))
	out := q.take(false, nil)
	if len(out) != 2 || out[0].Time != 5*ms || out[1].Time != 10*ms || q.settled != s {
		t.Errorf("%v, settled %d", out, q.settled)
	}
	q.add(at(model.KindSwitch, 7*ms, 2)) // too late: a gap
	q.add(at(model.KindName, 8*ms, 2))   // … that is still true now
	out = q.take(true, out)
	kinds := []model.Kind{model.KindLoss, model.KindName, model.KindSwitch, model.KindSwitch}
	if len(out) != 4 || q.late != 2 || q.settled != 3*s+1 {
		t.Fatalf("%v, %d late, settled %d", out, q.late, q.settled)
	}
	for i, e := range out {
		if e.Kind != kinds[i] || e.Time < s || i == 0 && e.CPU != 2 {
			t.Errorf("%d: %+v", i, e)
		}
	}
}

// TestQueueFull: the memory for waiting events is limited.
func TestQueueFull(t *testing.T) {
	q := queue{waiting: make([]model.Event, maxHeld)}
	q.add(&model.Event{Kind: model.KindSwitch})
	if out := q.take(false, nil); len(out) != maxHeld+1 || len(q.waiting) != 0 || q.settled != 1 {
		t.Errorf("%d events, %d wait, settled %d", len(out), len(q.waiting), q.settled)
	}
}

// TestInboxFull: events for which there is no room are counted, and leave a gap.
func TestInboxFull(t *testing.T) {
	b := inbox{d: decoder{start: begin}}
	e := kt.Event{Class: kt.ThreadClass, Opcode: kt.Ready, At: begin + 10, Body: kt.ReadyBody(1, 0)}
	put(&b, slices.Repeat([]kt.Event{e}, maxWaiting+3))
	var q queue
	n := namer{tables: &model.Tables{}}
	b.take(&q, &n)
	e.At += 10
	put(&b, []kt.Event{e})
	b.skip()
	b.take(&q, &n)
	out := q.take(true, nil)
	if _, lost := b.counts(); lost != 4 || len(out) != maxWaiting+2 {
		t.Fatalf("%d lost, %d events", lost, len(out))
	}
	if got, want := text(out[maxWaiting:], n.tables), "1000 cpu all loss to 2000\n2000 cpu 0 wake 1\n"; got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
}

// TestNames: the same name is kept once, and their number is bounded.
func TestNames(t *testing.T) {
	n := namer{tables: &model.Tables{}}
	a := n.id("a")
	if n.id("b") == a || n.id("a") != a || a == model.NoString {
		t.Error("names are mixed up")
	}
	n.known = maxNames
	if n.id("c") != model.NoString {
		t.Error("there is no bound")
	}
}

// FuzzDecode: whatever a record holds, it does no harm, and events are in order.
func FuzzDecode(f *testing.F) {
	for _, e := range story() {
		h := e.Head()
		f.Add(h[:], e.Body)
	}
	f.Fuzz(func(t *testing.T, first, body []byte) {
		var h head
		copy(h[:], first)
		b := inbox{d: decoder{start: begin}}
		r := parse(&h, body)
		b.put(&r)
		b.put(&r)
		var q queue
		n := namer{tables: &model.Tables{}}
		b.take(&q, &n)
		last := model.Time(0)
		for _, e := range q.take(true, nil) {
			if e.Time < last || e.Kind == model.KindNone || e.Kind != model.KindLoss && e.CPU > maxCPU {
				t.Errorf("%+v after %d", e, last)
			}
			last = e.Time
		}
		if len(n.tables.Strings.Get(1)) > model.MaxName {
			t.Error("a name is too long")
		}
	})
}
