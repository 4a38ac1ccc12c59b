package perfdata

import (
	"testing"

	"threadlens/ingest/internal/wire"
)

// aloneScene is a recording of only process 50, with the threads 50 and 51. As recorders do, it
// states which thread an id is for.
func aloneScene(t *testing.T) *scene {
	t.Helper()
	s := newScene(t, wire.Little, 0)
	index := s.order.AppendU64(nil, 1)
	for _, v := range []uint64{100, 0, 0, 50} {
		index = s.order.AppendU64(index, v)
	}
	s.record(recIDIndex, 0, index)
	for _, tid := range []uint32{50, 51} {
		s.fork(where{}, 50, 50, tid, 50)
		s.comm(where{}, 50, tid, "prog")
	}
	return s
}

// aloneTasks are the events that introduce its threads.
func aloneTasks() []string {
	return []string{
		`0 cpu0 process 50 "prog" other`,
		`0 cpu0 exists 50 pid=50`,
		`0 cpu0 name 50 pid=50 "prog" flags=0`,
		`0 cpu0 exists 51 pid=50`,
		`0 cpu0 name 51 pid=50 "prog" flags=0`,
	}
}

// comes and goes add SWITCH records.
func (s *scene) comes(w where) { s.other(recSwitch, w, nil) }

func (s *scene) goes(w where, misc uint16) {
	w.misc = miscOut | misc
	s.other(recSwitch, w, nil)
}

// TestAlone: of a process that was recorded alone, the tracepoint shows why a thread leaves its
// CPU, and records show when one gets it. Of other threads only their wakes of recorded threads are
// recorded.
func TestAlone(t *testing.T) {
	s := aloneScene(t)
	s.comes(at(1000, 0, 50, 50))
	s.waking(at(1010, 0, 50, 50), 51, 0)
	s.waking(at(1020, 0, 50, 50), 77, 0)        // not of the process
	s.switched(at(1100, 0, 50, 50), 50, 1, 51)  // to a thread of the process
	s.goes(at(1101, 0, 50, 50), 0)              //
	s.comes(at(1102, 0, 50, 51))                //
	s.ran(at(1150, 0, 50, 51), 50)              //
	s.ran(at(1160, 0, 77, 77), 50)              // not of the process
	s.switched(at(1200, 0, 50, 51), 51, 0, 77)  // to another process
	s.goes(at(1201, 0, 50, 51), miscPreempt)    //
	s.waking(at(1250, 0, 77, 77), 50, 0)        // by another process
	s.comes(at(1300, 0, 50, 50))                //
	s.switched(at(1350, 0, 50, 50), 50, 1, 0)   // to idle
	s.goes(at(1351, 0, 50, 50), 0)              //
	s.comes(at(1400, 0, 50, 51))                //
	s.exit(at(1450, 0, 50, 51), 50, 50, 51, 50) // nothing is recorded of it any more
	s.comes(at(1500, 0, 50, 50))                //
	d := decode(t, s.file(), true)
	if !d.Info().PerTask {
		t.Error("the file has all threads")
	}
	diffLines(t, d.lines(), append(aloneTasks(),
		`0 cpu0 switch -1>50 pid=-1 wait Unknown  prio=[-32768 -32768]`,
		`10 cpu0 wake 51 waking by=50 ctx=1 target=0`,
		`100 cpu0 switch 50>51 pid=50 wait Interruptible S prio=[120 120]`,
		`150 cpu0 ran 51 50 in=51`,
		`200 cpu0 switch 51>-1 pid=50 preempt NotHigher R prio=[120 120]`,
		`250 cpu0 wake 50 waking by=77 ctx=1 target=0`,
		`300 cpu0 switch -1>50 pid=-1 wait Unknown  prio=[-32768 -32768]`,
		`350 cpu0 switch 50>-1 pid=50 wait Interruptible S prio=[120 120]`,
		`400 cpu0 switch -1>51 pid=-1 wait Unknown  prio=[-32768 -32768]`,
		`450 cpu0 exit 51`,
		`450 cpu0 switch 51>-1 pid=50 dead   prio=[-32768 -32768]`,
		`500 cpu0 switch -1>50 pid=-1 wait Unknown  prio=[-32768 -32768]`,
	))
}

// TestAloneWithoutTracepoints: the records alone show when threads get and lose their CPUs.
func TestAloneWithoutTracepoints(t *testing.T) {
	s := aloneScene(t)
	s.comes(at(1000, 0, 50, 50))
	s.goes(at(1100, 0, 50, 50), 0)
	s.comes(at(1110, 0, 50, 51))
	s.goes(at(1200, 0, 50, 51), miscPreempt)
	s.comes(at(1300, 0, 50, 51))
	s.exit(at(1400, 0, 50, 51), 50, 50, 51, 50)
	s.comes(at(1500, 0, 50, 50))
	d := decode(t, s.file(), true)
	diffLines(t, d.lines(), append(aloneTasks(),
		`0 cpu0 switch -1>50 pid=-1 wait Unknown  prio=[-32768 -32768]`,
		`100 cpu0 switch 50>-1 pid=50 wait Unknown  prio=[-32768 -32768]`,
		`110 cpu0 switch -1>51 pid=-1 wait Unknown  prio=[-32768 -32768]`,
		`200 cpu0 switch 51>-1 pid=50 preempt Runnable  prio=[-32768 -32768]`,
		`300 cpu0 switch -1>51 pid=-1 wait Unknown  prio=[-32768 -32768]`,
		`400 cpu0 exit 51`,
		`400 cpu0 switch 51>-1 pid=50 dead   prio=[-32768 -32768]`,
		`500 cpu0 switch -1>50 pid=-1 wait Unknown  prio=[-32768 -32768]`,
	))
}
