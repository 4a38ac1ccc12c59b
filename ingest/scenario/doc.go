// Package scenario marks what a program does, so that a recording shows it as spans above its
// threads: Begin, Step and End with elapsed and CPU time, nested spans, ids that join the spans of
// one request, flags and messages.
//
// It needs nothing else from Threadlens. C and C++ have the same calls in threadlens_scenario.h.
// README.md shows how to use both.
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
// Open writes to the system's own recording facility: on Linux tracefs's trace_marker, on Windows
// ETW. Create writes a file in Threadlens's text format, which opens by itself. On Linux a marker
// is written only while a recording of Threadlens runs, which is checked at most every 50 ms;
// Options.Always writes whenever the kernel accepts markers, for tools that read the buffer
// themselves.
//
// # Threads and goroutines
//
// A marker belongs to the thread that writes it. Go moves goroutines between threads, at any call:
// what a trace shows about the thread of a span applies to the goroutine only while it stays on
// that thread. Elapsed times are always right; CPU times and waits are right where the goroutine is
// locked to its thread (runtime.LockOSThread) or did not block. The end of a span that another
// thread writes is matched to its start by its number, and has no CPU time: the clocks of two
// threads cannot be subtracted.
//
// # CPU time
//
// On Linux it is CLOCK_THREAD_CPUTIME_ID, exact to the call; on Windows GetThreadTimes, which
// counts whole clock ticks (15.6 ms) only: the trace's own figure is better there. Elapsed times
// are from the monotonic clock.
//
// # What is written to trace_marker
//
// One line for each marker, version 1. Up to "tl1" it is the format of Android's systrace, so that
// Perfetto and others show it too; they ignore the rest. It uses the forms for asynchronous slices,
// since synchronous ones must nest on a thread, which those of goroutines do not.
//
//	S|PID|NAME|ID|tl1 [c=CORRELATION] [p=PARENT]               begin
//	F|PID|NAME|ID|tl1 e=NS [t=NS] [c=CORRELATION] [p=PARENT]   end
//	I|PID|NAME|tl1 s=ID e=NS [t=NS] [c=CORRELATION]            step of span ID
//	I|PID|NAME|tl1 f                                           flag
//	I|PID|TEXT|tl1 m                                           message
//
// ID is the span's number, unique in its process; PARENT that of the enclosing one. e is the time
// since the start, t the CPU time of the thread in it. In names "|" becomes "/", control characters
// become a space, and names are cut at 200 bytes. Readers ignore unknown keys.
package scenario
