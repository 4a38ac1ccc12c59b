package model_test

import (
	"fmt"
	"strings"
	"testing"

	"threadlens/model"
	"threadlens/model/modeltest"
)

// quotaScene is a trace of two CPUs and of a control group with a quota of 30 ms in periods
// of 100 ms, which begin at 15 ms: in each of ten periods two of its threads run for 15 ms,
// and are kept off the CPUs for the rest.
type quotaScene struct {
	account string             // of the group, at two instants
	runs    [10]model.Time     // of each thread, from each period's start, ns
	late    [10]model.Time     // by how much they are switched in late
	between func(k int) string // events after those of a period
	lines   []string           // lines of the header
}

const ms = model.Time(1e6)

const quotaAccount = "0ms 100 40 5000ms 1100ms 112 50 6400ms"

func newQuotaScene() *quotaScene {
	s := &quotaScene{account: quotaAccount}
	for k := range s.runs {
		s.runs[k] = 15 * ms
	}
	return s
}

func (s *quotaScene) trace(t *testing.T) *model.Trace {
	t.Helper()
	var b strings.Builder
	fmt.Fprintf(&b, `threadlens-trace 1
cpus 2
span 0ms 1015ms
os linux
process 10 app target
process 11 child parent=10
process 20 other
thread 10 pid=10
thread 11 pid=11
thread 20 pid=20
thread 21 pid=20
group /a 30ms 100ms %s
around 10 app at=1ms group=/a/b cpus=0-1
around 20 other at=1ms group=/ab cpus=0-1
%s
0ms cpu0 switch 10 idle preempt linux=R
0ms cpu1 switch 11 idle preempt linux=R
`, s.account, strings.Join(s.lines, "\n"))
	for k := range s.runs {
		if s.late[k] >= 100*ms { // never
			break
		}
		begin := model.Time(15+100*k)*ms + s.late[k]
		for c := range 2 {
			fmt.Fprintf(&b, "%dns cpu%d switch idle %d preempt linux=R\n", begin, c, 10+c)
		}
		for c := range 2 {
			fmt.Fprintf(&b, "%dns cpu%d switch %d idle preempt linux=R\n", begin+s.runs[k], c, 10+c)
		}
		if s.between != nil {
			b.WriteString(s.between(k))
		}
	}
	tr := modeltest.Parse(t, "quota", b.String())
	for _, err := range modeltest.Check(tr) {
		t.Error(err)
	}
	return tr
}

// TestThrottled: a group is kept off the CPUs from when it has used up its quota until
// a period starts; that counts if the kernel's account agrees.
func TestThrottled(t *testing.T) {
	const each = 85 * ms // of nine periods: before the first one nothing was used
	tests := []struct {
		name     string
		change   func(s *quotaScene)
		attested int // stretches
		likely   int
		time     model.Time // of each of the threads
	}{
		{"as it is", func(*quotaScene) {}, 9, 0, 9 * each},
		{"no second account", func(s *quotaScene) { s.account = "0ms 100 40 5000ms 0ms 100 40 5000ms" }, 0, 9, 0},
		{"the quota sufficed", func(s *quotaScene) { s.account = "0ms 100 40 5000ms 1100ms 112 40 5000ms" }, 0, 0, 0},
		{"throttled one time less", func(s *quotaScene) { s.account = "0ms 100 40 5000ms 1100ms 112 48 6400ms" }, 9, 0, 9 * each},
		{"two times less", func(s *quotaScene) { s.account = "0ms 100 40 5000ms 1100ms 112 47 6400ms" }, 0, 9, 0},
		{"twice as often", func(s *quotaScene) { s.account = "0ms 100 40 5000ms 1100ms 112 58 6400ms" }, 9, 0, 9 * each},
		{"more than that", func(s *quotaScene) { s.account = "0ms 100 40 5000ms 1100ms 112 59 6400ms" }, 0, 9, 0},
		{"for as long", func(s *quotaScene) { s.account = "0ms 100 40 5000ms 1100ms 112 50 5756ms" }, 9, 0, 9 * each},
		{"for less", func(s *quotaScene) { s.account = "0ms 100 40 5000ms 1100ms 112 50 5755ms" }, 0, 9, 0},
		{"of part of the time", func(s *quotaScene) { s.account = "0ms 100 40 5000ms 415ms 104 44 5340ms" }, 9, 0, 9 * each},
		{"half of the quota is used", func(s *quotaScene) { s.runs[4] = 7500 * 1000 }, 9, 0, 9*each + 7500*1000},
		{"less than half", func(s *quotaScene) { s.runs[4] = 7499 * 1000 }, 8, 0, 8 * each},
		{"a timer that is late", func(s *quotaScene) { s.late[4] = ms }, 9, 0, 9 * each},
		{"others run first", func(s *quotaScene) { s.late[4] = 3 * ms }, 9, 0, 9*each - 3*ms},
		{"others run long", func(s *quotaScene) { s.late[4] = 6 * ms }, 8, 0, 8*each - 6*ms},
		{"until the trace ends", func(s *quotaScene) { s.late[9] = 300 * ms }, 8, 0, 8 * each},
		{"out of step", func(s *quotaScene) {
			for k := range s.late {
				s.late[k] = model.Time(k) * 3 * ms
			}
		}, 0, 0, 0},
		{"the other period of the kernel's", func(s *quotaScene) { s.lines = []string{"group /a 30ms 99ms " + quotaAccount} }, 9, 0, 9 * each},
		{"of an outer group", func(s *quotaScene) { s.lines = []string{"group / 30ms 100ms " + quotaAccount} }, 18, 0, 9 * each},
		{"of all threads alone", func(s *quotaScene) { s.lines = []string{"pertask"} }, 0, 0, 0},
		{"CPUs that are full", func(s *quotaScene) { s.between = full }, 9, 0, 9 * each},
		{"full, and no second account", func(s *quotaScene) {
			s.between, s.account = full, "0ms 100 40 5000ms 0ms 100 40 5000ms"
		}, 0, 0, 0},
		{"the CPU that idles is not theirs", func(s *quotaScene) {
			s.between, s.account = halfFull, "0ms 100 40 5000ms 0ms 100 40 5000ms"
			s.lines = []string{"around 10 app at=1ms group=/a cpus=0"}
		}, 0, 0, 0},
		{"it is theirs", func(s *quotaScene) {
			s.between, s.account = halfFull, "0ms 100 40 5000ms 0ms 100 40 5000ms"
			s.lines = []string{"around 10 app at=1ms group=/a cpus=1"}
		}, 0, 9, 0},
	}
	for _, test := range tests {
		s := newQuotaScene()
		test.change(s)
		tr := s.trace(t)
		attested, likely := 0, 0
		for _, q := range tr.Throttles {
			if q.Attested {
				attested += len(q.Stretches)
			} else {
				likely += len(q.Stretches)
			}
		}
		if attested != test.attested || likely != test.likely {
			t.Errorf("%s: %d attested, %d likely; %+v", test.name, attested, likely, tr.Throttles)
		}
		for _, id := range []model.TID{10, 11} {
			if got := tr.ThrottledTime(threadOf(t, tr, id), tr.Whole()); got != test.time {
				t.Errorf("%s: thread %d was kept off for %d, want %d", test.name, id, got, test.time)
			}
		}
		for _, id := range []model.TID{20, 21} {
			if got := tr.ThrottledTime(threadOf(t, tr, id), tr.Whole()); got != 0 {
				t.Errorf("%s: thread %d of another group was kept off for %d", test.name, id, got)
			}
		}
		s0 := tr.Segment(threadOf(t, tr, 10), 4) // the second time that it is kept off
		if s0.State != model.Preempted || (s0.Sub == model.SubThrottled) != (attested > 0) || tr.LikelyThrottled(&s0) != (likely > 0) {
			t.Errorf("%s: %+v", test.name, s0)
		}
	}
}

// full has other threads on both CPUs while those of the group are kept off, halfFull on
// one.
func full(k int) string { return halfFull(k) + busyCPU(k, 1) }

func halfFull(k int) string { return busyCPU(k, 0) }

func busyCPU(k, cpu int) string {
	from := 15 + 100*k + 15
	return fmt.Sprintf("%d.001ms cpu%d switch idle %d preempt linux=R\n%d.999ms cpu%d switch %d idle wait linux=S\n", from, cpu, 20+cpu, from+84, cpu, 20+cpu)
}

// TestThrottledSince: if a thread is woken while the quota is used up, its queue time
// from then on until the next period is due to the quota; that is the reason if it is the
// larger part of its queueing.
func TestThrottledSince(t *testing.T) {
	s := newQuotaScene()
	s.lines = []string{"thread 12 pid=11", "thread 13 pid=11", "0ms cpu0 exists 12 state=waiting", "0ms cpu0 exists 13 state=waiting"}
	s.between = func(k int) string {
		return map[int]string{
			3: `380ms cpu0 wake 12 kind=waking ctx=timer to=0
405ms cpu0 wake 13 kind=waking ctx=timer to=0
`,
			4: `430ms cpu0 switch idle 12 preempt linux=R
430.1ms cpu0 switch 12 13 wait linux=S
430.2ms cpu0 switch 13 idle wait linux=S
`,
		}[k]
	}
	tr := s.trace(t)
	for id, want := range map[model.TID]struct {
		time model.Time
		sub  model.Sub
	}{12: {35 * ms, model.SubThrottled}, 13: {10 * ms, model.SubDispatch}} {
		ix := threadOf(t, tr, id)
		seg, _ := tr.SegmentAt(ix, 410*ms)
		if got := tr.ThrottledTime(ix, tr.Whole()); got != want.time || seg.State != model.Ready || seg.Sub != want.sub {
			t.Errorf("thread %d: %d, %+v; want %+v", id, got, seg, want)
		}
		if got := tr.ThrottledTime(ix, model.Range{From: 410 * ms, To: 412 * ms}); got != 2*ms {
			t.Errorf("thread %d in 2 ms: %d", id, got)
		}
	}
	if amended := tr.CountLikely(); len(amended.Throttles) != 1 || amended.ThrottledTime(threadOf(t, tr, 12), tr.Whole()) != 35*ms {
		t.Error("with likely reasons counted it is another")
	}
}
