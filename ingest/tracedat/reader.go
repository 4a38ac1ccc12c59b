package tracedat

import (
	"context"
	"fmt"
	"io"

	"threadlens/ingest/internal/linuxsched"
	"threadlens/ingest/internal/stage"
	"threadlens/model"
)

// Reader is an open trace.dat file.
//
// Tables is filled between the batches of Events, so that its consumer may read it, but nobody else
// may add to it.
type Reader struct {
	s        *scan
	es       *events
	symbols  *symbolTable
	info     *model.Info
	before   int // how many diagnostics were known before Events
	tables   model.Tables
	prepass  *model.Prepass
	progress func(done, total int64)
}

// Open reads the descriptions of a trace.dat file of the given size, and goes over its records once.
// name is the file's name as the user knows it. If r also has a method Bytes() []byte that returns
// the whole file, as a mapped file has, nothing is copied.
//
// progress, which may be nil, is called regularly with the bytes done, by Open up to half of total
// and by Events for the rest, on the goroutine that called them.
//
// A file cut short or damaged is read as far as possible, with diagnostics in Info. The error for a
// file that cannot be read at all names the place, and wraps ErrFormat when it is not a trace.dat
// file.
func Open(ctx context.Context, r io.ReaderAt, size int64, name string, progress func(done, total int64)) (*Reader, error) {
	if progress == nil {
		progress = func(int64, int64) {}
	}
	rd := &Reader{progress: progress}
	if err := rd.open(ctx, newInput(r, size), name); err != nil {
		_ = rd.Close()
		return nil, fmt.Errorf("%s: %w", formatName, err)
	}
	return rd, nil
}

func (r *Reader) open(ctx context.Context, in *input, name string) error {
	m, err := readMeta(in)
	if err != nil {
		return err
	}
	if r.s, err = newScan(m); err != nil {
		return err
	}
	half := func(done, total int64) { r.progress(done, 2*total) }
	if err := r.s.run(ctx, m.findEvent("sched", switchEvent), half); err != nil {
		return err
	}
	r.es = r.s.bind()
	if r.es.stack != nil || r.es.callers() {
		r.symbols = m.readSymbols()
	}
	r.info = r.s.info(name, in.size, r.es)
	r.before = len(r.info.Diagnostics)
	return r.runPrepass(ctx)
}

// callers reports whether an event has the address of a function.
func (es *events) callers() bool {
	for _, b := range es.bindings {
		if b != nil && b.caller >= 0 {
			return true
		}
	}
	return false
}

// runPrepass decodes the beginning, until every CPU that has switches has shown who occupied it at
// first, and where events were lost also what follows the last loss.
func (r *Reader) runPrepass(ctx context.Context) error {
	r.prepass = model.NewPrepass(r.info.CPUs)
	open := map[model.CPU]bool{}
	for _, st := range r.s.streams {
		if st.switches > 0 {
			open[st.cpu] = true
		}
	}
	d := newDecoder(r.s, r.es, nil, true)
	more := func() bool { return d.lossesLeft() || r.prepass.Searching() }
	return stage.Prepass(ctx, d, r.prepass, open, more)
}

// Info returns the facts about the file. Events adds diagnostics to it.
func (r *Reader) Info() *model.Info { return r.info }

// Tables returns the names and call stacks that the events refer to.
func (r *Reader) Tables() *model.Tables { return &r.tables }

// Prepass returns what occupied the CPUs at the start.
func (r *Reader) Prepass() *model.Prepass { return r.prepass }

// Close releases what the Reader itself has allocated.
func (r *Reader) Close() error {
	if r.s != nil {
		r.s.m.unpacker.close()
	}
	return nil
}

// Events decodes the file and hands its events to yield, batch by batch, while the next batch is
// being decoded concurrently. Each CPU's events come in their recorded order; no later event is
// before settled. A batch is valid during the call only. The order of the events depends on nothing
// but the file.
//
// The error is yield's or the context's.
func (r *Reader) Events(ctx context.Context, yield func(batch []model.Event, settled model.Time) error) error {
	d := newDecoder(r.s, r.es, r.symbols, false)
	all := r.s.packed
	err := stage.Run(ctx, d, int(min(r.s.records, stage.BatchEvents))+1, stage.Consumer{
		Format:   formatName,
		Tables:   &r.tables,
		Progress: func(done int64) { r.progress(all+min(done, all), 2*all) },
		Yield:    yield,
	})
	r.finish(d)
	if err == nil && d.src.err() != nil {
		return fmt.Errorf("%s: %w", formatName, d.src.err())
	}
	return err
}

// finish adds the diagnostics of the second pass to Info.
func (r *Reader) finish(d *decoder) {
	all := diagnostics(r.info.Diagnostics[:r.before:r.before])
	if d.stacks.full > 0 {
		all.warn("stacks", d.stacks.full, stage.StacksWarning)
	}
	if n := d.log.Out.Names.Full(); n > 0 {
		all.warn("names", 1, fmt.Sprintf("more than %d names of threads, files and other objects: the others are left out", n))
	}
	if d.log.Unsure > 0 {
		all.warn("unknown-state", d.log.Unsure, linuxsched.StatesWarning)
	}
	if n := d.log.SpansLeft(); n > 0 {
		all.warn("spans", n, linuxsched.SpansWarning)
	}
	for _, b := range d.bindings {
		if b != nil && b.short > 0 {
			all.warn("short-record", b.short, "records are left out because they are too short for the fields of their events")
		}
	}
	r.info.Diagnostics = all
}
