package etl

import (
	"threadlens/ingest/etl/payload"
	"threadlens/model"
)

// irq is an interrupt in its record, which is written at its end.
type irq struct {
	start, end model.Time
	routine    uint32 // index
	cpu        model.CPU
	level      model.Level
	flags      model.EventFlags
}

// irqChunk is how many interrupts are kept in one chunk of memory.
const irqChunk = 1 << 12

// learnIrq keeps an interrupt.
func (s *scan) learnIrq(r *record) {
	x := irq{end: r.at, cpu: r.cpu, level: model.LevelDpc}
	var start int64
	var routine uint64
	if r.hook == payload.HookISR || r.hook == payload.HookISRMessage {
		var e payload.ISR
		if !e.Decode(r.body, r.layout) {
			return
		}
		x.level, start, routine = model.LevelIsr, e.Start, e.Routine
	} else {
		var e payload.DPC
		if !e.Decode(r.body, r.layout) {
			return
		}
		if start, routine = e.Start, e.Routine; r.hook == payload.HookTimerDPC {
			x.flags = model.IrqTimer
		}
	}
	x.start = min(s.clock.ns(start), x.end)
	id, ok := s.routines[routine]
	if !ok && len(s.routine) >= maxRoutines {
		routine = 0 // all beyond the limit share one entry
		id, ok = s.routines[routine]
	}
	if !ok {
		id = uint32(len(s.routine))
		s.routines[routine] = id
		s.routine = append(s.routine, routine)
	}
	x.routine = id
	if n := len(s.irqs); n == 0 || len(s.irqs[n-1]) == irqChunk {
		s.irqs = append(s.irqs, make([]irq, 0, irqChunk))
	}
	last := &s.irqs[len(s.irqs)-1]
	*last = append(*last, x)
}

// learnThread remembers the process of a thread.
func (s *scan) learnThread(r *record) {
	var e payload.Thread
	if e.Decode(r.body, r.layout) {
		s.belongs(e.TID, e.PID)
	}
}

func (s *scan) belongs(tid, pid uint32) {
	if tid == 0 || tid == payload.NoThread || pid == model.NoPID || len(s.pids) >= maxThreads {
		return
	}
	if _, ok := s.pids[tid]; !ok {
		s.pids[tid] = pid
	}
}

// learnOther passes a record on, and learns the thread of an event.
func (s *scan) learnOther(r *record) {
	if r.form == formEvent {
		s.belongs(r.tid, r.pid)
		if len(r.items) > 0 {
			s.learnItems(r)
		}
	}
	s.symbolState.learn(r)
}

// learnLost notes that events were lost somewhere.
func (s *scan) learnLost(r *record) {
	s.lossy = true
	if int(r.cpu) < len(s.cpus) {
		s.cpus[r.cpu].lose(r.at)
	}
	s.learnOther(r)
}

// learnFile keeps the first name of a file object, for transfers before the
// file's own record: a rundown at the end lists files that were open all the
// time.
func (s *scan) learnFile(r *record) {
	var e payload.FileName
	if !e.Decode(r.body, r.layout) || len(s.files) >= maxFiles {
		return
	}
	if _, ok := s.files[e.FileObject]; !ok {
		s.files[e.FileObject] = e.Name.String()
	}
}

func (s *scan) learnCPU(r *record) {
	var e payload.CPU
	if e.Decode(r.body, r.layout) {
		s.machine = e.Computer.String()
	}
}

func (s *scan) learnDisk(r *record) {
	var e payload.PhysicalDisk
	if e.Decode(r.body, r.layout) && len(s.disks) < maxDisks {
		s.disks[e.Number] = e.Manufacturer.String()
	}
}

func (s *scan) learnMasks(r *record) {
	var e payload.GroupMasks
	if e.Decode(r.body, r.layout) {
		for i, m := range e.Masks {
			s.masks[i] |= m
		}
	}
}

// learnInterval notes how often the timer takes samples.
func (s *scan) learnInterval(r *record) {
	const unit = 100 // ns
	var e payload.Interval
	if !e.Decode(r.body, r.layout) || e.Source != 0 || e.New == 0 {
		return
	}
	switch every := model.Time(e.New) * unit; s.every {
	case 0, every:
		s.every = every
	default:
		s.every, s.changed = every, s.changed+1
	}
}

func (s *scan) learnBuild(r *record) {
	var e payload.BuildInfo
	if e.Decode(r.body, r.layout) {
		s.product = e.Product.String()
	}
	s.learnOther(r)
}

// learnWalk keeps a stack.
func (s *scan) learnWalk(r *record) {
	var e payload.StackWalk
	if !e.Decode(r.body, r.layout) {
		return
	}
	id := s.chains.id(e.PID, e.Frames, r.layout.Wide)
	if n := e.Frames.Len(); n > 0 && !e.Frames.Kernel(0) {
		id |= userHalf
	}
	s.rows = append(s.rows, stackRow{s.clock.ns(e.Time), e.TID, id})
}

// learnItems keeps the stack in an event's extended items.
func (s *scan) learnItems(r *record) {
	l := payload.Layout{}
	if b, kind := r.item(payload.ExtStack32, payload.ExtStack64); b != nil {
		var e payload.ItemStack
		l.Wide = kind == payload.ExtStack64
		if e.Decode(b, l) {
			s.rows = append(s.rows, stackRow{r.at, r.tid, s.chains.id(r.pid, e.Frames, l.Wide) | userHalf})
		}
	}
	if b, kind := r.item(payload.ExtStackKey32, payload.ExtStackKey64); b != nil {
		var e payload.ItemStackKey
		l.Wide = kind == payload.ExtStackKey64
		if e.Decode(b, l) {
			s.refs = append(s.refs, keyRef{len(s.rows), e.Key, r.at, r.pid})
			s.rows = append(s.rows, stackRow{r.at, r.tid, userHalf})
		}
	}
}

// learnKeyRef keeps a stack that is known by its key.
func (s *scan) learnKeyRef(r *record) {
	var e payload.StackKeyRef
	if !e.Decode(r.body, r.layout) {
		return
	}
	row := stackRow{s.clock.ns(e.Time), e.TID, 0}
	if r.hook == payload.HookStackKeyUser {
		row.ref = userHalf
	}
	s.refs = append(s.refs, keyRef{len(s.rows), e.Key, r.at, e.PID})
	s.rows = append(s.rows, row)
}

// learnKeyDef keeps the definition of a stack key.
func (s *scan) learnKeyDef(r *record) {
	var e payload.StackKeyDef
	if e.Decode(r.body, r.layout) && len(s.defs) < maxKeyDefs {
		s.defs = append(s.defs, keyDef{e.Key, r.at, s.chains.id(0, e.Frames, r.layout.Wide)})
	}
}
