package findings_test

import (
	"fmt"
	"strings"
	"testing"

	"threadlens/model"
	"threadlens/model/modeltest"
)

// woken has thread 1 wake five threads every 20 ms, four times. They have waited since
// they last ran, run for some time and wait again; the last of them stop spread apart
// by some time each.
func woken(t *testing.T, run, spread int) *model.Trace {
	t.Helper()
	var b strings.Builder
	b.WriteString("threadlens-trace 1\ncpus 6\nspan 0ms 100ms\nos linux\nprocess 9 app target\n")
	for k := range 6 {
		fmt.Fprintf(&b, "thread %d pid=9\n", k+1)
	}
	b.WriteString("0us cpu0 switch idle 1 wait\n")
	for k := 1; k <= 5; k++ {
		fmt.Fprintf(&b, "0us cpu%d switch idle %d wait\n%dus cpu%d switch %d idle wait sub=Futex\n", k, k+1, 50+k*spread, k, k+1)
	}
	for n := 1; n <= 4; n++ {
		for k := 1; k <= 5; k++ {
			at := 20000*n + 10*k
			fmt.Fprintf(&b, "%dus cpu0 wake %d ctx=thread\n%dus cpu%d switch idle %d wait\n", at, k+1, at+5, k, k+1)
			fmt.Fprintf(&b, "%dus cpu%d switch %d idle wait sub=Futex\n", at+5+run+k*spread, k, k+1)
		}
	}
	return modeltest.Parse(t, "woken", b.String())
}

// TestE13Herd: five threads are woken at once and wait again after 30 µs; not when
// they run on, as after a barrier.
func TestE13Herd(t *testing.T) {
	list := only(t, woken(t, 30, 0), "E13")
	if len(list) != 1 || list[0].Cost != 4*5*30e3 || len(list[0].Threads) != 6 || !strings.Contains(list[0].Sentence, "woke up to 5 threads at once, 4 times") {
		t.Errorf("a herd: %+v", list)
	}
	if list := only(t, woken(t, 5000, 0), "E13"); len(list) > 0 {
		t.Errorf("a barrier: %s", list[0].Sentence)
	}
}

// TestE17StopTheWorld: five threads stop within a millisecond, four times, and one
// wakes them later; not when they arrive one after the other, as at a barrier.
func TestE17StopTheWorld(t *testing.T) {
	list := only(t, woken(t, 15000, 0), "E17")
	if len(list) != 1 || len(list[0].Threads) != 6 || !strings.Contains(list[0].Sentence, "Up to 5 threads stopped together") {
		t.Errorf("a stop: %+v", list)
	}
	if list := only(t, woken(t, 12000, 600), "E17"); len(list) > 0 {
		t.Errorf("a barrier: %s", list[0].Sentence)
	}
}

// sampled is a thread that runs for 20 ms with a sample each ms, of a function that
// spins but for every so manieth.
func sampled(t *testing.T, name string, but int) *model.Trace {
	t.Helper()
	var b strings.Builder
	fmt.Fprintf(&b, "threadlens-trace 1\ncpus 1\nspan 0ms 30ms\nos linux\nprocess 9 app target\nthread 1 pid=9 name=busy\nstack 1 %q\nstack 2 \"app!work\"\n0us cpu0 switch idle 1 wait\n", name)
	for k := 1; k <= 20; k++ {
		stack := 1
		if k%but == 0 {
			stack = 2
		}
		fmt.Fprintf(&b, "%dus cpu0 sample 1 stack=%d\n", 1000*k-500, stack)
	}
	b.WriteString("20000us cpu0 switch 1 idle wait sub=Futex\n")
	return modeltest.Parse(t, "sampled", b.String())
}

// yields is a thread that yields every so many µs for 20 ms and runs again after 2.
func yields(t *testing.T, every int) *model.Trace {
	t.Helper()
	var b strings.Builder
	b.WriteString("threadlens-trace 1\ncpus 1\nspan 0ms 20ms\nos linux\nprocess 9 app target\nprocess 8 other other\nthread 1 pid=9 name=busy\nthread 2 pid=8\n0us cpu0 switch idle 1 wait\n")
	for at := every; at < 20000; at += every {
		fmt.Fprintf(&b, "%dus cpu0 switch 1 2 yield\n%dus cpu0 switch 2 1 wait sub=Sleep\n", at, at+2)
	}
	return modeltest.Parse(t, "yields", b.String())
}

// TestE12Spinning: nine of ten samples are of a function that spins; not half of them,
// and not those of a tight loop that only computes.
func TestE12Spinning(t *testing.T) {
	list := only(t, sampled(t, "app!spin_wait", 10), "E12")
	if len(list) != 1 || list[0].Cost < 17e6 || !strings.Contains(list[0].Sentence, "busy 1 ran in functions that only spin") {
		t.Errorf("spinning: %+v", list)
	}
	if list := only(t, sampled(t, "app!spin_wait", 2), "E12"); len(list) > 0 {
		t.Errorf("half of it: %s", list[0].Sentence)
	}
	if list := only(t, sampled(t, "app!multiply", 10), "E12"); len(list) > 0 {
		t.Errorf("a tight loop: %s", list[0].Sentence)
	}
	if list := only(t, yields(t, 500), "E12"); len(list) != 1 || !strings.Contains(list[0].Sentence, "had it back after 2.00 µs") {
		t.Errorf("yields: %+v", list)
	}
	if list := only(t, yields(t, 5000), "E12"); len(list) > 0 {
		t.Errorf("few yields: %s", list[0].Sentence)
	}
}

// looping is a thread that runs for 20 ms in a loop of its own, then 5 ms in other
// functions, with a sample each ms; the other thread leaves its processor at some
// times, for 20 µs, and for good.
func looping(t *testing.T, size int, leaves ...int) *model.Trace {
	t.Helper()
	var b strings.Builder
	b.WriteString("threadlens-trace 1\ncpus 2\nspan 0ms 40ms\nos linux\nprocess 9 app target\nthread 1 pid=9 name=busy\nthread 2 pid=9\n")
	for k := range 25 {
		at := 0x4000 + k%4*size/4
		if k >= 20 {
			at = 0x9000 + k*0x100
		}
		fmt.Fprintf(&b, "stack %d \"app!f%d\" at=%#x \"app!main\"\n", k+1, k/20, at)
	}
	b.WriteString("0us cpu0 switch idle 1 wait\n0us cpu1 switch idle 2 wait\n")
	next := 0
	for k := range 25 {
		for ; next < len(leaves) && leaves[next] < 1000*k+500; next++ {
			fmt.Fprintf(&b, "%dus cpu1 switch 2 idle wait sub=Sleep\n%dus cpu1 switch idle 2 wait\n", leaves[next], leaves[next]+20)
		}
		fmt.Fprintf(&b, "%dus cpu0 sample 1 stack=%d\n", 1000*k+500, k+1)
	}
	b.WriteString("26000us cpu0 switch 1 idle wait sub=Sleep\n30000us cpu1 switch 2 idle wait sub=Sleep\n")
	return modeltest.Parse(t, "looping", b.String())
}

// TestE12InPlace: a loop that ends as the other thread stops is one that waits for it;
// not one that ends by itself, nor beside a thread that stops all the time, nor a
// large loop.
func TestE12InPlace(t *testing.T) {
	list := only(t, looping(t, 32, 19_700), "E12")
	if len(list) != 1 || list[0].Cost != 19*ms || !strings.Contains(list[0].Sentence, "busy 1 ran in one small loop, in app!f0, for 19.0 ms") {
		t.Errorf("waits for the other: %+v", list)
	}
	var often []int
	for at := 300; at < 25_000; at += 900 {
		often = append(often, at)
	}
	for name, tr := range map[string]*model.Trace{
		"ends by itself": looping(t, 32, 9_700), "nobody acts": looping(t, 32), "the other stops all the time": looping(t, 32, often...),
		"a large loop": looping(t, 4000, 19_700),
	} {
		if list := only(t, tr, "E12"); len(list) > 0 {
			t.Errorf("%s: %s", name, list[0].Sentence)
		}
	}
}
