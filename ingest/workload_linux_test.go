package ingest_test

import (
	"errors"
	"os"
	"runtime"
	"sync"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"threadlens/ingest/scenario"
)

// workloadName is the environment variable that makes TestScenarioWorkload the program
// whose marks are recorded.
const workloadName = "THREADLENS_TEST_WORKLOAD"

// TestScenarioWorkload is not a test itself: TestScenarioRecording runs it, and records its
// markers.
func TestScenarioWorkload(t *testing.T) {
	if os.Getenv(workloadName) == "" {
		t.Skip("a program that TestScenarioRecording records")
	}
	runtime.LockOSThread()
	r, err := scenario.Open(scenario.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	inline, err := scenario.Open(scenario.Options{CPU: inlineCPU})
	if err != nil {
		t.Fatal(err)
	}
	defer inline.Close()
	request(r)
	readings(inline)
	r.Begin("unfinished")
	twice := r.Begin("twice")
	twice.End()
	twice.End() // an end without a start
	r.Flag("done")
	r.Message("nothing more to do")
}

// request is a request of about 60 ms: CPU time, a lock, a sleep, and spans that overlap.
func request(r *scenario.Recorder) {
	request := r.BeginFor(42, "request")
	var lock sync.Mutex
	lock.Lock()
	helped := make(chan bool)
	go func() {
		runtime.LockOSThread()
		defer close(helped)
		helper := request.Begin("helper")
		nap(10 * time.Millisecond)
		lock.Unlock()
		helper.End()
	}()
	wait := request.Begin("wait")
	lock.Lock()
	wait.End()
	<-helped
	request.Step("got the lock")
	parse := request.Begin("parse")
	spin(10 * time.Millisecond)
	parse.End()
	pause := request.Begin("pause")
	nap(5 * time.Millisecond)
	pause.End()
	one := request.Begin("one")
	spin(2 * time.Millisecond)
	two := request.Begin("two")
	spin(2 * time.Millisecond)
	one.End()
	spin(2 * time.Millisecond)
	two.End()
	request.End()
}

// readings measures spans of a thread that has run for a while before, with a clock that stops
// between switches.
func readings(r *scenario.Recorder) {
	for range 12 {
		nap(time.Millisecond)
		busy(600 * time.Microsecond)
		s := r.Begin("one slice")
		busy(500 * time.Microsecond)
		s.End()

		nap(time.Millisecond)
		busy(600 * time.Microsecond)
		s = r.Begin("a switch inside")
		busy(200 * time.Microsecond)
		nap(time.Millisecond)
		busy(200 * time.Microsecond)
		s.End()
	}
}

// inlineCPU is the thread's CPU time as of its last switch or clock tick, the only times at which
// Linux updates it: the flaw of QueryThreadCycleTime.
func inlineCPU() time.Duration {
	var u unix.Rusage
	if unix.Getrusage(unix.RUSAGE_THREAD, &u) != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// spin uses the given CPU time, however often the CPU is taken away.
func spin(d time.Duration) {
	for end := scenario.ThreadCPU() + d; scenario.ThreadCPU() < end; {
	}
}

// busy runs for a time without reading its CPU time: reading would update inlineCPU.
func busy(d time.Duration) {
	for begin := time.Now(); time.Since(begin) < d; {
	}
}

// nap blocks the thread in a sleep.
func nap(d time.Duration) {
	left := unix.NsecToTimespec(int64(d))
	for errors.Is(unix.Nanosleep(&left, &left), unix.EINTR) {
	}
}
