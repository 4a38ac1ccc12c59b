package scenario

import "time"

// Span is a stretch of what a program does. It may be copied and passed to other goroutines. The
// zero Span, and every one that began while nobody recorded, records nothing.
type Span struct {
	r                       *Recorder
	name                    string
	id, parent, correlation int64
	thread                  int // that began it, 0 where threads are unknown
	begin, cpu              time.Duration
}

// Took is what a span has taken so far.
type Took struct {
	Elapsed time.Duration
	// CPU is the CPU time of the thread, if Measured, that is unless the thread is not the one that
	// began the span.
	CPU      time.Duration
	Measured bool
}

// Begin begins a span.
func (r *Recorder) Begin(name string) Span { return r.begin(name, 0, 0) }

// BeginFor begins a span for something that has a number, such as a request; 0 means none. Spans
// with the same number are shown as one group, also across processes.
func (r *Recorder) BeginFor(correlation int64, name string) Span {
	return r.begin(name, 0, correlation)
}

// Begin begins a span inside s, with the same correlation. Inside a span that is not recorded,
// nothing is recorded.
func (s Span) Begin(name string) Span { return s.r.begin(name, s.id, s.correlation) }

func (r *Recorder) begin(name string, parent, correlation int64) Span {
	if r == nil {
		return Span{}
	}
	now := time.Since(r.base)
	if !r.sink.heard(now) {
		return Span{}
	}
	s := Span{r: r, name: name, id: r.last.Add(1), parent: parent, correlation: correlation, thread: threadID(), begin: now}
	r.write(mark{kind: begin, name: name, id: s.id, parent: parent, correlation: correlation})
	s.cpu = r.cpu() // read last, so that writing the marker is not included
	return s
}

// Step marks that a part of the span is done.
func (s Span) Step(name string) Took { return s.tell(step, name) }

// End ends the span. It is called once; a second call is an end without a start.
func (s Span) End() Took { return s.tell(end, s.name) }

func (s Span) tell(k kind, name string) Took {
	if s.r == nil {
		return Took{}
	}
	cpu := s.r.cpu()
	t := Took{Elapsed: time.Since(s.r.base) - s.begin}
	if s.thread != 0 && threadID() == s.thread {
		t.CPU, t.Measured = max(cpu-s.cpu, 0), true
	}
	s.r.write(mark{kind: k, name: name, id: s.id, parent: s.parent, correlation: s.correlation, took: t})
	return t
}
