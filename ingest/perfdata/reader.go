package perfdata

import (
	"context"
	"errors"
	"fmt"
	"io"

	"threadlens/ingest/internal/stage"
	"threadlens/model"
)

// Reader is an open perf.data file.
//
// Tables is filled between the batches of Events, so that its consumer may read
// it, but nobody else may add to it.
type Reader struct {
	in       *input
	unpacked *input // the records of a file that has compressed ones, nil for others
	s        *scan
	info     *model.Info
	before   int // how many diagnostics were known before Events
	tables   model.Tables
	prepass  *model.Prepass
	progress func(done, total int64)
}

// Open reads the descriptions of a perf.data file of the given size, plain or gzipped, and goes
// over its records once. name is the file's name as the user knows it. If r also has a method
// Bytes() []byte that returns the whole file, as a mapped file has, nothing is copied.
//
// progress, which may be nil, is called regularly with the bytes done, by Open up to about half of
// total and by Events for the rest, on the goroutine that called them.
//
// A file cut short or damaged is read as far as possible, with diagnostics in Info. The error for a
// file that cannot be read at all names the place, and wraps ErrFormat when it is not a perf.data
// file.
func Open(ctx context.Context, r io.ReaderAt, size int64, name string, progress func(done, total int64)) (*Reader, error) {
	if progress == nil {
		progress = func(int64, int64) {}
	}
	in, err := unzip(ctx, newInput(r, size), unpackRoom(size))
	if err != nil {
		return nil, err
	}
	rd := &Reader{in: in, progress: progress}
	if err := rd.open(ctx, name, size); err != nil {
		return nil, errors.Join(err, rd.Close())
	}
	return rd, nil
}

func (r *Reader) open(ctx context.Context, name string, size int64) error {
	err := r.scan(ctx, r.in, nil)
	if errors.Is(err, errCompressed) {
		err = r.unpack(ctx, size)
	}
	if err != nil {
		return err
	}
	m := r.s.m
	m.guess(r.s.cpuMax)
	has := m.dispatch()
	r.info = r.s.info(name, size, has)
	r.before = len(r.info.Diagnostics)
	return r.runPrepass(ctx)
}

// scan makes the first pass, over the records of the file itself or over unpacked ones, where
// behind counts the records that unpacking left out.
func (r *Reader) scan(ctx context.Context, from *input, behind *[256]int64) error {
	m, err := readMeta(r.in)
	if err != nil {
		return err
	}
	if behind != nil {
		m.data = section{0, from.size}
	}
	rings, err := from.turn(m)
	if err != nil {
		return fmt.Errorf("perf.data: %w", err)
	}
	r.s = newScan(m, from)
	r.s.rings = rings
	if behind != nil {
		r.s.unpacked, r.s.counts = true, *behind
	}
	if err := r.s.run(ctx, func(done, total int64) { r.progress(done, 2*total) }); err != nil {
		return fmt.Errorf("perf.data: %w", err)
	}
	return nil
}

// unpack makes the first pass over the records of a file that has compressed ones, which takes a
// quarter of the time. The second pass needs records in the order of time, whatever their CPU, and
// so must read at many places in parallel.
func (r *Reader) unpack(ctx context.Context, size int64) error {
	progress, all := r.progress, r.in.size
	from, behind, err := r.in.unpack(ctx, r.s.m, unpackRoom(size), func(done int64) { progress(done, 4*all) })
	if err != nil {
		return fmt.Errorf("perf.data: %w", err)
	}
	r.unpacked = from
	r.progress = func(done, total int64) { progress(total+3*done, 4*total) }
	return r.scan(ctx, from, behind)
}

// runPrepass decodes the beginning, until every CPU that has switches has shown who occupied it at
// first, and the part after the last loss.
func (r *Reader) runPrepass(ctx context.Context) error {
	r.prepass = model.NewPrepass(r.info.CPUs)
	open := map[model.CPU]bool{}
	for i := range r.s.cpus {
		if c := &r.s.cpus[i]; c.samples > 0 {
			open[model.CPU(i)] = true
		}
	}
	src := newMerge(r.s)
	d := newDecoder(r.s, src, newStackTable(r.s))
	d.bare = true
	skims := false
	more := func() bool { // asked once the start is known
		if !skims {
			r.s.skim(src)
			skims = true
		}
		return d.lossesLeft() || r.prepass.Searching()
	}
	if err := stage.Prepass(ctx, d, r.prepass, open, more); err != nil {
		return fmt.Errorf("perf.data: %w", err)
	}
	if d.headers.foreign() {
		r.enterNamespace()
	}
	return nil
}

// Info returns the facts about the file. Events adds diagnostics to it, and ByProcess.
func (r *Reader) Info() *model.Info { return r.info }

// Tables returns the names and call stacks that the events refer to.
func (r *Reader) Tables() *model.Tables { return &r.tables }

// Prepass returns what occupied the CPUs at the start.
func (r *Reader) Prepass() *model.Prepass { return r.prepass }

// Close releases what the Reader itself has opened.
func (r *Reader) Close() error { return errors.Join(r.unpacked.close(), r.in.close()) }

// Events decodes the file and hands its events to yield, batch by batch, while the next batch is
// being decoded concurrently. Each CPU's events come in their recorded order; no later event is
// before settled. A batch is valid during the call only. The order of the events depends on nothing
// but the file.
//
// The error is yield's or the context's.
func (r *Reader) Events(ctx context.Context, yield func(batch []model.Event, settled model.Time) error) error {
	src := newMerge(r.s)
	stacks := newStackTable(r.s)
	d := newDecoder(r.s, src, stacks)
	all := r.s.in.size
	err := stage.Run(ctx, d, int(r.s.records)+3*len(r.s.tasks.list), stage.Consumer{
		Format:   "perf.data",
		Tables:   &r.tables,
		Progress: func(done int64) { r.progress(all+min(done, all), 2*all) },
		Yield:    yield,
	})
	r.finish(d, stacks)
	if err == nil && src.err() != nil {
		return fmt.Errorf("perf.data: %w", src.err())
	}
	return err
}

// finish adds the counts of the second pass to Info, and its diagnostics.
func (r *Reader) finish(d *decoder, stacks *stackTable) {
	r.info.ByProcess = d.byProcess.list()
	if stacks.full > 0 {
		d.diags.add("stacks", stage.StacksWarning, stacks.full)
	}
	if n := d.out.Names.Full(); n > 0 {
		d.diags.warn("names", fmt.Sprintf("more than %d names of threads, files and other objects: the others are left out", n))
	}
	all := diagnostics(r.info.Diagnostics[:r.before:r.before])
	for _, x := range d.diags {
		all.add(x.Code, x.Text, x.Count)
	}
	r.info.Diagnostics = all
}
