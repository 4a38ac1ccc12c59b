package findings_test

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"testing"

	"threadlens/model"
	"threadlens/model/findings"
)

// readers are n threads that read for a time and work for a time, alternately, all
// in step or one after the other.
func readers(n int, read, work model.Time, inStep bool) *play {
	return waiters("wait sub=Block", "blockdone", n, read, work, inStep)
}

// waiters are like readers, but wait for something else.
func waiters(out, ctx string, n int, read, work model.Time, inStep bool) *play {
	const end = 200 * ms
	p := newPlay(n, n, end)
	for i := range n {
		at := work
		p.put(0, i, i+1, "")
		if !inStep {
			at += model.Time(i) * (read + work) / model.Time(n)
		}
		for ; at+read+work <= end; at += read + work {
			p.put(at, i, 0, out)
			p.event(at+read, i, "wake %d ctx=%s to=%d", i+1, ctx, i)
			p.put(at+read, i, i+1, "")
		}
	}
	return p
}

// TestE10Unwoken: many short waits whose wakes are missing ended at some time before their
// threads were seen again; with few of them, or long ones, that does not matter.
func TestE10Unwoken(t *testing.T) {
	for _, c := range []struct {
		each    model.Time
		missing int // how many of three wakes are missing
		want    string
	}{
		{800 * us, 1, "1 waited up to 159 ms for"},
		{800 * us, 0, "1 waited 159 ms for"},
		{8 * ms, 1, "1 waited 152 ms for"},
	} {
		p := waiters("wait sub=Block", "isr", 1, c.each, c.each/4, true)
		n := 0
		p.events = slices.DeleteFunc(p.events, func(e line) bool {
			if !strings.Contains(e.text, " wake ") {
				return false
			}
			n++
			return n%3 < c.missing
		})
		found(t, p, "E10", findings.Problem, c.want)
	}
}

// TestE10Inefficient: I/O that does not overlap with work, and is issued one at a
// time, against a log writer that waits while all others compute.
func TestE10Inefficient(t *testing.T) {
	f := found(t, readers(2, 8*ms, 2*ms, true), "E10", findings.Problem, "1 and 2 waited 304 ms in total for files and disks (76.0% of their lifetimes); no thread of the program ran during that time.")
	if f.Cost != 152*ms || len(f.Evidence) != 2 || f.Evidence[0].Range != (model.Range{From: 2 * ms, To: 10 * ms}) || f.Evidence[0].Thread != f.Threads[0] {
		t.Errorf("cost %d, evidence %+v, want the first of the longest reads", f.Cost, f.Evidence)
	}
	found(t, readers(2, 4*ms, 6*ms, true), "E10", findings.Problem, "1 and 2 waited 152 ms in total for files and disks (38.0% of their lifetimes)")
	missed(t, readers(2, 4*ms, 6*ms, false), "E10") // each works while the other reads
	missed(t, readers(2, 2*ms, 8*ms, true), "E10")  // only a fifth of their lives
	for _, out := range []string{"Network", "Pipe", "Socket", "Poll"} {
		missed(t, waiters("wait sub="+out, "netrx", 2, 8*ms, 2*ms, true), "E10") // for a peer, or for work
	}
	missed(t, waiters("wait linux=D", "timer", 2, 8*ms, 2*ms, true), "E10") // nothing attests that it is I/O

	for others := range 3 {
		p := newPlay(others+2, others+2, 100*ms)
		p.put(0, 0, 1, "")
		for at := ms; at+5*ms <= 100*ms; at += 5 * ms {
			p.put(at, 0, 0, "wait sub=Block")
			p.event(at+4*ms, 0, "wake 1 ctx=blockdone to=0")
			p.put(at+4*ms, 0, 1, "")
		}
		for i := range others + 1 {
			p.put(0, i+1, i+2, "")
		}
		missed(t, p, "E10")
	}
}

// oneAtATime are two threads that wait in turn, while the other works a little.
func oneAtATime() *play {
	p := newPlay(2, 2, 100*ms)
	for k := range model.Time(10) {
		at, tid := k*10*ms, int(k%2)+1
		p.event(at, 0, "wake %d ctx=thread to=%d", tid, tid-1)
		p.put(at, tid-1, tid, "")
		p.put(at+ms, tid-1, 0, "wait sub=Block")
		p.event(at+9*ms, tid-1, "wake %d ctx=blockdone to=%d", tid, tid-1)
		p.run(2-tid, 3-tid, at+3*ms, at+5*ms, "wait sub=Futex")
		p.put(at+9*ms, tid-1, tid, "")
		p.put(at+10*ms-us, tid-1, 0, "wait sub=Futex")
	}
	return p
}

// TestE10OneAtATime: consecutive reads.
func TestE10OneAtATime(t *testing.T) {
	found(t, oneAtATime(), "E10", findings.Warning, "1 and 2 waited 80.0 ms in total for files and disks (40.0% of their lifetimes): one thread at a time; a thread of the program ran for 25.0% of that time.")
}

// deviceReader is a thread that waits 8 of 10 ms for transfers that it issued, in the order of
// the devices, the given number at a time; next to it a helper is idle except for a look every
// 10 ms.
func deviceReader(wait string, depth int, devices ...string) *play {
	p := newPlay(2, 2, 200*ms)
	p.head = strings.Replace(p.head, "thread 1 pid=1\n", "thread 1 pid=1 name=reader\n", 1)
	p.put(0, 0, 1, "")
	for k := range model.Time(19) {
		from, to := k*10*ms+2*ms, k*10*ms+10*ms
		p.put(from, 0, 0, "wait sub="+wait)
		for range depth {
			p.event(to, 0, "io 1 %dns read dev=%s bytes=4096", from, devices[int(k)%len(devices)])
		}
		p.event(to, 0, "wake 1 ctx=blockdone to=0")
		p.put(to, 0, 1, "")
		p.event(k*10*ms, 1, "wake 2 ctx=timer to=1")
		p.run(1, 2, k*10*ms, k*10*ms+10*us, "wait sub=Poll")
	}
	return p
}

// TestE10Threads: which thread waits for which device, how many transfers it has under way,
// and for flushes, whoever issued the transfers; an idle helper is not included.
func TestE10Threads(t *testing.T) {
	for _, c := range []struct {
		p    *play
		want string
	}{
		{deviceReader("Block", 1, "vda"), "reader 1 waited 152 ms for transfers on vda (76.0% of its lifetime): one transfer at a time; no thread of the program ran during that time."},
		{deviceReader("Async", 1, "vda"), "reader 1 waited 152 ms for transfers on vda (76.0% of its lifetime): one transfer at a time;"},
		{deviceReader("Block", 3, "vda"), "reader 1 waited 152 ms for transfers on vda (76.0% of its lifetime): one call at a time;"},
		{deviceReader("Async", 3, "vda"), "reader 1 waited 152 ms for transfers on vda (76.0% of its lifetime), with 3.0 transfers in flight on average;"},
		{deviceReader("Flush", 1, "vda"), "reader 1 waited 152 ms for flushes to vda (76.0% of its lifetime);"},
		{deviceReader("File", 1, "vda", "vdb"), "reader 1 waited 152 ms for files and disks (76.0% of its lifetime): one transfer at a time;"},
		{deviceReader("Flush", 1, "vda", "vdb"), "reader 1 waited 152 ms for flushes (76.0% of its lifetime);"},
		{deviceReader("Flush", 0, "vda"), "reader 1 waited 152 ms for flushes (76.0% of its lifetime);"},
	} {
		if f := found(t, c.p, "E10", findings.Problem, c.want); len(f.Threads) != 1 || f.Cost != 152*ms {
			t.Errorf("%+v", f)
		}
	}
	p := deviceReader("Flush", 0, "")
	for k := range model.Time(19) { // a worker of the kernel issues what the flush waits for
		p.event(k*10*ms+9*ms, 1, "io 50 %dns write dev=vda bytes=4096", k*10*ms+3*ms)
	}
	p.head += "thread 50 pid=99\n"
	found(t, p, "E10", findings.Problem, "waited 152 ms for flushes to vda (76.0% of its lifetime);")
}

// TestE10Opening: a wait that a thread of the program ends, such as opening a pipe, is not
// for a disk; one that a kernel thread ends may be.
func TestE10Opening(t *testing.T) {
	for by, want := range map[int]int{2: 0, 50: 1} {
		p := newPlay(2, 2, 100*ms)
		p.head += "thread 50 pid=99\n"
		p.put(0, 0, 1, "")
		p.put(ms, 0, 0, "wait sub=File")
		p.put(0, 1, by, "")
		p.event(90*ms, 1, "wake 1 ctx=thread to=0")
		p.put(90*ms, 0, 1, "")
		p.put(2*ms, 1, 0, "wait sub=Sleep")
		p.put(90*ms-us, 1, by, "")
		slices.SortStableFunc(p.events, func(a, b line) int { return cmp.Compare(a.at, b.at) })
		if list := only(t, p.trace(t), "E10"); len(list) != want {
			t.Errorf("ended by %d: %+v", by, list)
		}
	}
}

// transfers are the consecutive transfers of a file by a thread that computes.
func transfers(n int, each model.Time, bytes int, file string) *play {
	p := newPlay(1, 1, model.Time(n+1)*each)
	p.put(0, 0, 1, "")
	for k := range model.Time(n) {
		p.event((k+1)*each, 0, "io 1 %s read dev=disk bytes=%d%s", fmt.Sprintf("%dns", k*each), bytes, file)
	}
	return p
}

// TestE10Tiny: a file that is read in many tiny pieces.
func TestE10Tiny(t *testing.T) {
	const file = ` file="/srv/data.bin"`
	f := found(t, transfers(200, 500*us, 4096, file), "E10", findings.Warning, "data.bin was transferred in tiny pieces: 200 transfers, 2000 per second, median size 4\u2009096 bytes")
	if f.Cost != 100*ms || f.Range != (model.Range{To: 100 * ms}) {
		t.Errorf("%+v", f)
	}
	missed(t, transfers(200, 500*us, 65536, file), "E10")
	missed(t, transfers(200, 2*ms, 4096, file), "E10") // 500 a second
	missed(t, transfers(99, 500*us, 4096, file), "E10")
	missed(t, transfers(200, 500*us, 4096, ""), "E10") // not known to be the same file
}

// TestE10Median: of 200 transfers of a file, more than half must be tiny.
func TestE10Median(t *testing.T) {
	for tiny, want := range map[int]int{100: 0, 101: 1} {
		p := newPlay(1, 1, 50*ms)
		p.put(0, 0, 1, "")
		for k := range 200 {
			bytes := 65536
			if k < tiny {
				bytes = 512
			}
			at := model.Time(k) * 200 * us
			p.event(at+200*us, 0, "io 1 %dns read dev=disk bytes=%d file=f", at, bytes)
		}
		list := only(t, p.trace(t), "E10")
		if len(list) != want || want > 0 && !strings.Contains(list[0].Sentence, "median size 512 bytes") {
			t.Errorf("%d tiny ones: %+v", tiny, list)
		}
	}
}
