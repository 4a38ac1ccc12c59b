package perfscript

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"time"

	"threadlens/ingest/internal/linuxsched"
	"threadlens/ingest/internal/schedtext"
	"threadlens/model"
)

// feeder makes the events of a trace of the records of its text.
type feeder struct {
	*text
	log    *linuxsched.Log
	chains chainTable
	values linuxsched.Values
	cpus   []processor
	tasks  tasks
	losses []loss
	lost   int64 // events, as the text says
	missed int64 // samples that were lost, as the text says
	unread int64 // payloads that are not of their event
	chain  chain // of the current record
}

// chain is the text of a call chain, empty for none. traced is set for that of an event of the kernel.
type chain struct {
	text   []byte
	traced bool
}

// processor is what the feeder remembers of a CPU.
type processor struct {
	last      model.Time // of its last record, or the start of the trace
	loss      int        // index of the loss that its next record ends, or none
	running   model.TID  // as records of perf itself show
	announced bool       // the switch-out of the thread before named running
}

func newFeeder(t *text) *feeder {
	f := &feeder{text: t, log: linuxsched.NewLog(t.header.machine, t.header.states())}
	f.log.Out.Events = make([]model.Event, 0, t.total+t.total/8+16)
	f.chains = newChainTable(t.data, &f.log.Out)
	f.log.Stack = f.stack
	f.cpus = make([]processor, max(t.cpus, 1))
	for i := range f.cpus {
		f.cpus[i] = processor{last: t.timed.least, loss: none, running: model.NoTID}
	}
	f.tasks = newTasks(f)
	return f
}

// run passes all records to the log, in the order of time.
func (f *feeder) run(ctx context.Context, progress func(done int64)) error {
	for i := range f.starts {
		f.tasks.before(&f.starts[i])
	}
	done := 0
	for i, records := range f.records {
		for j := range records {
			if done%checkEvery == 0 {
				if err := ctx.Err(); err != nil {
					return err
				}
				progress(int64(len(f.data)) + int64(float64(done)/float64(f.total)*float64(len(f.data))))
			}
			done++
			f.record(&records[j])
		}
		f.records[i] = nil
	}
	f.tasks.begin(f.timed.least)
	sorted := len(f.log.Out.Events)
	f.lose()
	f.names()
	mergeTail(f.log.Out.Events, sorted)
	return nil
}

// record handles one record.
func (f *feeder) record(r *record) {
	role := r.src.role
	switch {
	case role == roleNone:
		return
	case role >= roleComm && r.time < f.timed.least && !f.tasks.begun:
		f.tasks.before(r)
		return
	case r.cpu != model.NoCPU:
	case f.withCPU == 0 || role >= roleComm:
		r.cpu = 0
	default:
		f.unplaced++
		return
	}
	f.tasks.begin(r.time)
	f.chain = chain{}
	f.log.Head = linuxsched.Head{
		Time: r.time, CPU: r.cpu, TID: model.TID(r.tid), PID: r.pid, Ctx: model.CtxUnknown,
	}
	payload := f.data[r.at : r.at+int64(r.n)]
	switch role {
	case roleEvent:
		f.event(r, payload)
	case roleSample, roleFault, roleHardFault:
		f.sample(r, payload)
	case roleLost:
		f.lostRecord(r, payload)
		return
	case roleSwitch:
		f.switchRecord(payload)
	default:
		f.tasks.record(r, payload)
		return
	}
	c := &f.cpus[r.cpu]
	c.last, c.loss = r.time, none
}

// event handles an event of the kernel. An exiting thread has lost its id already: the payload names
// it.
func (f *feeder) event(r *record, payload []byte) {
	frame := noFrame
	if r.chain == 0 {
		payload, frame = cutFrame(payload)
	}
	if !schedtext.Parse(r.src.event, payload, &f.values) {
		f.unread++
		return
	}
	f.chain = f.chainOf(r, frame, true)
	f.log.Handle(r.src.event, &f.values)
}

// sample handles what a CPU executes, or a page fault counted by perf. The frame may be on its line.
func (f *feeder) sample(r *record, payload []byte) {
	frame, ok := onlyFrame(payload)
	if !ok && !r.src.sure && r.src.role == roleSample {
		return // an event that is no counter
	}
	f.chain = f.chainOf(r, frame, false)
	if r.src.role == roleSample {
		f.log.Sample()
		return
	}
	h := &f.log.Head
	f.log.Has.Faults = true
	e := f.log.Out.Add(model.KindFault, h.Time, h.CPU)
	e.End, e.TID, e.PID, e.Stack = h.Time, h.TID, h.PID, f.stack()
	if r.src.role == roleHardFault {
		e.Flags = model.FaultHard
	}
}

// chainOf is the call chain of a record, or the one frame on its line. Those of the kernel's events
// begin with the functions that record them.
func (f *feeder) chainOf(r *record, frame []byte, traced bool) chain {
	if r.chain > 0 {
		from := r.at + int64(r.n)
		return chain{f.data[from : from+int64(r.chain)], traced}
	}
	return chain{frame, traced}
}

// stack interns the call chain of the current record.
func (f *feeder) stack() model.StackID {
	if len(f.chain.text) == 0 {
		return model.NoStack
	}
	return f.chains.id(f.chain.text, f.chain.traced)
}

// names calls the threads that no event names as the first column does, which shows what perf knew
// of them.
func (f *feeder) names() {
	named := map[model.TID]bool{}
	last := model.NoTID
	for i := range f.log.Out.Events {
		e := &f.log.Out.Events[i]
		if e.Kind != model.KindName && e.Kind != model.KindStart || e.Name == model.NoString || e.TID == last {
			continue
		}
		last = e.TID
		named[last] = true
	}
	f.log.Head = linuxsched.Head{TID: model.NoTID, PID: model.NoPID}
	for _, tid := range slices.Sorted(maps.Keys(f.columns)) {
		if !named[model.TID(tid)] {
			c := f.columns[tid]
			f.log.Head.Time = max(c.time, f.timed.least)
			f.log.Called(model.TID(tid), c.name)
		}
	}
}

// mergeTail sorts events by time of which the first n are sorted, and those behind them are few.
// Events of the same time keep their order.
func mergeTail(events []model.Event, n int) {
	tail := slices.Clone(events[n:])
	slices.SortStableFunc(tail, func(a, b model.Event) int { return cmp.Compare(a.Time, b.Time) })
	for to := len(events) - 1; len(tail) > 0; to-- {
		if last := len(tail) - 1; n == 0 || events[n-1].Time <= tail[last].Time {
			events[to], tail = tail[last], tail[:last]
			continue
		}
		n--
		events[to] = events[n]
	}
}

func durationOf(ns int64) time.Duration { return time.Duration(ns) }
