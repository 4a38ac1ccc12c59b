// Package scenario marks what a program does, so that a recording shows it as
// spans above its threads: Begin, Step and End with elapsed and CPU time, spans
// inside others, ids that join what belongs to one request, flags and messages.
//
// It needs nothing else of Threadlens. C and C++ have the same calls in
// threadlens_scenario.h. README.md shows how to use both.
//
//	r, err := scenario.Open(scenario.Options{}) // nil records nothing
//	s := r.Begin("load")
//	s.Step("parsed")
//	child := s.Begin("decode")
//	child.End()
//	s.End()
//
// # Sinks
//
// Open writes to what the system records: on Linux tracefs's trace_marker, on
// Windows ETW. Create writes a file in Threadlens's text format, which opens by
// itself. On Linux a mark is written while a recording of Threadlens runs, which
// is looked for at most every 50 ms; Options.Always writes whenever the kernel
// takes marks, for tools that read the buffer themselves.
//
// # Threads and goroutines
//
// A mark belongs to the thread that writes it. Go moves goroutines between
// threads, at any call: what a trace says of the thread of a span is about the
// goroutine only as long as that stays on it. Elapsed times hold always; CPU
// times and waits hold where the goroutine is locked to its thread
// (runtime.LockOSThread) or did not block. The end of a span that another thread
// writes finds its begin, by its number, and carries no CPU time: the clocks of
// two threads have no difference.
//
// # CPU time
//
// On Linux it is CLOCK_THREAD_CPUTIME_ID, exact to the call; on Windows
// GetThreadTimes, which counts whole clock ticks (15.6 ms) only: the trace's own
// figure is the better one there. Elapsed times are by the monotonic clock.
//
// # What is written to trace_marker
//
// One line a mark, version 1. Up to "tl1" it is what Android's systrace writes,
// so that Perfetto and others show it too; they ignore what follows. The forms
// for asynchronous slices are taken, since those of synchronous ones must nest on
// a thread, which goroutines do not.
//
//	S|PID|NAME|ID|tl1 [c=CORRELATION] [p=PARENT]               begin
//	F|PID|NAME|ID|tl1 e=NS [t=NS] [c=CORRELATION] [p=PARENT]   end
//	I|PID|NAME|tl1 s=ID e=NS [t=NS] [c=CORRELATION]            step of span ID
//	I|PID|NAME|tl1 f                                           flag
//	I|PID|TEXT|tl1 m                                           message
//
// ID is the span's number, unique in its process; PARENT that of the one around
// it. e is the time since the begin, t the CPU time of the thread in it. In names
// "|" becomes "/", control characters a space, and what is beyond 200 bytes is
// cut. Readers ignore keys that they do not know.
package scenario
