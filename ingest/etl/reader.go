package etl

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"sync"

	"threadlens/ingest/etl/payload"
	"threadlens/ingest/internal/stage"
	"threadlens/model"
)

// Reader is one open recording: an ETL file, or several that belong together.
//
// Tables is filled between the batches of Events, so that its consumer may read
// it, but nobody else may add to it.
type Reader struct {
	s        *scan
	info     *model.Info
	before   int           // how many diagnostics were known before Events
	tables   *model.Tables // separate, since a trace keeps them but not the Reader
	column   *column
	read     bool // all events were delivered
	prepass  *model.Prepass
	perf     clock // of the performance counter, in which transfers are timed
	progress func(done, total int64)
}

// File is one of several files that belong together.
type File struct {
	Name   string
	Reader io.ReaderAt
	Size   int64
}

// OpenFiles is Open for several files of one recording. The trace begins where the earliest of them
// does. A file from another computer, or from the same one after a restart, is left out with a
// diagnostic that explains why; it is compared with the first one.
func OpenFiles(ctx context.Context, files []File, name string, progress func(done, total int64)) (*Reader, error) {
	if progress == nil {
		progress = func(int64, int64) {}
	}
	r := &Reader{s: newScan(), tables: &model.Tables{}, progress: progress}
	for i := range files {
		if err := r.s.addPart(&files[i]); err != nil {
			return nil, err
		}
	}
	if len(r.s.parts) == 0 {
		return nil, fmt.Errorf("etl: %w: no file", ErrFormat)
	}
	r.s.setClock()
	if err := r.s.run(ctx, progress); err != nil {
		return nil, err
	}
	return r, r.ready(ctx, name)
}

// addPart reads the header of a file.
func (s *scan) addPart(f *File) error {
	p := part{input: newInput(f.Reader, f.Size), name: f.Name}
	var own []byte
	head, err := p.read(0, headBytes, &own)
	if err != nil {
		return fmt.Errorf("etl: %w", err)
	}
	if p.head, err = readHeader(slices.Clone(head)); err != nil {
		return fmt.Errorf("etl: %w", err)
	}
	if len(s.parts) >= maxParts {
		s.diags.warn("files", fmt.Sprintf("more than %d trace files: the others are left out", maxParts))
		return nil
	}
	if len(s.parts) > 0 {
		if err := p.head.agree(&s.parts[0].head); err != nil {
			s.diags.warn("other-recording", fmt.Sprintf("%s does not belong to %s and is left out: %v", p.name, s.parts[0].name, err))
			return nil
		}
	}
	s.parts = append(s.parts, p)
	s.size += p.size
	return nil
}

// setClock makes the earliest start the trace's.
func (s *scan) setClock() {
	start := s.parts[0].head.start
	for i := range s.parts {
		start = min(start, s.parts[i].head.start)
	}
	freq, _ := s.parts[0].head.frequency()
	s.clock = newClock(start, freq)
	for i := range s.parts {
		h := &s.parts[i].head
		s.limit = max(s.limit, min(maxSpan, s.clock.ns(h.start))+h.span())
	}
	s.limit = min(s.limit, maxSpan+endSlack)
}

// ready does the work between the passes.
func (r *Reader) ready(ctx context.Context, name string) error {
	s := r.s
	s.symbolState.seal()
	r.perf = s.clock
	if freq := s.parts[0].head.PerfFreq; freq > 0 {
		r.perf = newClock(0, uint64(freq))
	}
	r.prepass = model.NewPrepass(len(s.cpus))
	r.prepass.ExpectSamples(int(s.counts.of(payload.HookSampledProfile)))
	var group sync.WaitGroup
	names := r.routineNames()
	group.Go(func() { r.addInterrupts(names) })
	r.column = s.sortStacks()
	group.Wait()
	r.info = s.info(name)
	r.before = len(r.info.Diagnostics)
	return r.runPrepass(ctx)
}

// runPrepass decodes the beginning until every CPU that has switches has shown who occupied it at
// first, or everything, where events were lost.
func (r *Reader) runPrepass(ctx context.Context) error {
	open := map[model.CPU]bool{}
	for i := range r.s.cpus {
		if r.s.cpus[i].switches > 0 {
			open[model.CPU(i)] = true
		}
	}
	if len(open) == 0 {
		return nil
	}
	d := newDecoder(r)
	defer d.close()
	d.bare = true
	more := func() bool { return r.s.lossy || len(r.s.gaps) > 0 }
	if err := stage.Prepass(ctx, d, r.prepass, open, more); err != nil {
		return fmt.Errorf("etl: %w", err)
	}
	return nil
}

// routineNames are the names of the routines of interrupts.
func (r *Reader) routineNames() []model.StringID {
	names := make([]model.StringID, len(r.s.routine))
	for i, addr := range r.s.routine {
		names[i] = r.routineName(addr)
	}
	return names
}

// addInterrupts passes all interrupts to the pre-pass. It uses nothing else that is in use while
// the stacks are sorted.
func (r *Reader) addInterrupts(names []model.StringID) {
	counts := map[model.CPU]int{}
	for _, chunk := range r.s.irqs {
		for i := range chunk {
			counts[chunk[i].cpu]++
		}
	}
	for cpu, n := range counts {
		r.prepass.Expect(cpu, n)
	}
	var e model.Event
	for k, chunk := range r.s.irqs {
		for i := range chunk {
			x := &chunk[i]
			e.Kind, e.Time, e.End, e.CPU = model.KindIrq, x.start, x.end, x.cpu
			e.Level, e.Flags, e.Name = x.level, x.flags, names[x.routine]
			r.prepass.Add(&e)
		}
		r.s.irqs[k] = nil
	}
	r.s.irqs, r.prepass.Apart = nil, true
}

// routineName names a kernel routine by module and function, or else by its address.
func (r *Reader) routineName(addr uint64) model.StringID {
	if addr == 0 {
		return model.NoString
	}
	module, function := r.s.symbolState.frame(0, addr, 0)
	switch {
	case module == "":
		return r.tables.Strings.ID("0x" + strconv.FormatUint(addr, 16))
	case function == "":
		return r.tables.Strings.ID(module)
	}
	return r.tables.Strings.ID(module + "!" + function)
}

// Info returns the facts about the file. Events adds diagnostics to it.
func (r *Reader) Info() *model.Info { return r.info }

// Tables returns the names and call stacks that the events refer to.
func (r *Reader) Tables() *model.Tables { return r.tables }

// Prepass returns what occupied the CPUs at the start, and the interrupts.
func (r *Reader) Prepass() *model.Prepass { return r.prepass }

// Close has nothing to release: the files are the caller's.
func (r *Reader) Close() error { return nil }

// Events decodes the files and hands their events to yield, batch by batch, while the next batch is
// being decoded concurrently. The events come in the order of their times, those of equal times by
// CPU and then in the order of the file; no later event is before settled. A batch is valid during
// the call only. The order of the events depends on nothing but the files.
//
// The error is yield's or the context's, or reports that a file was truncated while it was being
// read, or that all events were already delivered: the state that they need is released after the
// last one.
func (r *Reader) Events(ctx context.Context, yield func(batch []model.Event, settled model.Time) error) error {
	if r.read {
		return errors.New("etl: the events have already been read")
	}
	d := newDecoder(r)
	err := stage.Run(ctx, d, 16+2*int(r.s.counts.records), stage.Consumer{
		Format:   "etl",
		Tables:   r.tables,
		Progress: func(done int64) { r.progress(r.s.size+min(done, r.s.size), 2*r.s.size) },
		Yield:    yield,
	})
	d.close()
	if r.read = err == nil; r.read {
		r.column.release()
	}
	r.finish(d)
	return err
}

// finish adds the second pass's diagnostics to Info.
func (r *Reader) finish(d *decoder) {
	all := diagnostics(r.info.Diagnostics[:r.before:r.before])
	if n := r.column.unmatched(); n > 0 && r.read {
		all.note("stray-stacks", fmt.Sprintf("call stacks that belong to no recorded event (out of %d call stacks)", r.column.stacks), n)
	}
	if d.stacks.full > 0 {
		all.add(model.SeverityWarning, "stacks", stage.StacksWarning, d.stacks.full)
	}
	if n := d.out.Names.Full(); n > 0 {
		all.warn("names", fmt.Sprintf("more than %d names of threads, files and other objects: the others are left out", n))
	}
	for _, x := range d.diags {
		all.add(x.Severity, x.Code, x.Text, x.Count)
	}
	r.info.Diagnostics = all
}
