// Package controller starts, watches and ends the event tracing sessions of
// Windows that record what the kernel does, and what programs tell: the part that Microsoft's
// documentation calls a controller.
//
// To read the code: layout.go has the structures that the system's functions take,
// flags.go the numbers in them, plan.go what a session is to be, session.go its
// life, providers.go whose events are asked for besides the kernel's, name.go the names by which sessions of this program are known, code.go
// the reasons for which a call fails. All of that is plain Go and is tested on any
// system with a System of the test's own; system_windows.go is the real one.
//
// The structures are those of evntrace.h and wmistr.h as 64-bit Windows has them.
package controller
