// Package kernel watches what the threads of a Windows machine do, as it happens: it
// reads the kernel's session of event tracing and hands out model events.
//
// Watch needs Windows and cgo, which package etw (github.com/Velocidex/etw) does;
// elsewhere it says that there is no live view. What can be done without either is,
// and is tested everywhere.
//
// To read the code: kernel.go (what is asked for and what comes back), record.go (an
// event as Windows hands it over, bytes in), decode.go (what it means), queue.go (the
// order of the events), inbox.go (between the system's thread and ours). Then
// watch_etw.go (a session from its begin to its end) and raw_etw.go: all that is known
// of the inside of package etw, which keeps the bytes of an event to itself, is
// there, and is checked before anything is started. watch_other.go is for the rest.
//
// Nothing of a switch or a wake goes through the system's describer of events, which
// costs more than the event; names of threads and processes are in the bytes too.
//
// Package kerneltest composes events for the tests.
package kernel
