package findings_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"threadlens/model"
	"threadlens/model/findings"
	"threadlens/model/report"
)

// only are the findings of a single rule in a whole trace.
func only(t *testing.T, tr *model.Trace, rule string) []findings.Finding {
	t.Helper()
	list, err := findings.Find(t.Context(), tr, findings.Options{Only: []string{rule}})
	if err != nil {
		t.Fatal(err)
	}
	return list
}

// spinners are n threads that take turns on two CPUs every 10 ms for 160 ms.
func spinners(t *testing.T, n int) *model.Trace {
	t.Helper()
	var b strings.Builder
	b.WriteString("threadlens-trace 1\ncpus 2\nspan 0ms 160ms\nos linux\nprocess 9 app target\n")
	for i := range n {
		fmt.Fprintf(&b, "thread %d pid=9\n", i+1)
	}
	for cpu := range 2 {
		on := "idle"
		for k := range 16 {
			next := fmt.Sprint(1 + (2*k+cpu)%n)
			if next == on {
				continue
			}
			fmt.Fprintf(&b, "%dms cpu%d switch %s %s preempt\n", 10*k, cpu, on, next)
			on = next
		}
	}
	return parse(t, "spinners", b.String())
}

// TestE3Oversubscription: sixteen spinners on two CPUs, against two.
func TestE3Oversubscription(t *testing.T) {
	list := only(t, spinners(t, 16), "E3")
	if len(list) != 1 || list[0].Severity != findings.Problem {
		t.Fatalf("sixteen spinners on two processors: %+v", list)
	}
	if list := only(t, spinners(t, 2), "E3"); len(list) > 0 {
		t.Errorf("two spinners on two processors: %s", list[0].Sentence)
	}
}

// TestNotAskable: a trace without context switches is not called free of problems.
func TestNotAskable(t *testing.T) {
	const begin = "threadlens-trace 1\ncpus 1\nspan 0us 100us\nthread 1 pid=10\n10us cpu0 sample 1\n"
	for _, c := range []struct{ events, want, not string }{
		{"", findings.NotAskable, "No findings."},
		{"20us cpu0 switch 1 idle wait linux=S\n", "No findings.", findings.NotAskable},
	} {
		tr := parse(t, "n.tltxt", begin+c.events)
		table, list, _, err := findings.Table(t.Context(), tr, findings.Options{})
		if err != nil || len(list) > 0 {
			t.Fatal(list, err)
		}
		if notes := strings.Join(table.Notes, "\n"); !strings.Contains(notes, c.want) || strings.Contains(notes, c.not) {
			t.Errorf("%q: %s", c.events, notes)
		}
	}
}

// TestUnseen: rules that find nothing because the recording lacks what they rest on are
// named, with what to record, and are not listed as applied.
func TestUnseen(t *testing.T) {
	waits := func(more string) *model.Trace {
		return parse(t, "u.tltxt", "threadlens-trace 1\ncpus 2\nspan 0us 100us\nos linux\naround 9\nprocess 9 app target\nthread 1 pid=9\nthread 2 pid=9\nrecorded calls\n"+
			"0us cpu0 switch idle 1 wait\n0us cpu1 switch idle 2 wait\n"+more)
	}
	// cycles are waits of thread 1, of which unwoken end without a wake.
	cycles := func(n, unwoken int) (s string) {
		s = "1us cpu0 sample 1\n"
		for i := range n {
			s += fmt.Sprintf("%dus cpu0 switch 1 idle wait sub=Sleep\n", 10+10*i)
			if i >= unwoken {
				s += fmt.Sprintf("%dus cpu1 wake 1 ctx=timer\n", 15+10*i)
			}
			s += fmt.Sprintf("%dus cpu0 switch idle 1 wait\n", 16+10*i)
		}
		return s
	}
	for _, c := range []struct {
		name, events string
		unseen       []string // rules
	}{
		{"a quarter without a wake", cycles(4, 1), nil},
		{"two of seven", cycles(7, 2), []string{"E1", "E9"}},
		{"no wakes", cycles(2, 2), []string{"E1", "E9"}},
		{"no reason, no samples", "50us cpu0 switch 1 idle wait linux=S\n60us cpu1 switch 2 idle wait linux=S\n", []string{"E2", "E5", "E6", "E8", "E10", "E13", "E20", "E22", "E23", "E24", "E25", "E26", "E12"}},
		{"half has a reason", "50us cpu0 switch 1 idle wait linux=S\n50us cpu1 switch 2 idle wait sub=Sleep\n", []string{"E12"}},
		{"less has", "50us cpu0 switch 1 idle wait linux=S\n51us cpu1 switch 2 idle wait sub=Sleep\n", []string{"E2", "E5", "E6", "E8", "E10", "E13", "E20", "E22", "E23", "E24", "E25", "E26", "E12"}},
		{"samples", "10us cpu0 sample 1\n50us cpu0 switch 1 idle wait sub=Sleep\n60us cpu1 switch 2 idle wait sub=Sleep\n", nil},
	} {
		tr := waits(c.events)
		table, list, _, err := findings.Table(t.Context(), tr, findings.Options{})
		if err != nil || len(list) > 0 {
			t.Fatal(list, err)
		}
		_, asked, ok := strings.Cut(table.Notes[1], "No findings. Rules checked: ")
		if !ok {
			t.Fatalf("%s: %q", c.name, table.Notes)
		}
		var said string
		for _, note := range table.Notes[2:] {
			if rules, why, ok := strings.Cut(note, ". "); ok && strings.HasPrefix(rules, "Not detectable in this recording: ") {
				said += rules
				if !strings.Contains(why, "threadlens record") {
					t.Errorf("%s: %s", c.name, note)
				}
			}
		}
		for _, r := range findings.Rules() {
			id, want := "("+r.ID+")", slices.Contains(c.unseen, r.ID)
			if strings.Contains(said, id) != want || strings.Contains(asked, id) == want {
				t.Errorf("%s: %s: %s", c.name, r.ID, table.Notes)
			}
		}
	}
}

// nines are programs in which a rule finds something nine times; each costs step more than
// the previous one.
var nines = []struct {
	rule        string
	least, step model.Time
	play        func(cost func(i int) model.Time) *play
}{
	{"E8", 26 * 30 * us, 26 * us, func(cost func(int) model.Time) *play {
		p := newPlay(9, 0, 300*ms)
		for i := range 9 {
			p.head += fmt.Sprintf("process %d poller target\nthread %d pid=%d\n", 10+i, i+1, 10+i)
			for k := range model.Time(26) {
				p.event(k*10*ms, i, "wake %d ctx=timer to=%d", i+1, i)
				p.run(i, i+1, k*10*ms, k*10*ms+cost(i)/26, "wait sub=Sleep")
			}
		}
		return p
	}},
	{"E10", 120 * 100 * us, 100 * us, func(cost func(int) model.Time) *play {
		p := newPlay(1, 1, 150*ms)
		p.put(0, 0, 1, "")
		at := model.Time(0)
		for i := range 9 {
			for range cost(i) / (100 * us) {
				p.event(at+100*us, 0, "io 1 %dns read dev=disk bytes=512 file=f%d", at, i)
				at += 100 * us
			}
		}
		return p
	}},
	{"E12", 12 * ms, ms, func(cost func(int) model.Time) *play {
		p := newPlay(9, 9, 100*ms)
		p.head += "stack 1 \"app!spin_wait\"\n"
		for i := range 9 {
			p.run(i, i+1, 0, 50*ms, "wait sub=Futex")
			for at := model.Time(0); at <= cost(i); at += ms {
				p.event(10*ms+at, i, "sample %d stack=1", i+1)
			}
		}
		return p
	}},
	{"E16", 100 * ms, ms, func(cost func(int) model.Time) *play {
		p := newPlay(9, 9, 300*ms)
		for i := range 9 {
			p.run(i, i+1, 0, ms, "wait sub=MessageWait")
			p.event(10*ms, i, "wake %d ctx=dpc to=%d", i+1, i)
			p.run(i, i+1, 10*ms, 10*ms+cost(i), "wait sub=MessageWait")
		}
		return p
	}},
	{"E18", 110 * ms, 10 * ms, func(cost func(int) model.Time) *play {
		p := newPlay(9, 9, 300*ms)
		p.head += "process 98 other\n"
		for i := range 9 {
			p.head += fmt.Sprintf("thread %d pid=98\n", 50+i)
			p.put(0, i, i+1, "")
			p.put(50*ms, i, 50+i, "preempt")
			p.put(50*ms+cost(i), i, i+1, "wait sub=Sleep")
		}
		return p
	}},
}

// TestMostFindings: if one rule finds more than eight things, the eight that cost most are
// kept, wherever they are in the trace.
func TestMostFindings(t *testing.T) {
	for _, test := range nines {
		var want, got []model.Time
		cost := func(i int) model.Time { return test.least + model.Time(i)*test.step }
		for i := 8; i > 0; i-- {
			want = append(want, cost(i))
		}
		for _, f := range only(t, test.play(cost).trace(t), test.rule) {
			got = append(got, f.Cost)
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s: findings of %d ns, want %d", test.rule, got, want)
		}
	}
}

// TestMostEvidence: a finding counts everything that it rests on, and shows sixteen
// pieces.
func TestMostEvidence(t *testing.T) {
	for _, n := range []int{15, 16, 17} {
		f := found(t, stopsByEvents(n, 2*ms, 300*ms), "E17", findings.Warning, fmt.Sprintf("%d pauses", n))
		if f.Cost != model.Time(n)*2*ms || len(f.Evidence) != min(n, findings.MaxEvidence) || findings.MaxEvidence != 16 {
			t.Errorf("%d stops: cost %d, %d pieces", n, f.Cost, len(f.Evidence))
		}
	}
}

// TestThreadNames: threads are named, numbered ones together, and only those of the
// first three names.
func TestThreadNames(t *testing.T) {
	p := newPlay(1, 7, ms)
	for tid, name := range []string{"", "", "", "", "hot-0", "hot-1", "hot-10", "main"} {
		if name != "" {
			p.event(0, 0, "name %d %s", tid, name)
		}
	}
	p.head += "process 9 server\nthread 20 pid=9 name=server\nthread 21 pid=9 name=server\nthread 8 pid=1 name=io\n"
	tr := p.trace(t)
	for _, c := range []struct {
		tids []model.TID
		want string
	}{
		{nil, ""},
		{[]model.TID{1}, "1"},
		{[]model.TID{1, 2}, "1 and 2"},
		{[]model.TID{3, 2, 1}, "1 … 3"},
		{[]model.TID{4}, "hot-0 4"},
		{[]model.TID{4, 5}, "hot-0 and hot-1"},
		{[]model.TID{4, 6, 5}, "hot-0 … hot-10"},
		{[]model.TID{7, 4, 20, 6, 5}, "main 7, hot-0 … hot-10, server 20"},
		{[]model.TID{7, 20, 21, 4, 5, 8, 1}, "main 7, server 20 and 21, hot-0 and hot-1, 2 more"},
	} {
		var f findings.Finding
		for _, tid := range c.tids {
			for ix := range tr.Threads {
				if tr.Threads[ix].TID == tid {
					f.Threads = append(f.Threads, model.ThreadIx(ix))
				}
			}
		}
		if got := f.ThreadNames(tr); got != c.want {
			t.Errorf("%v are %q, want %q", c.tids, got, c.want)
		}
	}
}

// TestRulesNameReports: each rule names an existing report.
func TestRulesNameReports(t *testing.T) {
	for _, r := range findings.Rules() {
		if _, ok := report.Find(r.Report); !ok {
			t.Errorf("%s rests on the report %q, which there is not", r.ID, r.Report)
		}
	}
}
