package session

import (
	"context"
	"fmt"
	"path/filepath"
	"runtime/debug"
	"sync/atomic"
	"time"

	"threadlens/app/session/keep"
	"threadlens/ingest"
	"threadlens/ingest/memory"
	"threadlens/model"
)

// progressEvery is the time between two progress reports.
const progressEvery = 250 * time.Millisecond

// Source is something that can be opened as a trace.
type Source struct {
	Name string // what the user sees
	Path string // the file, "" for embedded data
	// ID identifies the trace; see Identify.
	ID   keep.Identity
	data []byte // of embedded data
	// Load reads the trace. It calls report regularly with the bytes read, their total (0 when
	// unknown) and the events so far, and stops with the context's error when that is cancelled.
	Load func(ctx context.Context, report func(done, total, events int64)) (*model.Trace, error)
}

// Reopen opens the trace again, to read its events.
func (s Source) Reopen(ctx context.Context) (*ingest.File, error) {
	if s.Path == "" {
		return ingest.OpenBytes(ctx, s.Name, s.data, ingest.Options{})
	}
	return ingest.Open(ctx, s.Path, ingest.Options{})
}

// FileSource is the trace in a file.
func FileSource(path string) Source {
	return Source{
		Name: filepath.Base(path),
		Path: path,
		Load: func(ctx context.Context, report func(done, total, events int64)) (*model.Trace, error) {
			return ingest.Load(ctx, path, ingest.Options{Progress: report})
		},
	}
}

// DataSource is a trace in memory. Its format is found from its content.
func DataSource(name string, data []byte) Source {
	return Source{
		Name: name, data: data,
		Load: func(ctx context.Context, report func(done, total, events int64)) (*model.Trace, error) {
			return ingest.LoadBytes(ctx, name, data, ingest.Options{Progress: report})
		},
	}
}

// Progress is how far a Job has come.
type Progress struct {
	Done, Total int64 // bytes; Total is 0 when unknown
	Events      int64
	Elapsed     time.Duration
	Memory      int64 // bytes in use by the whole program
}

// Fraction is the part done, 0 to 1; ok is false when it is unknown.
func (p Progress) Fraction() (f float64, ok bool) {
	if p.Total <= 0 {
		return 0, false
	}
	return min(1, max(0, float64(p.Done)/float64(p.Total))), true
}

// Rate is the number of events read per second, 0 at the very beginning.
func (p Progress) Rate() float64 {
	if p.Elapsed < progressEvery/2 {
		return 0
	}
	return float64(p.Events) / p.Elapsed.Seconds()
}

// Left estimates the remaining time from the bytes so far; ok is false while there is nothing to
// estimate from.
func (p Progress) Left() (d time.Duration, ok bool) {
	f, known := p.Fraction()
	if !known || f < 0.02 || p.Elapsed < progressEvery {
		return 0, false
	}
	return time.Duration(float64(p.Elapsed) * (1 - f) / f), true
}

// Job is a trace being read in the background.
type Job struct {
	Source Source
	cancel context.CancelFunc
	start  time.Time

	done, total, events atomic.Int64
}

// Start reads src in the background. It calls progress about four times a second and then done
// exactly once, both on one goroutine that is not the caller's; done receives a trace or an error,
// and context.Canceled after Cancel.
func Start(src Source, progress func(Progress), done func(*model.Trace, error)) *Job {
	ctx, cancel := context.WithCancel(context.Background())
	j := &Job{Source: src, cancel: cancel, start: time.Now()}
	go j.run(ctx, progress, done)
	return j
}

// Cancel asks the job to stop; done is still called, with context.Canceled
// unless the trace was complete by then.
func (j *Job) Cancel() { j.cancel() }

func (j *Job) run(ctx context.Context, progress func(Progress), done func(*model.Trace, error)) {
	defer j.cancel()
	type result struct {
		trace *model.Trace
		err   error
	}
	results := make(chan result, 1)
	go func() {
		t, err := j.load(ctx)
		results <- result{t, err}
	}()
	tick := time.NewTicker(progressEvery)
	defer tick.Stop()
	for {
		select {
		case r := <-results:
			done(r.trace, r.err)
			return
		case <-tick.C:
			progress(j.Progress())
		}
	}
}

// load runs the source's Load. A reader that panics on a damaged file must not take the window
// down: the panic becomes an error that contains the stack.
func (j *Job) load(ctx context.Context) (t *model.Trace, err error) {
	defer func() {
		if p := recover(); p != nil {
			t, err = nil, fmt.Errorf("%s: internal error: %v\n%s", j.Source.Name, p, debug.Stack())
		}
	}()
	t, err = j.Source.Load(ctx, func(done, total, events int64) {
		j.done.Store(done)
		j.total.Store(total)
		j.events.Store(events)
	})
	if err == nil && t == nil {
		err = fmt.Errorf("%s contains no trace", j.Source.Name)
	}
	return t, err
}

// Progress is how far the job has come.
func (j *Job) Progress() Progress {
	return Progress{
		Done: j.done.Load(), Total: j.total.Load(), Events: j.events.Load(),
		Elapsed: time.Since(j.start), Memory: MemoryInUse(),
	}
}

// Identify reads the identity of a source's trace. An unreadable file has a name only.
func (src Source) Identify() keep.Identity {
	if src.data != nil {
		return keep.IdentityOfData(src.Name, src.data)
	}
	return keep.IdentityOfFile(src.Name, src.Path)
}

// MemoryInUse is the memory in bytes that the program holds for its own data, without what the
// runtime has released to the system.
func MemoryInUse() int64 { return memory.Runtime() }
