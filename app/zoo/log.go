package main

import (
	"bufio"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"

	"threadlens/model"
)

// Who ended a wait, as far as the program knows.
const (
	byActs   = "acts"   // a thread that logged an act on the same object
	byNobody = "nobody" // no thread: a timer, a device
	byUnsaid = "unsaid"
)

// forever is the end of what never ended, in the logs.
const forever = math.MaxInt64

// programLog is what a program logged about itself. All times are ns of CLOCK_MONOTONIC.
type programLog struct {
	PID     uint32
	Waits   []loggedWait
	Acts    map[uint64][]loggedAct // by object
	Holds   []loggedHold
	Objects []loggedObject
	Faults  []string // the rules that must find something
	Also    []string // the rules that may
	Healthy bool
}

// loggedWait is a call that waited, unless it returned without waiting.
type loggedWait struct {
	TID            model.TID
	Kind, Category string
	By             string
	Object         uint64
	From, To       int64
}

// loggedAct is a call that ends waits for an object.
type loggedAct struct {
	TID      model.TID
	From, To int64
}

// loggedHold is a lock that a thread had: when it requested and got it, when it began to release it
// and had released it.
type loggedHold struct {
	TID                            model.TID
	Object                         uint64
	Asked, Got, Releasing, Release int64
}

// loggedObject is what is at an address: "mutex", "rwlock", "cond", …; "unlogged" is a mutex whose
// holds the program does not log.
type loggedObject struct {
	Type string
	Addr uint64
	Size uint64
}

// object is the logged object that contains an address.
func (l *programLog) object(addr uint64) (o loggedObject, ok bool) {
	for _, o := range l.Objects {
		if addr >= o.Addr && addr < o.Addr+o.Size {
			return o, true
		}
	}
	return o, false
}

// readLog reads the log of a program.
func readLog(r io.Reader) (*programLog, error) {
	l := &programLog{Acts: map[uint64][]loggedAct{}}
	lines := bufio.NewScanner(r)
	for n := 1; lines.Scan(); n++ {
		w := &words{list: strings.Fields(lines.Text())}
		l.line(w)
		if w.err != nil {
			return nil, fmt.Errorf("line %d: %q: %w", n, lines.Text(), w.err)
		}
	}
	if l.PID == 0 && lines.Err() == nil {
		return nil, fmt.Errorf("the log of no program: its first line must be: zoo PID")
	}
	return l, lines.Err()
}

// line parses one line.
func (l *programLog) line(w *words) {
	switch word := w.text(); word {
	case "zoo":
		l.PID = uint32(w.number(10))
	case "thread":
		w.number(10)
		w.list = nil // the name, which the trace has too
	case "wait":
		l.Waits = append(l.Waits, loggedWait{
			TID: w.tid(), Kind: w.text(), Category: w.text(), By: w.by(), Object: w.address(), From: w.number(10), To: w.number(10),
		})
	case "act":
		tid, object := w.tid(), w.address()
		l.Acts[object] = append(l.Acts[object], loggedAct{TID: tid, From: w.number(10), To: w.number(10)})
	case "hold":
		l.Holds = append(l.Holds, loggedHold{
			TID: w.tid(), Object: w.address(), Asked: w.number(10), Got: w.number(10), Releasing: w.number(10), Release: w.number(10),
		})
	case "object":
		l.Objects = append(l.Objects, loggedObject{Type: w.text(), Addr: w.address(), Size: uint64(w.number(10))})
	case "fault":
		l.Faults = append(l.Faults, w.text())
	case "also":
		l.Also = append(l.Also, w.text())
	case "healthy":
		l.Healthy = true
	default:
		w.fail("nothing is logged as %q", word)
	}
	if len(w.list) > 0 {
		w.fail("%d words too many", len(w.list))
	}
}

// words is the rest of a line, and the first error in it.
type words struct {
	list []string
	err  error
}

func (w *words) fail(format string, args ...any) {
	if w.err == nil {
		w.err = fmt.Errorf(format, args...)
	}
}

func (w *words) text() string {
	if len(w.list) == 0 {
		w.fail("a word is missing")
		return ""
	}
	s := w.list[0]
	w.list = w.list[1:]
	return s
}

func (w *words) number(base int) int64 {
	s := w.text()
	n, err := strconv.ParseInt(s, base, 64)
	if err != nil {
		w.fail("%q is no number", s)
	}
	return n
}

func (w *words) tid() model.TID { return model.TID(w.number(10)) }

func (w *words) address() uint64 {
	s := w.text()
	n, err := strconv.ParseUint(s, 16, 64)
	if err != nil {
		w.fail("%q is no address", s)
	}
	return n
}

func (w *words) by() string {
	s := w.text()
	if s != byActs && s != byNobody && s != byUnsaid {
		w.fail("a wait is ended by acts, nobody or unsaid, not by %q", s)
	}
	return s
}
