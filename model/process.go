package model

import "strings"

// Class tells whose time a process's is (thread_model 0.2).
type Class uint8

// Classes of processes.
const (
	ClassOther Class = iota
	ClassTarget
	ClassSystem
	ClassIdle
)

var classNames = [...]string{"other", "target", "system", "idle"}

// String is the class's name in the text format.
func (c Class) String() string { return name(classNames[:], int(c)) }

// ParseClass reads a name that String prints.
func ParseClass(s string) (Class, bool) {
	i, ok := lookup(classNames[:], s)
	return Class(i), ok
}

// Process is one incarnation of a process id.
type Process struct {
	PID         uint32
	Incarnation int
	Name        string
	Class       Class
	// Parent is the process that started it, NoProc where the trace does not tell.
	Parent ProcIx
	// Threads lists the process's threads in the order they were first seen.
	Threads []ThreadIx
	// Life is the union of its threads' lives.
	Life Range
	// Known is false for the process of threads whose process is not known.
	Known bool
	// Connects and Accepts are set where a call was seen by which one of its threads asks
	// a peer for a connection, or takes what peers ask for.
	Connects, Accepts bool
	// Recorder marks the process that made the recording.
	Recorder bool
	// Surroundings are what the recording says of it besides, nil for nothing.
	Surroundings *Surroundings
}

// Title is the process's name for people, and for filters: of the recorder it says
// that it is that.
func (p *Process) Title() string {
	if p.Recorder {
		return strings.TrimSpace(p.Name + " (the recorder)")
	}
	return p.Name
}

// Name is one entry of a thread's name history.
type Name struct {
	From Time
	Name string
	Exec bool
}
