package perfetto

import (
	"context"
	"errors"
	"fmt"
	"io"

	"threadlens/ingest/internal/fault"
	"threadlens/ingest/internal/infile"
	"threadlens/ingest/internal/linuxsched"
	"threadlens/ingest/internal/stage"
	"threadlens/model"
)

// Reader is an open Perfetto trace. Tables is filled between the batches of Events, so that its
// consumer may read it, but nobody else may add to it.
type Reader struct {
	s        *scan
	stores   []*store // what the file was unpacked into
	info     *model.Info
	known    int // diagnostics before Events
	tables   model.Tables
	prepass  *model.Prepass
	progress func(done, total int64)
}

// Open goes over the packets of a trace of the given size, plain or gzipped. name is the file's name as
// the user knows it. If r also has a method Bytes() []byte that returns the whole file, as a mapped
// file has, nothing is copied.
//
// progress, which may be nil, is called regularly with the bytes done, by Open up to half of total and
// by Events for the rest.
//
// A trace that is cut short or damaged is read as far as possible, with diagnostics in Info.
func Open(ctx context.Context, r io.ReaderAt, size int64, name string, progress func(done, total int64)) (*Reader, error) {
	if progress == nil {
		progress = func(int64, int64) {}
	}
	rd := &Reader{progress: progress}
	if err := rd.open(ctx, r, size, name); err != nil {
		return nil, errors.Join(fmt.Errorf("%s: %w", formatName, err), rd.Close())
	}
	return rd, nil
}

func (r *Reader) open(ctx context.Context, from io.ReaderAt, size int64, name string) (err error) {
	defer fault.Guard(&err)()
	data, err := infile.Contents(from, size)
	if err != nil {
		return err
	}
	var ds diagnostics
	if isGzip(data) {
		to, err := unzip(ctx, data, &ds)
		if data, err = r.keep(to, err); err != nil {
			return err
		}
	}
	if to, err := unpack(ctx, data, &ds); to != nil || err != nil {
		if data, err = r.keep(to, err); err != nil {
			return err
		}
	}
	if len(data) == 0 {
		return errEmpty
	}
	r.s = newScan(data, size)
	r.s.diags = ds
	whole := int64(len(data))
	if err := r.s.run(ctx, func(done int64) { r.progress(done, 2*whole) }); err != nil {
		return err
	}
	r.info = r.s.info(name)
	r.known = len(r.info.Diagnostics)
	return r.runPrepass(ctx)
}

// errEmpty is the error for a file without packets.
var errEmpty = errors.New("offset 0: the file is empty")

// keep keeps an unpacked file until Close, and returns its bytes.
func (r *Reader) keep(to *store, err error) ([]byte, error) {
	if err != nil {
		return nil, err
	}
	r.stores = append(r.stores, to)
	return to.bytes()
}

// runPrepass decodes the beginning, until every CPU that has switches has shown who occupied it at
// first, and the part after the last loss.
func (r *Reader) runPrepass(ctx context.Context) error {
	r.prepass = model.NewPrepass(r.info.CPUs)
	open := map[model.CPU]bool{}
	for i := range r.s.bundles {
		open[r.s.bundles[i].cpu] = true
	}
	lastLoss := -1
	for i := range r.s.items {
		switch it := &r.s.items[i]; it.kind {
		case itemLoss:
			lastLoss = i
		case itemSwitch, itemState:
			if it.cpu != model.NoCPU {
				open[it.cpu] = true
			}
		}
	}
	d := newDecoder(r.s)
	return stage.Prepass(ctx, d, r.prepass, open, func() bool { return d.merge.item <= lastLoss || r.prepass.Searching() })
}

// Info returns the facts about the trace. Events adds diagnostics to it.
func (r *Reader) Info() *model.Info { return r.info }

// Tables returns the names and call stacks that the events refer to.
func (r *Reader) Tables() *model.Tables { return &r.tables }

// Prepass returns what occupied the CPUs at the start.
func (r *Reader) Prepass() *model.Prepass { return r.prepass }

// Close releases what the Reader itself has opened.
func (r *Reader) Close() error {
	var errs []error
	for _, to := range r.stores {
		errs = append(errs, to.close())
	}
	r.stores = nil
	return errors.Join(errs...)
}

// Events decodes the trace and hands its events to yield in the order of time, batch by batch, while
// the next batch is being decoded concurrently. A batch is valid during the call only. The order of the
// events depends on nothing but the file.
//
// The error is yield's or the context's.
func (r *Reader) Events(ctx context.Context, yield func(batch []model.Event, settled model.Time) error) error {
	d := newDecoder(r.s)
	records, all := len(r.s.items), int64(1)
	for i := range r.s.bundles {
		records += int(r.s.bundles[i].events)
		all += int64(len(r.s.bundles[i].data))
	}
	err := stage.Run(ctx, d, records, stage.Consumer{
		Format:   formatName,
		Tables:   &r.tables,
		Progress: func(done int64) { r.progress(all+min(done, all), 2*all) },
		Yield:    yield,
	})
	r.finish(d)
	return err
}

// finish adds the diagnostics of the second pass to Info.
func (r *Reader) finish(d *decoder) {
	all := diagnostics(r.info.Diagnostics[:r.known:r.known])
	all.add("early", "events that were already in the kernel's buffers when the recording started are left out", d.merge.early)
	all.add("overlap", "too many bundles of ftrace events overlap in time: some events are left out", d.merge.left)
	all.add("states", linuxsched.StatesWarning, d.log.Unsure)
	all.add("state-order", "recorded thread states are left out because they contradict the state that the thread had before", d.disorder)
	all.add("spans", linuxsched.SpansWarning, d.log.SpansLeft())
	if n := d.log.Out.Names.Full(); n > 0 {
		all.add("names", fmt.Sprintf("more than %d names of threads, files and other objects: the others are left out", n), 1)
	}
	r.info.Diagnostics = all
}
