package perfdata

import (
	"bytes"
	"context"
	"fmt"
	"strings"
	"testing"

	"threadlens/ingest/internal/linuxsched"
	"threadlens/ingest/internal/wire"
	"threadlens/model"
)

// Print formats of the composed events, in the kernel's notation.
const (
	switchPrint = `"x", (REC->prev_state & ((((0x00 | 0x01 | 0x02 | 0x04 | 0x08 | 0x10 | 0x20 | 0x40) + 1) << 1) - 1)) ? ` +
		`__print_flags(REC->prev_state & 255, "|", { 0x01, "S" }, { 0x02, "D" }, { 0x04, "T" }, { 0x08, "t" }, ` +
		`{ 0x10, "X" }, { 0x20, "Z" }, { 0x40, "P" }, { 0x80, "I" }) : "R", ` +
		`REC->prev_state & (((0x00 | 0x01 | 0x02 | 0x04 | 0x08 | 0x10 | 0x20 | 0x40) + 1) << 1) ? "+" : ""`
	softirqPrint = `"vec=%u [action=%s]", REC->vec, __print_symbolic(REC->vec, { 0, "HI" }, { 1, "TIMER" }, { 3, "NET_RX" }, { 4, "BLOCK" })`
)

// scene is a composer with the scheduler's events, and short methods for them.
type scene struct {
	*composer
	tb                                            testing.TB
	evSwitch, evWaking, evRuntime, evFork, evExit int
}

func newScene(tb testing.TB, order wire.Order, extra uint64) *scene {
	tb.Helper()
	s := &scene{composer: newComposer(order), tb: tb}
	st := schedSample | extra
	s.evSwitch = s.tracepoint(tb, "sched:sched_switch", switchPrint, st,
		"char prev_comm[16] 8 16 0", "pid_t prev_pid 24 4 1", "int prev_prio 28 4 1", "long prev_state 32 8 1",
		"char next_comm[16] 40 16 0", "pid_t next_pid 56 4 1", "int next_prio 60 4 1")
	s.evWaking = s.tracepoint(tb, "sched:sched_waking", `"x"`, st,
		"char comm[16] 8 16 0", "pid_t pid 24 4 1", "int prio 28 4 1", "int target_cpu 32 4 1")
	s.evRuntime = s.tracepoint(tb, "sched:sched_stat_runtime", `"x"`, st,
		"__data_loc char[] comm 8 4 0", "pid_t pid 12 4 1", "u64 runtime 16 8 0")
	s.evFork = s.tracepoint(tb, "sched:sched_process_fork", `"x"`, st,
		"__data_loc char[] parent_comm 8 4 0", "pid_t parent_pid 12 4 1", "__data_loc char[] child_comm 16 4 0", "pid_t child_pid 20 4 1")
	s.evExit = s.tracepoint(tb, "sched:sched_process_exit", `"x"`, st,
		"char comm[16] 8 16 0", "pid_t pid 24 4 1", "int prio 28 4 1")
	s.cmdline("perf", "record", "-a", "--", "/bin/prog", "arg")
	return s
}

// at is a context: time on cpu in thread tid of process pid.
func at(time uint64, cpu, pid, tid uint32) where {
	return where{time: time, cpu: cpu, pid: pid, tid: tid}
}

func (s *scene) switched(w where, prev int, state int, next int) {
	name := func(tid int) string {
		if tid == 0 {
			return fmt.Sprintf("swapper/%d", w.cpu)
		}
		return fmt.Sprintf("t%d", tid)
	}
	s.sample(s.evSwitch, w, map[string]any{
		"prev_comm": name(prev), "prev_pid": prev, "prev_prio": 120, "prev_state": state,
		"next_comm": name(next), "next_pid": next, "next_prio": 120,
	})
}

func (s *scene) waking(w where, pid, target int) {
	s.sample(s.evWaking, w, map[string]any{"comm": fmt.Sprintf("t%d", pid), "pid": pid, "prio": 120, "target_cpu": target})
}

func (s *scene) ran(w where, ns int) {
	s.sample(s.evRuntime, w, map[string]any{"comm": "x", "pid": int(w.tid), "runtime": ns})
}

// story composes a little of everything that the scheduler does: two CPUs, blocks of records per
// CPU, threads that begin and end.
func story(tb testing.TB, order wire.Order, extra uint64) *scene {
	tb.Helper()
	s := newScene(tb, order, extra)
	none := where{}
	s.fork(none, 1, 0, 1, 0)
	s.comm(none, 1, 1, "init")
	s.fork(none, 2, 0, 2, 0)
	s.comm(none, 2, 2, "kthreadd")
	s.fork(none, 14, 2, 14, 2)
	s.comm(none, 14, 14, "rcu_preempt")
	s.fork(none, 50, 1, 50, 1)
	s.comm(none, 50, 50, "perf-exec")
	s.record(82, 0, nil)
	// Processor 0, then CPU 1, as perf drains their buffers.
	s.comm(where{time: 900, cpu: 0, pid: 50, tid: 50, misc: miscExec}, 50, 50, "prog")
	s.ran(at(1000, 0, 50, 50), 400)
	s.fork(at(1100, 0, 50, 50), 50, 50, 51, 50)
	s.sample(s.evFork, at(1110, 0, 50, 50), map[string]any{"parent_comm": "prog", "parent_pid": 50, "child_comm": "prog", "child_pid": 51})
	s.waking(at(1200, 0, 50, 50), 14, 1)
	s.switched(at(1300, 0, 50, 50), 50, 1, 0)
	s.waking(where{time: 2000, cpu: 0, flags: linuxsched.FlagHardIRQ}, 50, 0)
	s.switched(at(2100, 0, 0, 0), 0, 0, 50)
	s.switched(at(2600, 0, 50, 50), 50, 256, 51)
	s.lost(at(3400, 0, 50, 51), 7)
	s.ran(at(3390, 0, 50, 51), 700)
	s.switched(at(3500, 0, 50, 51), 51, 0, 50)
	s.record(68, 0, nil)
	s.switched(at(1250, 1, 0, 0), 0, 0, 14)
	s.switched(at(1400, 1, 14, 14), 14, 0x80, 0)
	s.waking(where{time: 2500, cpu: 1, flags: linuxsched.FlagSoftIRQ}, 14, 1)
	s.switched(at(2700, 1, 0, 0), 0, 0, 14)
	s.switched(at(2800, 1, 14, 14), 14, 2, 77)
	s.record(68, 0, nil)
	s.sample(s.evExit, at(3600, 0, 50, 50), map[string]any{"comm": "prog", "pid": 50, "prio": 120})
	s.exit(at(3610, 0, 50, 50), 50, 1, 50, 1)
	s.switched(where{time: 3700, cpu: 0, pid: 50, tid: ^uint32(0)}, 50, 0x20, 0)
	s.switched(at(3000, 1, 70, 77), 77, 1, 0)
	return s
}

// readerAt hides that its bytes are in memory.
type readerAt struct{ b []byte }

func (r readerAt) ReadAt(p []byte, off int64) (int, error) {
	return bytes.NewReader(r.b).ReadAt(p, off)
}

// inMemory offers its bytes, as a mapped file does.
type inMemory struct{ readerAt }

func (m inMemory) Bytes() []byte { return m.b }

// decoded is everything that a reader returns for a file.
type decoded struct {
	*Reader
	events []model.Event
}

// decode opens a file, reads all its events and checks what all consumers rely on.
func decode(tb testing.TB, data []byte, mem bool) *decoded {
	tb.Helper()
	d, err := tryDecode(data, mem)
	if err != nil {
		tb.Fatal(err)
	}
	return d
}

func tryDecode(data []byte, mem bool) (*decoded, error) {
	d := &decoded{}
	var err error
	if mem {
		d.Reader, err = Open(context.Background(), inMemory{readerAt{data}}, int64(len(data)), "test", nil)
	} else {
		d.Reader, err = Open(context.Background(), readerAt{data}, int64(len(data)), "test", nil)
	}
	if err != nil {
		return nil, err
	}
	settled := model.Time(0)
	err = d.Events(context.Background(), func(b []model.Event, upTo model.Time) error {
		for i := range b {
			if e := &b[i]; e.Time < settled {
				return fmt.Errorf("event of kind %d at %d, though all before %d was settled", e.Kind, e.Time, settled)
			} else if int(e.CPU) >= d.Info().CPUs {
				return fmt.Errorf("event on processor %d of %d", e.CPU, d.Info().CPUs)
			}
		}
		settled = max(settled, upTo)
		d.events = append(d.events, b...)
		return nil
	})
	if err == nil && settled != model.Forever {
		err = fmt.Errorf("the last batch is settled up to %d only", settled)
	}
	if cerr := d.Close(); err == nil {
		err = cerr
	}
	return d, err
}

// collect keeps a batch.
func (d *decoded) collect(b []model.Event, _ model.Time) error {
	d.events = append(d.events, b...)
	return nil
}

// showers print the fields that a kind of event uses.
var showers = map[model.Kind]func(d *decoded, e *model.Event) string{
	model.KindMark: showMark,
	model.KindSwitch: func(_ *decoded, e *model.Event) string {
		l, _ := e.Reason.Linux()
		return fmt.Sprintf("switch %d>%d pid=%d %v %v %s prio=%d", int32(e.TID), int32(e.Other), int32(e.PID), e.Out, e.Sub, l, e.Prio)
	},
	model.KindWake: func(_ *decoded, e *model.Event) string {
		return fmt.Sprintf("wake %d %v by=%d ctx=%d target=%d", e.TID, e.Wake, int32(e.Other), e.Ctx, int16(e.Target))
	},
	model.KindRan: func(_ *decoded, e *model.Event) string {
		return fmt.Sprintf("ran %d %d in=%d", e.TID, e.Arg, int32(e.Other))
	},
	model.KindStart: func(d *decoded, e *model.Event) string {
		return fmt.Sprintf("start %d pid=%d by=%d %q", e.TID, int32(e.PID), e.Other, d.str(e.Name))
	},
	model.KindExit:   func(_ *decoded, e *model.Event) string { return fmt.Sprintf("exit %d", e.TID) },
	model.KindExists: func(_ *decoded, e *model.Event) string { return fmt.Sprintf("exists %d pid=%d", e.TID, int32(e.PID)) },
	model.KindName: func(d *decoded, e *model.Event) string {
		return fmt.Sprintf("name %d pid=%d %q flags=%d", e.TID, int32(e.PID), d.str(e.Name), e.Flags)
	},
	model.KindProcess: func(d *decoded, e *model.Event) string {
		return fmt.Sprintf("process %d %q %v", e.PID, d.str(e.Name), model.Class(e.Arg))
	},
	model.KindLoss: func(_ *decoded, e *model.Event) string { return fmt.Sprintf("loss to=%d n=%d", e.End, e.Arg) },
	model.KindMigrate: func(_ *decoded, e *model.Event) string {
		return fmt.Sprintf("migrate %d %d>%d", e.TID, int16(e.From), int16(e.Target))
	},
	model.KindFrequency: func(_ *decoded, e *model.Event) string { return fmt.Sprintf("frequency %d %d", int16(e.Target), e.Arg) },
	model.KindIdle:      func(_ *decoded, e *model.Event) string { return fmt.Sprintf("idle %d %d", int16(e.Target), e.Arg) },

	model.KindIrqEnter:  (*decoded).irqLine,
	model.KindIrqExit:   (*decoded).irqLine,
	model.KindCallEnter: (*decoded).callLine,
	model.KindCallExit:  (*decoded).callLine,
	model.KindFault: func(_ *decoded, e *model.Event) string {
		return fmt.Sprintf("fault %d from=%d at=%#x flags=%d", e.TID, e.End, e.Arg, e.Flags)
	},
	model.KindIO: func(d *decoded, e *model.Event) string {
		return fmt.Sprintf("io %d from=%d bytes=%d %q flags=%d", e.TID, e.End, e.Arg, d.str(e.Name), e.Flags)
	},
	model.KindIssue: func(d *decoded, e *model.Event) string {
		return fmt.Sprintf("issue %d bytes=%d %q flags=%d", e.TID, e.Arg, d.str(e.Name), e.Flags)
	},
	model.KindSample: func(d *decoded, e *model.Event) string {
		return fmt.Sprintf("sample %d pid=%d %s", e.TID, e.PID, d.frames(e.Stack))
	},
}

func (d *decoded) irqLine(e *model.Event) string {
	return fmt.Sprintf("irq%d level=%d %q arg=%d flags=%d", e.Kind-model.KindIrqEnter, e.Level, d.str(e.Name), e.Arg, e.Flags)
}

func (d *decoded) callLine(e *model.Event) string {
	s := fmt.Sprintf("call%d %d %q %d,%d", e.Kind-model.KindCallEnter, int32(e.TID), d.str(e.Name), e.Arg, e.Arg2)
	if e.Arg3 != 0 {
		s += fmt.Sprintf(",%d", e.Arg3)
	}
	if e.Flags&model.CallUntimed != 0 {
		s += " untimed"
	}
	if e.End != 0 {
		s += fmt.Sprintf(" until=%d", e.End)
	}
	if e.Flags&model.CallResultUnknown != 0 {
		s += " unknown"
	}
	return s
}

func (d *decoded) str(id model.StringID) string { return d.Tables().Strings.Get(id) }

// line shows an event with the fields that its kind uses.
func (d *decoded) line(e *model.Event) string {
	s := fmt.Sprintf("%d cpu%d ", e.Time, e.CPU)
	if show := showers[e.Kind]; show != nil {
		return s + show(d, e)
	}
	return s + fmt.Sprintf("kind %d", e.Kind)
}

func (d *decoded) frames(id model.StackID) string {
	var b strings.Builder
	for _, f := range d.Tables().Stacks.Frames(id) {
		mode := "u"
		if f.Kernel {
			mode = "k"
		}
		fmt.Fprintf(&b, "%s%x ", mode, f.Addr)
	}
	return strings.TrimSpace(b.String())
}

func (d *decoded) lines() []string {
	out := make([]string, len(d.events))
	for i := range d.events {
		out[i] = d.line(&d.events[i])
	}
	return out
}

// diag returns the diagnostic with a code, nil without one.
func (d *decoded) diag(code string) *model.Diagnostic {
	for i := range d.Info().Diagnostics {
		if x := &d.Info().Diagnostics[i]; x.Code == code {
			return x
		}
	}
	return nil
}
