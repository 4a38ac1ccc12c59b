package findings_test

import (
	"fmt"
	"strings"
	"testing"

	"threadlens/model"
	"threadlens/model/findings"
	"threadlens/model/measure"
	"threadlens/model/report"
)

// quotaAccount is what the kernel counted for the group of quota.
const quotaAccount = "0ms 100 40 5000ms 1100ms 112 50 6400ms"

// quota is a group of two threads with 30 ms per 100 ms: from 15 ms on each runs for 15 ms
// on its own CPU, and is then kept off it until the next period starts.
func quota(account string) *play {
	p := newPlay(2, 2, 1115*ms)
	p.head = strings.Replace(p.head, "process 99", "group /a 30ms 100ms "+account+"\naround 1 app group=/a cpus=0-1\nprocess 99", 1)
	for k := range model.Time(11) {
		for c := range 2 {
			p.run(c, c+1, (15+100*k)*ms, (30+100*k)*ms, "preempt linux=R")
		}
	}
	return p
}

// TestE27Quota: a quota is found if the kernel's account agrees, in any window in which
// it matters, and only for the target's threads. In a trace without quotas the rule is
// not applied.
func TestE27Quota(t *testing.T) {
	f := found(t, quota(quotaAccount), "E27", findings.Problem,
		"app is limited by a CPU quota (30 ms per 100 ms), which was used up in 10 of 12 periods. For 850 ms (76.2%) of the window, runnable threads were throttled.",
		"CPU quota: 30 ms per 100 ms (CPU time per period) for the control group /a, over all CPUs",
		"Throttled: 1.70 s in total for 2 threads; throttled 10 times, each time until the next period",
		"Kernel statistics: 10 of 12 periods throttled from 0.000 ms to 1\u2009100.000 ms; throttled for 1.40 s in total, summed over the run queues of the CPUs")
	tr := quota(quotaAccount).trace(t)
	if sum := tr.ThrottledTime(f.Threads[0], tr.Whole()) + tr.ThrottledTime(f.Threads[1], tr.Whole()); f.Cost != sum || len(f.Threads) != 2 {
		t.Errorf("cost %d of %v, want %d", f.Cost, f.Threads, sum)
	}
	missed(t, quota("0ms 100 40 5000ms 1100ms 112 40 5000ms"), "E27")
	missed(t, quota("0ms 100 40 5000ms 0ms 100 40 5000ms"), "E27") // it is only likely

	list := findWith(t, tr, nil, model.Range{From: 100 * ms, To: 400 * ms}, "E27")
	if len(list) != 1 || !strings.Contains(list[0].Sentence, "used up 4 times in the window. For 255 ms (85.0%)") {
		t.Errorf("in a window: %+v", list)
	}
	for _, r := range []model.Range{{From: 100 * ms, To: 230 * ms}, {From: 115 * ms, To: 130 * ms}} { // too rarely, never
		if list := findWith(t, tr, nil, r, "E27"); len(list) > 0 {
			t.Errorf("in %v: %s", r, list[0].Sentence)
		}
	}
	other := quota(quotaAccount)
	other.head = strings.NewReplacer("process 1 app target", "process 1 app", "process 99 other", "process 99 other target").Replace(other.head)
	missed(t, other, "E27")

	for source, want := range map[*play]bool{quota("0ms 100 40 5000ms 1100ms 112 40 5000ms"): true, newPlay(2, 2, 1115*ms).alone(): false} {
		table, _, _, err := findings.Table(t.Context(), source.trace(t), findings.Options{Only: []string{"E27"}})
		if err != nil || strings.Contains(strings.Join(table.Notes, "\n"), "checked: CPU quota (E27)") != want {
			t.Errorf("%v: %q, %v", want, table.Notes, err)
		}
	}
}

// alone is a play in which the first thread runs.
func (p *play) alone() *play {
	p.run(0, 1, ms, 2*ms, "wait linux=S")
	return p
}

// TestE27Names: processes in one group are named in order of how long their threads were
// kept off, at most three.
func TestE27Names(t *testing.T) {
	for n, want := range map[int]string{2: "a1 and a2 are limited", 3: "a1, a2 and a3 are limited", 4: "a1, a2 and 2 others are limited"} {
		p := quota(quotaAccount)
		p.head = strings.Replace(p.head, "process 1 app target", "process 1 a1 target", 1)
		for i := 2; i <= n; i++ {
			p.head += fmt.Sprintf("process %d0 a%d parent=1\nthread %d0 pid=%d0\n", i, i, i, i)
			p.event(model.Time(19+i)*ms, 0, "exists %d0 state=waiting", i)
			p.event(model.Time(500+i)*ms, 0, "wake %d0 ctx=timer to=0", i)
		}
		if f := found(t, p, "E27", findings.Problem); !strings.HasPrefix(f.Sentence, want) {
			t.Errorf("%d processes: %s", n, f.Sentence)
		}
	}
}

// TestQuotaInTables: the tables of delays and of threads have the same time as the finding.
func TestQuotaInTables(t *testing.T) {
	tr := quota(quotaAccount).trace(t)
	for name, want := range map[string]string{"delays": "CPU quota 20 1700000000", "threads": "throttled_ns 1700000000"} {
		a, ok := report.Find(name)
		if !ok {
			t.Fatal(name)
		}
		table, err := a.Run(tr, measure.Scope{})
		if err != nil {
			t.Fatal(err)
		}
		var b strings.Builder
		for i, c := range table.Columns {
			if i < len(table.Total) {
				fmt.Fprintf(&b, "%s %d\n", c.Name, table.Total[i].Int)
			}
		}
		for _, row := range table.Rows {
			if name == "delays" && row[0].Text == "" {
				fmt.Fprintf(&b, "%s %d %d\n", row[1].Text, row[2].Int, row[3].Int)
			}
		}
		if !strings.Contains(b.String(), want+"\n") {
			t.Errorf("%s:\n%s\nwant %s", name, b.String(), want)
		}
	}
}

// TestPriorityInNames: a thread whose priority is not the normal one is named with it.
func TestPriorityInNames(t *testing.T) {
	p := newPlay(1, 2, 390*ms)
	p.put(0, 0, 1, "")
	p.put(100*ms, 0, 2, "preempt prio=139,120")
	p.put(300*ms, 0, 1, "preempt prio=120,139")
	found(t, p, "E18", findings.Warning, "1 (nice 19) was runnable but had no CPU for up to 200 ms at a time; 2 ran for 100.0% of that time.")
}

// TestE6OtherRules: a lock owner that a quota keeps off the CPUs was not displaced by
// others, unless the kernel's account does not agree; nor was a thread by which a runtime
// stops the others.
func TestE6OtherRules(t *testing.T) {
	const unlimited = "0ms 100 40 5000ms 1100ms 112 40 5000ms"
	for _, c := range []struct {
		account, owner string
		want           int
	}{{quotaAccount, "worker", 0}, {unlimited, "worker", 1}, {unlimited, "VM Thread", 0}} {
		p := quota(c.account)
		p.head = strings.Replace(p.head, "thread 1 pid=1\n", fmt.Sprintf("thread 1 pid=1 name=%q\n", c.owner), 1)
		p.head = strings.Replace(p.head, "cpus 2", "cpus 3", 1) + "thread 3 pid=1\n"
		p.on = append(p.on, "idle")
		p.event(0, 2, "exists idle state=running")
		p.event(16*ms, 0, "call 1 enter futex uaddr=0x10 arg2=128 arg3=2")
		p.event(16*ms, 0, "switch 1 idle wait linux=S")
		p.event(16100*us, 1, "call 2 enter futex uaddr=0x10 arg2=129 arg3=1")
		p.event(16100*us, 1, "wake 1 ctx=thread to=0")
		p.event(16100*us, 1, "call 2 exit futex ret=1")
		p.event(16100*us, 0, "switch idle 1 preempt")
		p.event(16100*us, 0, "call 1 exit futex ret=0")
		p.put(17*ms, 2, 3, "")
		p.event(17100*us, 2, "call 3 enter futex uaddr=0x10 arg2=128 arg3=2")
		p.put(17100*us, 2, 0, "wait linux=S")
		p.event(116*ms, 0, "call 1 enter futex uaddr=0x10 arg2=129 arg3=1")
		p.event(116*ms, 0, "wake 3 ctx=thread to=2")
		p.event(116*ms, 0, "call 1 exit futex ret=1")
		p.put(116*ms, 2, 3, "")
		p.event(116*ms, 2, "call 3 exit futex ret=0")
		p.put(117*ms, 2, 0, "wait sub=Sleep")
		if list := only(t, p.trace(t), "E6"); len(list) != c.want {
			t.Errorf("%+v: %+v", c, list)
		}
	}
}
