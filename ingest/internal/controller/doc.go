// Package controller starts, watches and ends the event tracing sessions of Windows that record the
// kernel's events and those of programs: what Microsoft's documentation calls a controller.
//
// To read the code: layout.go has the structures that the system's functions take, flags.go the numbers in them,
// plan.go the settings of a session, session.go its life, providers.go the providers recorded besides the kernel,
// name.go the names of this program's sessions, code.go the reasons for which a call fails. All of that is plain Go and
// is tested on any system with a test's own System; system_windows.go is the real one.
//
// The structures are those of evntrace.h and wmistr.h on 64-bit Windows.
package controller
