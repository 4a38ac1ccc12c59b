package observer

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"strconv"
)

// Call is a system call of a thread. Times are ns of CLOCK_MONOTONIC.
type Call struct {
	Enter, Exit int64 // Exit is Forever of one that did not return
	Number      int
	Args        [5]uint64
	Result      int64
	Torn        bool // its end is missing
}

// Forever is later than all times.
const Forever = 1<<63 - 1

// Returned reports whether the end of the call was seen.
func (c *Call) Returned() bool { return c.Exit != Forever }

// Thread is what a thread did.
type Thread struct {
	TID, PID int
	Calls    []Call
	// Faults are when it had page faults inside calls.
	Faults []int64
	// maker is the thread that created it, by the call that was entered at born; nil where that was
	// not seen.
	maker *Thread
	born  int64
	// inside is set while it is in a call.
	inside bool
}

// Log is the second observer's recording, too short for ids to be reused.
type Log struct {
	threads map[int]*Thread
	files   map[int]*files // by process
	// Lost counts lost events, losses are their times on any CPU.
	Lost   int
	losses []span
}

// span is a time from one event of a CPU to the next.
type span struct{ from, to int64 }

// thread is the thread with an id.
func (l *Log) thread(tid int) *Thread {
	t := l.threads[tid]
	if t == nil {
		t = &Thread{TID: tid, PID: tid}
		l.threads[tid] = t
	}
	return t
}

// Read parses the output of perf script -F pid,tid,cpu,time,event,trace --ns.
func Read(r io.Reader) (*Log, error) {
	l := &Log{threads: map[int]*Thread{}, files: map[int]*files{}}
	s := bufio.NewScanner(r)
	s.Buffer(make([]byte, 1<<16), 1<<20)
	last := map[int]int64{} // by CPU
	for n := 1; s.Scan(); n++ {
		e, ok := parse(s.Bytes())
		switch {
		case !ok:
			return nil, fmt.Errorf("line %d of perf script is not understood: %s", n, s.Text())
		case e.what == lost:
			l.Lost += int(e.result)
			l.losses = append(l.losses, span{last[e.cpu], e.time})
		case e.what != other:
			l.add(&e)
		}
		last[e.cpu] = e.time
	}
	return l, s.Err()
}

// add adds an event of a thread.
func (l *Log) add(e *event) {
	t := l.thread(e.tid)
	t.PID = e.pid
	switch e.what {
	case entered:
		if t.inside {
			t.Calls[len(t.Calls)-1].Torn = true
		}
		t.Calls = append(t.Calls, Call{Enter: e.time, Exit: Forever, Number: e.number, Args: e.args})
		t.inside = true
		l.enters(t, &t.Calls[len(t.Calls)-1])
	case exited:
		if !t.inside { // a new thread returns from the call that created it
			return
		}
		t.inside = false
		c := &t.Calls[len(t.Calls)-1]
		if c.Torn = c.Number != e.number && e.number != afterSignal; c.Torn {
			return
		}
		c.Exit, c.Result = e.time, e.result
		if makesThread(c.Number) && c.Result > 0 {
			child := l.thread(int(c.Result))
			child.maker, child.born = t, c.Enter
		}
		l.returns(t, c)
	case faulted:
		t.Faults = append(t.Faults, e.time)
	}
}

// afterSignal is the number of the call whose return ends a signal handler.
const afterSignal = -1

// what is a kind of event.
type what uint8

const (
	other what = iota
	entered
	exited
	faulted
	lost
)

// event is a line of perf script.
type event struct {
	what     what
	pid, tid int
	cpu      int
	time     int64
	number   int
	args     [5]uint64
	result   int64
}

// parse reads a line like
//
//	2837/2838 [001]  16210.792121413: raw_syscalls:sys_enter: NR 16 (7, 2400, 0, 7f5bc642b5e0, 1, 0)
func parse(line []byte) (e event, ok bool) {
	fields := bytes.Fields(line)
	if len(fields) < 4 {
		return e, len(fields) == 0
	}
	pid, tid, both := bytes.Cut(fields[0], []byte("/"))
	var err error
	if e.pid, err = strconv.Atoi(string(pid)); err != nil || !both {
		return e, false
	}
	if e.tid, err = strconv.Atoi(string(tid)); err != nil {
		return e, false
	}
	if e.cpu, err = strconv.Atoi(string(bytes.Trim(fields[1], "[]"))); err != nil {
		return e, false
	}
	if e.time, ok = parseTime(bytes.TrimSuffix(fields[2], []byte(":"))); !ok {
		return e, false
	}
	rest := fields[4:]
	switch string(bytes.TrimSuffix(fields[3], []byte(":"))) {
	case "PERF_RECORD_LOST": // lost 17
		e.what = lost
		if len(rest) == 2 {
			e.result, err = strconv.ParseInt(string(rest[1]), 10, 64)
		}
		return e, err == nil && len(rest) == 2
	case "raw_syscalls:sys_enter":
		e.what = entered
		return e, e.parseEnter(rest)
	case "raw_syscalls:sys_exit":
		e.what = exited
		return e, e.parseExit(rest)
	case "exceptions:page_fault_kernel":
		e.what = faulted
	}
	return e, true
}

// parseTime reads seconds with nine digits after the point.
func parseTime(s []byte) (ns int64, ok bool) {
	sec, frac, ok := bytes.Cut(s, []byte("."))
	if !ok || len(frac) != 9 {
		return 0, false
	}
	a, err := strconv.ParseInt(string(sec), 10, 64)
	b, err2 := strconv.ParseInt(string(frac), 10, 64)
	return a*1_000_000_000 + b, err == nil && err2 == nil
}

// parseEnter reads NR 16 (7, 2400, 0, 7f5bc642b5e0, 1, 0): numbers are hexadecimal.
func (e *event) parseEnter(words [][]byte) bool {
	if len(words) < 2+len(e.args) || string(words[0]) != "NR" {
		return false
	}
	var err error
	if e.number, err = strconv.Atoi(string(words[1])); err != nil {
		return false
	}
	for i := range e.args {
		if e.args[i], err = strconv.ParseUint(string(bytes.Trim(words[2+i], "(,)")), 16, 64); err != nil {
			return false
		}
	}
	return true
}

// parseExit reads NR 16 = -4.
func (e *event) parseExit(words [][]byte) bool {
	if len(words) < 4 || string(words[0]) != "NR" {
		return false
	}
	var err, err2 error
	e.number, err = strconv.Atoi(string(words[1]))
	e.result, err2 = strconv.ParseInt(string(words[3]), 10, 64)
	return err == nil && err2 == nil
}
