package scenario

import (
	"os"
	"sync/atomic"
	"time"
)

// Options are how markers are made.
type Options struct {
	// Always writes markers whether or not Threadlens records. On Linux only: elsewhere the system
	// knows who listens, and a file always does.
	Always bool
	// CPU is the CPU time of the calling thread; nil for ThreadCPU. Another clock is for
	// experiments with such clocks.
	CPU func() time.Duration
}

// Recorder writes markers. A nil one writes nothing, at the cost of a comparison. Its methods may
// be called from any goroutine, except that Close must not run concurrently with others.
type Recorder struct {
	sink sink
	cpu  func() time.Duration
	base time.Time
	last atomic.Int64 // number of a span
	lost atomic.Int64
}

// sink is where markers go.
type sink interface {
	// heard reports whether anybody records, at an instant since base.
	heard(now time.Duration) bool
	// write writes a marker; false if it could not.
	write(m mark) bool
	close() error
}

// Off is the environment variable that makes Open and Create record nothing where its value is
// "off".
const (
	offName = "THREADLENS_SCENARIO"
	offWord = "off"
)

// Open returns a Recorder that writes to the system's own recording facility, or an error that
// names the file and the right that is missing. With THREADLENS_SCENARIO=off in the environment it
// returns nil, which records nothing.
func Open(o Options) (*Recorder, error) {
	if os.Getenv(offName) == offWord {
		return nil, nil
	}
	s, err := openSystem(&o)
	if err != nil {
		return nil, err
	}
	return newRecorder(s, &o), nil
}

// Create returns a Recorder that writes a file in the text format of Threadlens, replacing what was
// there. Each marker is written immediately: what a program wrote before it was killed is complete.
// As with Open, the environment can turn it off.
func Create(path string, o Options) (*Recorder, error) {
	if os.Getenv(offName) == offWord {
		return nil, nil
	}
	s, err := createText(path)
	if err != nil {
		return nil, err
	}
	return newRecorder(s, &o), nil
}

// seedBits are the bits of a span's number that count; those above distinguish several Recorders of
// a process.
const seedBits = 24

func newRecorder(s sink, o *Options) *Recorder {
	r := &Recorder{sink: s, cpu: o.CPU, base: time.Now()}
	if r.cpu == nil {
		r.cpu = ThreadCPU
	}
	const seeds = 1 << 20
	r.last.Store(r.base.UnixNano() / 1000 % seeds << seedBits)
	return r
}

// Close releases the sink. Spans that are open stay open.
func (r *Recorder) Close() error {
	if r == nil {
		return nil
	}
	return r.sink.close()
}

// Lost is how many markers could not be written.
func (r *Recorder) Lost() int64 {
	if r == nil {
		return 0
	}
	return r.lost.Load()
}

// Recorded reports whether markers are being recorded now, for programs that would otherwise
// prepare them in vain.
func (r *Recorder) Recorded() bool { return r != nil && r.sink.heard(time.Since(r.base)) }

// Flag marks an instant.
func (r *Recorder) Flag(name string) { r.point(flag, name) }

// Message marks an instant with a text that varies.
func (r *Recorder) Message(text string) { r.point(message, text) }

func (r *Recorder) point(k kind, text string) {
	if !r.Recorded() {
		return
	}
	r.write(mark{kind: k, name: text})
}

func (r *Recorder) write(m mark) {
	if !r.sink.write(m) {
		r.lost.Add(1)
	}
}
