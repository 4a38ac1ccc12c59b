// Package kerneltest composes events of the kernel of Windows for tests, byte by byte,
// as a session of event tracing hands them over (EVENT_RECORD of evntcons.h; the
// payloads are those of the format reference, etl.md).
//
// With Windows and cgo it also pushes them through the callback that package etw
// (github.com/Velocidex/etw) gives to the system: push_etw.go.
package kerneltest
