// Package memory keeps the program within the memory that it may use. The garbage collector gets
// the limit; loading is cancelled as the limit comes near; and a process that still exceeds it ends
// with a one-line message, before the system kills it without.
package memory

import (
	"context"
	"fmt"
	"math"
	"os"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"slices"
	"sync"
	"time"

	"github.com/KimMachineGun/automemlimit/memlimit"
)

// Limit is how much memory this process may use.
type Limit struct {
	Bytes int64
	// Of completes the sentence "the memory that …" with who sets the limit; Remedy is what to do.
	Of, Remedy string
	// Addresses is set for a limit on all mapped memory, including files.
	Addresses bool
}

// Allowed are the limits of the machine, of the control group of this process, and of its addresses
// (ulimit -v), where they exist. They are read once: reading them takes longer than opening a small
// trace.
func Allowed() []Limit { return slices.Clone(allowed()) }

var allowed = sync.OnceValue(func() (list []Limit) {
	if n, err := memlimit.FromSystem(); err == nil && n < math.MaxInt64 {
		list = append(list, Limit{int64(n), "this machine has", "use a machine with more memory", false})
	}
	if n, err := memlimit.FromCgroup(); err == nil && n < math.MaxInt64 {
		list = append(list, Limit{int64(n), "the control group of this process allows", "raise this limit", false})
	}
	if n, ok := addresses(); ok {
		list = append(list, Limit{n, "ulimit -v allows", "raise this limit", true})
	}
	return list
})

// FullError reports that the limit is reached.
type FullError struct{ Limit }

func (e *FullError) Error() string {
	return fmt.Sprintf("needs more than the %s of memory that %s: %s, or record for a shorter time", size(e.Bytes), e.Of, e.Remedy)
}

// size formats a number of bytes for people.
func size(n int64) string {
	if n < 10<<30 {
		return fmt.Sprintf("%d MiB", n>>20)
	}
	return fmt.Sprintf("%.1f GiB", float64(n)/(1<<30))
}

// Bounds of the steps below a limit, in bytes. The Go runtime reserves addresses 64 MiB at a time.
const (
	leastStep, mostStep = 16 << 20, 512 << 20
	steps               = 12 // fractions of the limit, within those bounds
	addressStep         = 128 << 20
)

// marks are the uses of memory at which to act, in bytes.
type marks struct{ collect, giveUp, end int64 }

func (l *Limit) marks() marks {
	step := min(max(l.Bytes/steps, leastStep), mostStep)
	if l.Addresses {
		step = addressStep
	}
	return marks{l.Bytes - 3*step, l.Bytes - 2*step, l.Bytes - step}
}

// readers are the contexts to cancel, by serial number.
var readers struct {
	sync.Mutex
	next   int
	giveUp map[int]context.CancelCauseFunc
}

// Within is a context that is cancelled with a *FullError as its cause when memory runs out while
// Keep is in force. The returned function releases it.
func Within(ctx context.Context) (context.Context, func()) {
	ctx, cancel := context.WithCancelCause(ctx)
	readers.Lock()
	defer readers.Unlock()
	if readers.giveUp == nil {
		readers.giveUp = map[int]context.CancelCauseFunc{}
	}
	id := readers.next
	readers.next++
	readers.giveUp[id] = cancel
	return ctx, func() {
		readers.Lock()
		delete(readers.giveUp, id)
		readers.Unlock()
		cancel(nil)
	}
}

// Cause is why a context of Within ended: memory ran out, or else err itself.
func Cause(ctx context.Context, err error) error {
	if full, ok := context.Cause(ctx).(*FullError); ok && err != nil {
		return full
	}
	return err
}

func giveUp(full *FullError) {
	readers.Lock()
	defer readers.Unlock()
	for _, cancel := range readers.giveUp {
		cancel(full)
	}
}

// Keep keeps the process within limits until stop is called. Where that is impossible, end is
// called, once, which must end the process immediately.
func Keep(limits []Limit, end func(*FullError)) (stop func()) {
	before := debug.SetMemoryLimit(-1)
	collect := before
	for i := range limits {
		if l := &limits[i]; !l.Addresses {
			collect = min(collect, max(l.marks().collect, leastStep))
		}
	}
	debug.SetMemoryLimit(collect)
	collectLateOnce()
	over := make(chan struct{})
	go watch(limits, end, over)
	return sync.OnceFunc(func() {
		close(over)
		debug.SetMemoryLimit(before)
	})
}

// The share of the heap that may be garbage, in percent: the Go runtime's default (it collects from
// 4 MiB on), and until the first collection (from 64 MiB on).
const usualShare, firstShare = 100, 1600

// collectLate puts the first collection off. A report of a small trace is finished before it, and
// takes a quarter less time: each collection of a small heap costs as much as reading a megabyte.
// It also saves the start of the window three collections.
// GOGC, where it is set, is left alone.
func collectLate() {
	if share := debug.SetGCPercent(firstShare); share != usualShare {
		debug.SetGCPercent(share)
		return
	}
	type garbage struct{ _ [64]byte } // too large to share its memory block with live values
	runtime.AddCleanup(new(garbage), func(share int) { debug.SetGCPercent(share) }, usualShare)
}

// collectLateOnce is collectLate for a process that keeps limits more than once.
var collectLateOnce = sync.OnceFunc(collectLate)

// atFirst is what a process may have mapped when it begins, in bytes.
const atFirst = 2 << 30

// watch checks how much is used until over is closed, with a pause of as long as memory must last.
func watch(limits []Limit, end func(*FullError), over <-chan struct{}) {
	var sweep sweeper
	wait := seldomest
	for i := range limits {
		wait = min(wait, pause(limits[i].marks().giveUp-atFirst))
	}
	for {
		select {
		case <-over:
			return
		case <-time.After(wait):
		}
		wait = seldomest
		for i := range limits {
			l := &limits[i]
			m, used := l.marks(), l.used()
			switch {
			case used > m.end:
				end(&FullError{*l})
				return
			case used > m.giveUp && sweep.clean():
				giveUp(&FullError{*l})
			}
			wait = min(wait, pause(m.giveUp-used))
		}
	}
}

// sweeper releases unused memory in the background: a large table that grows meanwhile may need
// more than is left before all is swept.
type sweeper struct {
	done  chan struct{} // of the last sweep; nil before the first
	begun time.Time
}

// sweepTime is how long after a sweep no other one begins.
const sweepTime = time.Second

// clean reports whether memory was just swept; if not, it starts a sweep.
func (s *sweeper) clean() bool {
	if s.done == nil || time.Since(s.begun) > sweepTime && isClosed(s.done) {
		s.done, s.begun = make(chan struct{}), time.Now()
		go func(done chan struct{}) {
			debug.FreeOSMemory()
			close(done)
		}(s.done)
	}
	return isClosed(s.done)
}

func isClosed(done <-chan struct{}) bool {
	select {
	case <-done:
		return true
	default:
		return false
	}
}

// The fastest that a process fills memory, in bytes a second, and how often use is checked.
const (
	fastest             = 4 << 30
	oftenest, seldomest = 5 * time.Millisecond, 250 * time.Millisecond
)

// pause is how long left bytes last at least.
func pause(left int64) time.Duration {
	return min(max(time.Duration(float64(max(left, 0))/fastest*float64(time.Second)), oftenest), seldomest)
}

// used is how many bytes count towards the limit. Memory mapped from files does not count, since
// the system can take it back; what the runtime has handed out counts before it is written, which
// may happen before the next check.
func (l *Limit) used() int64 {
	if statm, err := os.ReadFile("/proc/self/statm"); err == nil {
		var total, resident, shared int64
		if _, err := fmt.Sscan(string(statm), &total, &resident, &shared); err == nil {
			if l.Addresses {
				return total * int64(os.Getpagesize())
			}
			return max((resident-shared)*int64(os.Getpagesize()), Runtime())
		}
	}
	return Runtime()
}

// Runtime is how many bytes the Go runtime holds, without what it has released. It is cheap enough
// to ask a few times a second.
func Runtime() int64 {
	samples := []metrics.Sample{
		{Name: "/memory/classes/total:bytes"},
		{Name: "/memory/classes/heap/released:bytes"},
	}
	metrics.Read(samples)
	var v [2]uint64
	for i, s := range samples {
		if s.Value.Kind() == metrics.KindUint64 {
			v[i] = s.Value.Uint64()
		}
	}
	return int64(v[0] - v[1])
}
