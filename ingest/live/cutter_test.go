package live

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"threadlens/ingest"
	"threadlens/model"
	"threadlens/model/measure"
	"threadlens/model/modeltest"
)

const second = model.Time(1e9)

// scene makes the events of a machine with two CPUs on which threads take turns, begin and end;
// those that existed before are listed at 0.
type scene struct {
	r      *rand.Rand
	tables *model.Tables
	alive  []model.TID
	born   uint32
	on     [2]model.TID
	now    model.Time
}

func newScene(tables *model.Tables) (*scene, []model.Event) {
	s := &scene{r: rand.New(rand.NewPCG(1, 2)), tables: tables, born: 100, on: [2]model.TID{model.IdleTID, model.IdleTID}}
	var list []model.Event
	for range 6 {
		list = append(list, s.birth(model.KindExists)...)
	}
	return s, list
}

// birth is a thread in a separate process.
func (s *scene) birth(kind model.Kind) []model.Event {
	s.born++
	tid := model.TID(s.born)
	s.alive = append(s.alive, tid)
	name := s.tables.Strings.ID("program")
	return []model.Event{
		{Kind: model.KindProcess, Time: s.now, PID: s.born, Name: name},
		{Kind: kind, Time: s.now, TID: tid, PID: s.born, Other: model.NoTID},
		{Kind: model.KindName, Time: s.now, TID: tid, PID: s.born, Name: name},
	}
}

// until are the events up to an instant.
func (s *scene) until(end model.Time) (list []model.Event) {
	for {
		step := model.Time(s.r.Int64N(40e6) + 1)
		if s.now+step >= end {
			s.now = end
			return list
		}
		s.now += step
		switch s.r.IntN(20) {
		case 0:
			list = append(list, s.birth(model.KindStart)...)
		default:
			list = append(list, s.turn()...)
		}
	}
}

// turn switches a CPU to another thread, or to idle; the thread that leaves may end.
func (s *scene) turn() (list []model.Event) {
	cpu := s.r.IntN(2)
	next := model.TID(model.IdleTID)
	if free := s.alive[s.r.IntN(len(s.alive))]; s.r.IntN(3) > 0 && !slices.Contains(s.on[:], free) {
		next = free
	}
	old := s.on[cpu]
	if old == next {
		return nil
	}
	e := model.Event{Kind: model.KindSwitch, Time: s.now, CPU: model.CPU(cpu), TID: old, Other: next, Sub: model.SubSleep, Prio: [2]int16{model.NoPrio, model.NoPrio}}
	if old != model.IdleTID && len(s.alive) > 4 && s.r.IntN(8) == 0 {
		list = append(list, model.Event{Kind: model.KindExit, Time: s.now, CPU: model.CPU(cpu), TID: old})
		s.alive = slices.DeleteFunc(s.alive, func(tid model.TID) bool { return tid == old })
		e.Out = model.OutDead
	}
	s.on[cpu] = next
	return append(list, e)
}

// figures are the times of a monitor by process, now and in the window.
func figures(m *measure.Monitor) map[uint32]measure.MonitorTime {
	list := map[uint32]measure.MonitorTime{}
	for _, p := range m.Rows {
		if p.Window > 0 {
			list[p.PID] = p.MonitorTime
		}
	}
	return list
}

// TestCutter: stretches give the same as a monitor of the whole, at every second; what is kept is
// the last minute, as a trace with the same contents; and threads that have ended are forgotten.
func TestCutter(t *testing.T) {
	tables := &model.Tables{}
	info := model.Info{OS: model.OS{Family: "windows"}, TargetPID: model.NoPID, Has: model.Has{Switches: true}, CPUs: 1}
	c := newCutter(cutOptions{Every: second, Span: 20 * second, Most: 1 << 20}, info, tables)
	s, all := newScene(tables)
	batch := slices.Clone(all)
	var rolling measure.Rolling
	stretches := 0
	for at := second / 4; at <= 90*second; at += second / 4 {
		more := s.until(at)
		all, batch = append(all, more...), append(batch, more...)
		m := c.take(batch, at, 2)
		batch = nil
		if m == nil {
			continue
		}
		stretches++
		if err := modeltest.Check(m.Trace); err != nil {
			t.Fatal(err)
		}
		rolling.Add(m.Trace, m.Range, m.Lost, nil)
		if stretches%10 != 0 {
			continue
		}
		got := rolling.Monitor()
		whole := info
		whole.CPUs, whole.End = 2, at
		tr := model.Build(&whole, tables, model.PrepassOf(2, all), all)
		want := measure.MonitorAt(tr, measure.Visible(tr), 0, at)
		compare(t, at, figures(&got), figures(&want))
	}
	if stretches != 90 {
		t.Errorf("%d stretches", stretches)
	}
	if len(c.before.threads) != len(s.alive) || len(c.before.procs) != len(s.alive) || len(c.base.procs) > 100 {
		t.Errorf("%d threads are known, %d processes; there are %d", len(c.before.threads), len(c.before.procs), len(s.alive))
	}
	checkText(t, c, rolling.Monitor())
}

func compare(t *testing.T, at model.Time, got, want map[uint32]measure.MonitorTime) {
	t.Helper()
	for pid, w := range want {
		if got[pid] != w {
			t.Errorf("at %d s process %d: %v, want %v", at/second, pid, got[pid], w)
		}
	}
	if len(got) != len(want) {
		t.Errorf("at %d s: %d processes, want %d", at/second, len(got), len(want))
	}
}

// checkText: what is kept opens, and its last second is what was seen.
func checkText(t *testing.T, c *cutter, seen measure.Monitor) {
	t.Helper()
	var b bytes.Buffer
	if err := c.writeText(&b); err != nil {
		t.Fatal(err)
	}
	tr, err := ingest.LoadBytes(t.Context(), "kept.tltxt", b.Bytes(), ingest.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if tr.End < 19*second || tr.End > 22*second {
		t.Errorf("%d ns are kept", tr.End)
	}
	m := measure.MonitorAt(tr, measure.Visible(tr), 0, tr.End)
	now := map[uint32]model.Time{}
	for _, p := range m.Rows {
		now[p.PID] = p.Now
	}
	for _, p := range seen.Rows {
		if p.Now != now[p.PID] {
			t.Errorf("process %d had %d ns in the last second, kept are %d", p.PID, p.Now, now[p.PID])
		}
	}
}

// TestCutterKeepsNoMore: the number of events kept is limited; and nothing can be saved before
// there are any.
func TestCutterKeepsNoMore(t *testing.T) {
	tables := &model.Tables{}
	c := newCutter(cutOptions{Every: second, Span: 60 * second, Most: 100}, model.Info{CPUs: 2}, tables)
	if err := c.writeText(&bytes.Buffer{}); err == nil {
		t.Error("nothing was saved without complaint")
	}
	s, list := newScene(tables)
	for at := second; at <= 30*second; at += second {
		c.take(append(list, s.until(at)...), at, 2)
		list = nil
		if c.count > 100 && len(c.kept) > 1 {
			t.Fatalf("%d events are kept", c.count)
		}
	}
}

// TestCutterLosses: after events lost in one stretch it is unknown who has the CPU in the next one,
// until a switch shows who had it.
func TestCutterLosses(t *testing.T) {
	const ms = second / 1000
	for _, all := range []bool{false, true} {
		tables := &model.Tables{}
		c := newCutter(cutOptions{Every: second, Span: 60 * second, Most: 1 << 20}, model.Info{CPUs: 2}, tables)
		switched := func(at model.Time, cpu model.CPU, from, to model.TID) model.Event {
			return model.Event{Kind: model.KindSwitch, Time: at, CPU: cpu, TID: from, Other: to, Sub: model.SubSleep}
		}
		lost := model.Event{Kind: model.KindLoss, Time: 900 * ms, End: 950 * ms}
		if all {
			lost.CPU = model.AllCPUs
		}
		first := c.take([]model.Event{switched(100*ms, 0, 7, 8), switched(100*ms, 1, 5, 6), lost}, second, 2)
		if got := runs(first.Trace, 0, first.Range); got != "7 100 8 800 ? 100 " {
			t.Errorf("all %v: first %q", all, got)
		}
		second2 := c.take([]model.Event{switched(1500*ms, 0, 9, 8)}, 2*second, 2)
		if got := runs(second2.Trace, 0, second2.Range); got != "9 500 8 500 " {
			t.Errorf("all %v: second %q", all, got)
		}
		want := map[bool]string{false: "6 1000 ", true: "? 1000 "}[all]
		if got := runs(second2.Trace, 1, second2.Range); got != want {
			t.Errorf("all %v: the other processor %q, want %q", all, got, want)
		}
		if len(c.before.losses) != map[bool]int{false: 0, true: 1}[all] {
			t.Errorf("all %v: %d processors without a switch since", all, len(c.before.losses))
		}
	}
}

// runs are how long each thread had a CPU, in ms.
func runs(tr *model.Trace, cpu model.CPU, r model.Range) (s string) {
	for sl := range tr.Slices(cpu, r) {
		who := "?"
		if ix, ok := sl.Occupant.Thread(); ok {
			who = fmt.Sprint(tr.Threads[ix].TID)
		}
		s += fmt.Sprintf("%s %d ", who, sl.Range.Overlap(r)/1e6)
	}
	return s
}
