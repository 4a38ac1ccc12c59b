package findings_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"threadlens/model"
	"threadlens/model/findings"
)

// vain is a thread that makes a call in vain: rows of it, so many calls each.
type vain struct {
	rows, calls int
	in, between model.Time // in each call and from one to the next
	errs        []int      // that the calls return, one after the other
	end         string     // what ends a row: "success", "wait", "unknown result" or "blocks"
	call        string     // how a call of the name appears
	threads     int        // that do so, each on a CPU
	other       model.Time // that one more thread of the process runs
	head        string
}

// usualVain is two rows of 600 calls of 10 µs, 12 of the 60 ms that the process runs and of
// 100 ms.
func usualVain() vain {
	return vain{2, 600, 10 * us, 10 * us, []int{11}, "success", "recvfrom arg=5", 1, 35960 * us, "recorded calls\n"}
}

func (v vain) play() *play {
	p := newPlay(v.threads+1, v.threads+1, 100*ms)
	p.head += v.head
	for i := range v.threads {
		v.tries(p, i+1, i)
	}
	if v.other > 0 {
		p.run(v.threads, v.threads+1, 0, v.other, "wait sub=Futex")
	}
	return p
}

// tries lets a thread have its rows, on a CPU of its own.
func (v vain) tries(p *play, tid, cpu int) {
	at := model.Time(0)
	call := func(result string) {
		p.event(at, cpu, "call %d enter %s", tid, v.call)
		p.event(at+v.in, cpu, "call %d exit %s %s", tid, v.call, result)
		at += v.in + v.between
	}
	p.put(at, cpu, tid, "")
	for range v.rows {
		for k := range v.calls {
			call(fmt.Sprintf("ret=-%d", v.errs[k%len(v.errs)]))
		}
		switch v.end {
		case "success":
			call("ret=64")
		case "unknown result":
			call("unknown=1")
		case "wait":
			v.waits(p, at, tid, cpu)
			at += 10 * us
		case "blocks":
			p.event(at, cpu, "call %d enter %s", tid, v.call)
			v.waits(p, at, tid, cpu)
			at += 10 * us
			p.event(at, cpu, "call %d exit %s ret=-%d", tid, v.call, v.errs[0])
			at += us
		}
	}
	p.put(at, cpu, 0, "wait sub=Futex")
}

// waits lets a thread wait for 9 µs.
func (v vain) waits(p *play, at model.Time, tid, cpu int) {
	p.put(at, cpu, 0, "wait sub=Sleep")
	p.event(at+9*us, cpu, "wake %d ctx=timer to=%d", tid, cpu)
	p.put(at+9*us, cpu, tid, "")
}

// TestE29CallsThatFail: how often, in which rows, and how much CPU time that takes.
func TestE29CallsThatFail(t *testing.T) {
	f := found(t, usualVain().play(), "E29", findings.Warning,
		"1 called recvfrom 1 200 times without success and repeated the call immediately after each EAGAIN: this took 12.0 ms, 20.0% of the process's CPU time.",
		"Failed calls: 1 200 in 2 series of up to 600 calls", "CPU time per call: 10.0 µs mean CPU time", "Cost: 12.0 ms CPU time in the failed calls")
	rows := []model.Range{{From: 0, To: 11990 * us}, {From: 12020 * us, To: 24010 * us}}
	if f.Cost != 12*ms || f.Range != (model.Range{From: 0, To: 24010 * us}) || len(f.Evidence) != 2 || f.Evidence[0].Range != rows[0] || f.Evidence[1].Range != rows[1] {
		t.Errorf("%+v", f)
	}
}

// TestE29Not: what makes calls that fail a habit, on both sides of each threshold, and what
// does not.
func TestE29Not(t *testing.T) {
	for name, c := range map[string]struct {
		change func(v *vain)
		calls  string // found, "" for none
	}{
		"ten in a row":             {func(v *vain) { v.rows, v.calls = 100, 10 }, "1 000"},
		"nine in a row":            {func(v *vain) { v.rows, v.calls = 200, 9 }, ""},
		"999 calls":                {func(v *vain) { v.rows, v.calls = 1, 999 }, ""},
		"5 % of the window":        {func(v *vain) { v.rows, v.calls, v.in, v.other = 1, 1000, 5*us, 0 }, "1 000"},
		"less":                     {func(v *vain) { v.rows, v.calls, v.in, v.other = 1, 1000, 5*us-1, 0 }, ""},
		"10 % of the CPU time":     {func(v *vain) { v.other = 95960 * us }, "1 200"},
		"not that":                 {func(v *vain) { v.other = 95961 * us }, ""},
		"an event loop":            {func(v *vain) { v.rows, v.calls, v.between = 2400, 1, 8*us }, ""},
		"a loader":                 {func(v *vain) { v.rows, v.calls, v.errs, v.call, v.other = 1, 400, []int{2}, "openat", 0 }, ""},
		"a futex now and then":     {func(v *vain) { v.rows, v.calls, v.between, v.call, v.end = 2400, 1, 8*us, "futex", "wait" }, ""},
		"waits between rows":       {func(v *vain) { v.end = "wait" }, "1 200"},
		"nine between waits":       {func(v *vain) { v.rows, v.calls, v.end = 200, 9, "wait" }, ""},
		"each waits":               {func(v *vain) { v.rows, v.calls, v.end = 2000, 0, "blocks" }, ""},
		"nine, then a wait inside": {func(v *vain) { v.rows, v.calls, v.end = 200, 9, "blocks" }, ""},
		"nine, then unknown":       {func(v *vain) { v.rows, v.calls, v.end = 200, 9, "unknown result" }, ""},
		"another error each time":  {func(v *vain) { v.errs = []int{11, 4} }, ""},
		"all succeed":              {func(v *vain) { v.errs = []int{0} }, ""},
		"made up from stacks":      {func(v *vain) { v.call += " inferred=1" }, ""},
		"without a name":           {func(v *vain) { v.call = `""` }, ""},
		"only this call recorded":  {func(v *vain) { v.head = "recorded recvfrom recvfrom:exit\n" }, "1 200"},
		"not known which":          {func(v *vain) { v.head = "" }, "1 200"},
	} {
		v := usualVain()
		c.change(&v)
		list := only(t, v.play().trace(t), "E29")
		if c.calls == "" && len(list) > 0 || c.calls != "" && (len(list) != 1 || !strings.Contains(list[0].Sentence, " "+c.calls+" times")) {
			t.Errorf("%s: %+v", name, list)
		}
	}
}

// TestE29Unrecorded: one end of the calls is not enough, and statuses of Windows are no errors.
func TestE29Unrecorded(t *testing.T) {
	for name, change := range map[string]func(p *play){
		"no entries": func(p *play) {
			p.events = slices.DeleteFunc(p.events, func(e line) bool { return strings.Contains(e.text, " enter ") })
		},
		"no returns": func(p *play) {
			p.events = slices.DeleteFunc(p.events, func(e line) bool { return strings.Contains(e.text, " exit ") })
		},
		"no calls": func(p *play) {
			p.events = slices.DeleteFunc(p.events, func(e line) bool { return strings.Contains(e.text, " call ") })
		},
		"Windows": func(p *play) { p.head = strings.Replace(p.head, "os linux", "os windows", 1) },
	} {
		p := usualVain().play()
		change(p)
		if list := only(t, p.trace(t), "E29"); len(list) > 0 {
			t.Errorf("%s: %+v", name, list)
		}
	}
}

// TestE29Asked: the rule is named among those asked where all calls were recorded.
func TestE29Asked(t *testing.T) {
	for head, want := range map[string]bool{"": false, "recorded recvfrom recvfrom:exit\n": false, "recorded calls\n": true} {
		v := usualVain()
		v.errs, v.head = []int{0}, head
		table, _, unseen, err := findings.Table(t.Context(), v.play().trace(t), findings.Options{Only: []string{"E29"}})
		if err != nil || len(unseen) > 0 || strings.Contains(table.Notes[1], "calls that fail (E29)") != want {
			t.Errorf("%q: %q, %v, %v", head, table.Notes, unseen, err)
		}
	}
}

// TestE29Window: calls count that are in the window from entry to return.
func TestE29Window(t *testing.T) {
	tr := usualVain().play().trace(t)
	for _, c := range []struct {
		from, to model.Time
		found    bool
	}{{2010, 22030, true}, {2010, 22029, false}, {2020, 22030, true}, {2021, 22030, false}} { // µs; 499 and 501 calls
		r := model.Range{From: c.from * us, To: c.to * us}
		if list := findWith(t, tr, nil, r, "E29"); (len(list) == 1) != c.found {
			t.Errorf("%v: %+v", r, list)
		}
	}
}

// TestE29Displaced: who has no CPU for a time in such a call goes on trying, but does not spend
// that time.
func TestE29Displaced(t *testing.T) {
	p := usualVain().play()
	p.head += "thread 50 pid=99\n"
	p.event(2002*us, 0, "switch 1 50 preempt")
	p.event(2007*us, 0, "switch 50 1 wait sub=Sleep")
	p.event(30*ms, 1, "irq 33ms isr") // CPU time of the process as well
	if f := found(t, p, "E29", findings.Warning, "in 2 series", "20.0% of"); f.Cost != 12*ms-5*us {
		t.Errorf("%+v", f)
	}
}

// TestE29Errors: errors have their names, and each its advice.
func TestE29Errors(t *testing.T) {
	for err, want := range map[int][2]string{
		1: {"EPERM", "Do not repeat"}, 2: {"ENOENT", "Remember which"}, 4: {"EINTR", "signals"}, 11: {"EAGAIN", "Wait until"},
		110: {"ETIMEDOUT", "timeout"}, 133: {"error 133", "Do not repeat"},
	} {
		v := usualVain()
		v.errs = []int{err}
		if f := found(t, v.play(), "E29", findings.Warning, "immediately after each "+want[0]+":"); !strings.Contains(f.Try, want[1]) {
			t.Errorf("%s: %s", want[0], f.Try)
		}
	}
}

// TestE29Together: threads of a process that fail alike are one finding, the one first that
// spends most time so; those that fail otherwise, and other processes, have their own.
func TestE29Together(t *testing.T) {
	v := usualVain()
	v.threads, v.other = 2, 0
	f := found(t, v.play(), "E29", findings.Warning, "1 and 2 called recvfrom 2 400 times without success", ": this took 24.0 ms, 49.9% of", "in 4 series")
	if f.Cost != 24*ms || len(f.Threads) != 2 || len(f.Evidence) != 4 {
		t.Errorf("%+v", f)
	}
	p := v.play()
	p.head = strings.Replace(p.head, "thread 2 pid=1", "process 2 more target\nthread 2 pid=2", 1)
	if list := only(t, p.trace(t), "E29"); len(list) != 2 {
		t.Errorf("two processes: %+v", list)
	}
	v.threads = 0
	p = v.play()
	p.on = append(p.on, "idle")
	p.head = strings.Replace(p.head, "cpus 1", "cpus 2", 1)
	p.head += "thread 2 pid=1\n"
	p.event(0, 1, "exists idle state=running")
	v.tries(p, 1, 0)
	v.errs, v.in = []int{4}, 9*us
	v.tries(p, 2, 1)
	list := only(t, p.trace(t), "E29")
	if len(list) != 2 || list[0].Cost != 12*ms || list[1].Cost != 1200*9*us || !strings.HasPrefix(list[1].Sentence, "2 called recvfrom 1 200 times") {
		t.Errorf("two errors: %+v", list)
	}
}

// TestE29Lost: where events are lost, only what is attested counts, and is a lower bound.
func TestE29Lost(t *testing.T) {
	p := usualVain().play()
	p.lose(0, model.Range{From: 2005 * us, To: 3005 * us}) // in the calls at 2000 and 3000 µs
	f := found(t, p, "E29", findings.Warning, "1 called recvfrom ≥ 1 149 times without success", ": this took ≥ 11.5 ms, ≥ 19.1% of", "in 3 series", "Cost: ≥ 11.5 ms")
	if f.Cost != 11490*us {
		t.Errorf("%+v", f)
	}
	v := usualVain()
	v.head += "diagnostic warning system-calls \"2 events of system calls were left out\" n=2\n"
	found(t, v.play(), "E29", findings.Warning, "1 called recvfrom ≥ 1 200 times without success")
	v = usualVain()
	v.other = 95960*us - 2*ms // with which 10 % are reached where the other one may have run on
	found(t, v.play(), "E29", findings.Warning, "10.2% of")
	p = v.play()
	p.lose(1, model.Range{From: 90 * ms, To: 100 * ms})
	missed(t, p, "E29")
}

// TestE29Polling: who sleeps between its tries polls, and is E8's, until it runs for 5 % of
// the window in calls that fail.
func TestE29Polling(t *testing.T) {
	for in, rule := range map[model.Time]string{4 * us: "E8", 5 * us: "E29"} {
		p := newPlay(1, 1, 100*ms)
		p.head += "recorded calls\n"
		for k := range model.Time(100) {
			at := k * ms
			p.event(at, 0, "wake 1 ctx=timer to=0")
			p.put(at, 0, 1, "")
			for i := range model.Time(10) {
				p.event(at+i*in, 0, "call 1 enter recvfrom")
				p.event(at+(i+1)*in, 0, "call 1 exit recvfrom ret=-11")
			}
			p.put(at+10*in+in, 0, 0, "wait sub=Sleep")
		}
		tr := p.trace(t)
		for _, r := range []string{"E8", "E29"} {
			if list := only(t, tr, r); (len(list) == 1) != (r == rule) {
				t.Errorf("calls of %d ns: %s: %+v", in, r, list)
			}
		}
	}
}

// TestE29LockPolling: who sleeps until another one has done its work polls a lock (E26), with
// whatever calls it looks.
func TestE29LockPolling(t *testing.T) {
	p := usualScheme().play()
	for _, e := range slices.Clone(p.events) {
		if strings.Contains(e.text, "wake 1 ") {
			p.event(e.at+us, 0, "call 1 enter fcntl")
			p.event(e.at+2*us, 0, "call 1 exit fcntl ret=-11")
			p.event(e.at+2*us, 0, "call 1 enter fcntl")
			p.event(e.at+3*us, 0, "call 1 exit fcntl ret=-11")
		}
	}
	limits := map[string]float64{"E29.row": 2, "E29.calls": 300, "E29.window": 0, "E29.share": 0}
	if list := findWith(t, p.trace(t), limits, model.Range{}, "E29"); len(list) > 0 {
		t.Errorf("it polls a lock: %+v", list)
	}
	limits["E26.share"] = 100
	if list := findWith(t, p.trace(t), limits, model.Range{}, "E29"); len(list) != 1 {
		t.Errorf("it does not: %+v", list)
	}
}

// spinsToo is a thread that has samples of a function that spins for 20 ms from its first call
// on, and makes calls that fail for so long.
func spinsToo(calls int) *play {
	v := usualVain()
	v.rows, v.calls, v.end, v.in, v.between = 1, calls, "", 25*us, 0
	p := v.play()
	p.head += "stack 1 \"app!spin_wait\"\n"
	p.put(model.Time(calls)*25*us, 0, 1, "")
	p.put(50*ms, 0, 0, "wait sub=Futex")
	for at := model.Time(0); at <= 40*ms; at += ms {
		p.event(at, 0, "sample 1 stack=1")
	}
	return p
}

// TestE29Spinning: of a thread that spins for most of the time in calls that fail E29 says so,
// not E12.
func TestE29Spinning(t *testing.T) {
	found(t, spinsToo(1000), "E29", findings.Warning)
	for calls, spins := range map[int]bool{0: true, 800: true, 801: false, 1000: false} { // 25 µs each, of 40 ms
		tr := spinsToo(calls).trace(t)
		if list := findWith(t, tr, map[string]float64{"E29.calls": 100}, model.Range{}, "E12"); (len(list) == 1) != spins {
			t.Errorf("%d calls: %+v", calls, list)
		}
	}
}

// alone is a thread that runs for 95 of 100 ms while a CPU is free, half of it in calls that
// fail.
func alone() *play {
	v := usualVain()
	v.rows, v.calls, v.end, v.other = 1, 4750, "", 0
	return v.play()
}

// TestE1Vain: of a thread that makes no calls in vain nothing is said of such, if another does.
func TestE1Vain(t *testing.T) {
	p := single(90 * ms)
	for at := 90 * ms; at < 95*ms; at += 5 * us {
		p.event(at, 0, "call 2 enter recvfrom")
		p.event(at+5*us-1, 0, "call 2 exit recvfrom ret=-11")
	}
	tr, limits := p.trace(t), map[string]float64{"E1.spins": 0, "E29.share": 0, "E29.window": 4}
	if list := findWith(t, tr, limits, model.Range{}, "E29"); len(list) != 1 {
		t.Errorf("%+v", list)
	}
	list := findWith(t, tr, limits, model.Range{}, "E1")
	if len(list) != 1 || list[0].Pattern != "Single-threaded" || !strings.HasPrefix(list[0].Try, "Other CPUs had time") {
		t.Errorf("%+v", list)
	}
}
