package scenario

import (
	"os"
	"sync/atomic"
	"time"
)

// Options say how marks are made.
type Options struct {
	// Always writes marks whether or not Threadlens records. On Linux only:
	// elsewhere the system knows who listens, and a file always does.
	Always bool
	// CPU is the CPU time of the calling thread; nil for ThreadCPU. Another clock
	// is for experiments with what such clocks tell.
	CPU func() time.Duration
}

// Recorder writes marks. A nil one writes nothing, at the cost of a comparison. Its
// methods may be called by all goroutines, except Close while others are.
type Recorder struct {
	sink sink
	cpu  func() time.Duration
	base time.Time
	last atomic.Int64 // number of a span
	lost atomic.Int64
}

// sink is where marks go.
type sink interface {
	// heard reports whether anybody records, at an instant since base.
	heard(now time.Duration) bool
	// write writes a mark; false where it could not.
	write(m mark) bool
	close() error
}

// Off is the environment variable that turns Open and Create into "record nothing"
// where it is "off", and the word.
const (
	offName = "THREADLENS_SCENARIO"
	offWord = "off"
)

// Open returns a Recorder that writes to what the system records, or why there is
// none: an error that names the file and the right that is missing. Where the
// environment says THREADLENS_SCENARIO=off it returns nil, which records nothing.
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

// Create returns a Recorder that writes a file in the text format of Threadlens,
// replacing what was there. Each mark is written at once: what a program wrote
// before it was killed is whole. As with Open, the environment can turn it off.
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

// seedBits are the bits of a span's number that count; those above tell apart
// several Recorders of a process.
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

// Close gives the sink back. Spans that are open stay so.
func (r *Recorder) Close() error {
	if r == nil {
		return nil
	}
	return r.sink.close()
}

// Lost is how many marks could not be written.
func (r *Recorder) Lost() int64 {
	if r == nil {
		return 0
	}
	return r.lost.Load()
}

// Recorded reports whether marks are being recorded now, for programs that would
// prepare something for them.
func (r *Recorder) Recorded() bool { return r != nil && r.sink.heard(time.Since(r.base)) }

// Flag marks an instant.
func (r *Recorder) Flag(name string) { r.point(flag, name) }

// Message marks an instant with a text of the moment.
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
