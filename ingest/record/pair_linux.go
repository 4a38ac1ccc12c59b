package record

import (
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"runtime"
	"time"

	"golang.org/x/sys/unix"
)

// pair is a thread that wakes its caller on the same CPU, and is woken by it; nil where there is
// none.
type pair struct {
	ping, pong int // descriptors, see eventfd(2)
	clock      int32
	over       chan struct{}
}

// Requests to the other thread.
const (
	goOn uint64 = iota + 1
	stop
)

// newPair starts the other thread on a CPU, on which the caller must be too.
func newPair(cpu int) (*pair, error) {
	p := &pair{over: make(chan struct{})}
	var err error
	if p.ping, err = unix.Eventfd(0, unix.EFD_CLOEXEC); err != nil {
		return nil, fmt.Errorf("record: %w", err)
	}
	if p.pong, err = unix.Eventfd(0, unix.EFD_CLOEXEC); err != nil {
		_ = unix.Close(p.ping) // nothing was written to it
		return nil, fmt.Errorf("record: %w", err)
	}
	begun := make(chan error)
	go p.answer(cpu, begun)
	if err := <-begun; err != nil {
		p.close()
		return nil, err
	}
	return p, nil
}

// answer is the other thread, which ends when it returns.
func (p *pair) answer(cpu int, begun chan<- error) {
	defer close(p.over)
	runtime.LockOSThread()
	var one unix.CPUSet
	one.Set(cpu)
	_ = unix.Setpriority(unix.PRIO_PROCESS, unix.Gettid(), urgent) // where that is not allowed, it runs at normal priority
	p.clock = threadClock(unix.Gettid())
	err := unix.SchedSetaffinity(0, &one)
	begun <- err
	for told := goOn; err == nil && told != stop; {
		if told, err = take(p.ping); err == nil {
			err = give(p.pong, told)
		}
	}
}

// close ends the other thread.
func (p *pair) close() {
	if p == nil {
		return
	}
	_ = give(p.ping, stop) // the thread may have failed
	<-p.over
	for _, fd := range []int{p.ping, p.pong} {
		_ = unix.Close(fd) // nothing that matters was written to it
	}
}

// batch makes the threads wake each other rounds times, and returns the CPU time that both used for
// it. The error is os.ErrDeadlineExceeded where it takes longer than end.
func (p *pair) batch(rounds int, end time.Time) (used time.Duration, err error) {
	before := p.used()
	for range rounds {
		if time.Now().After(end) {
			return 0, os.ErrDeadlineExceeded
		}
		if err := give(p.ping, goOn); err != nil {
			return 0, err
		}
		if _, err := take(p.pong); err != nil {
			return 0, err
		}
	}
	return p.used() - before, nil
}

// used is the CPU time of both threads.
func (p *pair) used() (sum time.Duration) {
	for _, clock := range []int32{unix.CLOCK_THREAD_CPUTIME_ID, p.clock} {
		var t unix.Timespec
		if unix.ClockGettime(clock, &t) == nil {
			sum += time.Duration(t.Nano())
		}
	}
	return sum
}

// threadClock is the clock of the CPU time of a thread of this process
// (MAKE_THREAD_CPUCLOCK in include/linux/posix-timers_types.h).
func threadClock(tid int) int32 {
	const perThread, byScheduler = 4, 2
	return int32(^tid<<3 | perThread | byScheduler)
}

// give adds a number to an event, take waits for one.
func give(fd int, n uint64) error {
	_, err := restarted(unix.Write, fd, binary.NativeEndian.AppendUint64(nil, n))
	return err
}

func take(fd int) (uint64, error) {
	var b [8]byte
	_, err := restarted(unix.Read, fd, b[:])
	return binary.NativeEndian.Uint64(b[:]), err
}

// restarted is a call that signals do not end.
func restarted(call func(fd int, b []byte) (int, error), fd int, b []byte) (n int, err error) {
	for {
		if n, err = call(fd, b); !errors.Is(err, unix.EINTR) {
			return n, err
		}
	}
}
