// Package kerneltest composes events of the kernel of Windows for tests, byte by byte, as a session
// of event tracing delivers them (EVENT_RECORD of evntcons.h).
//
// With Windows and cgo it also pushes them through the callback that package etw
// (github.com/Velocidex/etw) registers with the system: push_etw.go.
package kerneltest
