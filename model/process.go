package model

import "strings"

// Class is whose time a process's CPU time is.
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
	// Parent is the process that started it, NoProc if unknown.
	Parent ProcIx
	// Threads lists the process's threads in the order they were first seen.
	Threads []ThreadIx
	// Life is the union of its threads' lives.
	Life Range
	// Known is false for the process to which threads of unknown processes belong.
	Known bool
	// Connects and Accepts are set if a call was seen by which one of its threads
	// requests a connection to a peer, or accepts requests of peers.
	Connects, Accepts bool
	// Recorder marks the process that made the recording.
	Recorder bool
	// Surroundings are what the recording contains about it apart from events, nil for
	// nothing.
	Surroundings *Surroundings
}

// Title is the process's name for people, and for filters: the recorder is marked
// as such.
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
