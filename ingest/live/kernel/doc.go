// Package kernel watches what the threads of a Windows machine do, as it happens: it reads the
// kernel's session of event tracing and delivers model events.
//
// Watch needs Windows and cgo, as package etw (github.com/Velocidex/etw) does; elsewhere it reports
// that there is no live view. Everything else works without either, and is tested everywhere.
//
// To read the code: kernel.go (the options and results), record.go (parsing Windows' event
// records), decode.go (their meaning), queue.go (the order of the events), inbox.go (between the
// system's thread and ours). Then watch_etw.go (a session from start to end) and raw_etw.go, which
// holds all knowledge of the internals of package etw, which does not export the bytes of an event;
// it is checked before anything is started. watch_other.go is for other systems.
//
// Switches and wakes do not go through the system's event decoder, which costs more than the event;
// names of threads and processes are in the bytes too.
//
// Package kerneltest composes events for the tests.
package kernel
