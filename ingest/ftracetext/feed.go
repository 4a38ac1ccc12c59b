package ftracetext

import (
	"bytes"
	"context"
	"maps"
	"slices"
	"strconv"

	"threadlens/ingest/internal/linuxsched"
	"threadlens/ingest/internal/schedtext"
	"threadlens/model"
)

// feeder makes the events of a trace of the records of its text.
type feeder struct {
	*scan
	log    *linuxsched.Log
	table  *stackTable
	events schedtext.Events
	values linuxsched.Values
	unread int64 // payloads that are not of their event
	more   int32 // place of the current record's stack, or none
	wall   wallTime
}

// wallTime is a time of day that atrace wrote into the trace.
type wallTime struct {
	known        bool
	at           model.Time
	milliseconds int64
}

func newFeeder(s *scan) *feeder {
	f := &feeder{scan: s, log: linuxsched.NewLog("", nil)}
	f.log.Out.Events = make([]model.Event, 0, len(s.records)+len(s.records)/8)
	f.table = newStackTable(&f.log.Out, int64(len(s.data)))
	f.log.Stack = f.stack
	return f
}

// run passes all records to the log, in the order of time.
func (f *feeder) run(ctx context.Context) error {
	for i := range f.records {
		if i%checkEvery == 0 {
			if err := ctx.Err(); err != nil {
				return err
			}
			f.progress(int64(len(f.data)) + int64(i)*int64(len(f.data))/int64(len(f.records)))
		}
		f.record(&f.records[i])
	}
	f.processes()
	f.names()
	return nil
}

func (f *feeder) record(r *record) {
	if r.kind == recordLoss {
		if l := &f.losses[r.more]; !l.before() {
			f.log.Lose(r.cpu, l.from, l.to, l.count, l.ring)
		}
		return
	}
	payload := f.data[r.at : r.at+int64(r.n)]
	if r.src.mark && f.clockSync(payload, r.time) {
		return
	}
	ev, v := r.src.event, &f.values
	if r.kind == recordUnnamed {
		ev = f.events.Unnamed(payload, v)
	} else if !schedtext.Parse(ev, payload, v) {
		ev = nil
	}
	if ev == nil {
		if r.src.event != nil {
			f.unread++
		}
		return
	}
	f.log.Head = linuxsched.Head{
		Time: r.time, CPU: r.cpu, TID: model.TID(r.tid), PID: r.pid, Ctx: r.ctx,
	}
	f.more = r.more
	f.log.Handle(ev, v)
}

// stack interns the stack of the current record.
func (f *feeder) stack() model.StackID {
	if f.more == none {
		return model.NoStack
	}
	s := &f.stacks[f.more]
	return f.table.id(f.data[s.kernel.from:s.kernel.to], f.data[s.user.from:s.user.to])
}

// Markers by which atrace relates the clock of the trace to others.
var (
	clockSync = []byte("trace_event_clock_sync: ")
	realTime  = []byte("realtime_ts=")
)

// clockSync reports whether a marker is one of atrace itself.
func (f *feeder) clockSync(payload []byte, at model.Time) bool {
	rest, ok := bytes.CutPrefix(payload, clockSync)
	if !ok {
		return false
	}
	if rest, ok = bytes.CutPrefix(rest, realTime); ok && f.clock <= nano {
		ms, err := strconv.ParseInt(string(bytes.TrimSpace(rest)), 10, 64)
		f.wall = wallTime{err == nil && ms > 0 && ms < maxSeconds*1000, at, ms}
	}
	return true
}

// processes adds what tables of processes in the file say. They are made when the trace ends.
func (f *feeder) processes() {
	f.log.Head = linuxsched.Head{Time: f.latest, TID: model.NoTID, PID: model.NoPID}
	named := f.named()
	for _, t := range f.dump.threads {
		name := t.name
		if named[model.TID(t.id)] {
			name = nil
		}
		f.log.Exists(model.TID(t.id), t.owner, name)
	}
	for _, p := range f.dump.processes {
		f.log.Process(p.id, p.owner, p.name)
	}
}

// names calls the threads that no event names as the first column does, which shows the names that
// the kernel remembered when the text was made.
func (f *feeder) names() {
	named := f.named()
	for _, tid := range slices.Sorted(maps.Keys(f.columns)) {
		if named[model.TID(tid)] {
			continue
		}
		c := f.columns[tid]
		f.log.Head.Time = c.time
		f.log.Called(model.TID(tid), c.name)
	}
}

// named are the threads that have a name.
func (f *feeder) named() map[model.TID]bool {
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
	return named
}
