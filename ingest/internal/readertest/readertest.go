// Package readertest is what the tests of several readers have in common: recorded files of Linux, the
// reference of the runs that were recorded in several formats, and reading a trace as the program does.
// Only tests import it.
package readertest

import (
	"bytes"
	"cmp"
	"compress/gzip"
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"threadlens/ingest/internal/recorded"
	"threadlens/model"
)

// Read reads a file, unpacked where its name ends with .gz.
func Read(tb testing.TB, path string) []byte {
	tb.Helper()
	data, err := os.ReadFile(path)
	if err == nil && filepath.Ext(path) == ".gz" {
		var z *gzip.Reader
		if z, err = gzip.NewReader(bytes.NewReader(data)); err == nil {
			data, err = io.ReadAll(z)
		}
	}
	if err != nil {
		tb.Fatal(err)
	}
	return data
}

// Linux reads a recorded file by its name below linux, or the packed one with .gz behind its name. The
// test is skipped where nothing is recorded.
func Linux(tb testing.TB, elem ...string) []byte {
	tb.Helper()
	last := len(elem) - 1
	path := filepath.Join(recorded.Path(tb, append([]string{"linux"}, elem[:last]...)...), elem[last])
	if _, err := os.Stat(path); err != nil {
		path += ".gz"
	}
	return Read(tb, path)
}

// InMemory is a file that is in memory as a mapped one is.
func InMemory(data []byte) io.ReaderAt { return inMemory{bytes.NewReader(data), data} }

type inMemory struct {
	*bytes.Reader
	data []byte
}

// Bytes are all bytes.
func (m inMemory) Bytes() []byte { return m.data }

// Reader is a format.Reader, as far as it is read here.
type Reader interface {
	Info() *model.Info
	Tables() *model.Tables
	Prepass() *model.Prepass
	Events(ctx context.Context, yield func(batch []model.Event, settled model.Time) error) error
}

// Decode reads all events of a trace and makes its model. It is an error if an event is on a CPU that
// the trace does not have, before an earlier event of its CPU, or before what was settled.
func Decode(tb testing.TB, r Reader) (events []model.Event, t *model.Trace) {
	tb.Helper()
	b := model.NewBuilder(r.Info(), r.Tables(), r.Prepass())
	settled, last := model.Time(0), map[model.CPU]model.Time{}
	err := r.Events(tb.Context(), func(batch []model.Event, s model.Time) error {
		for i := range batch {
			e := &batch[i]
			if e.Time < settled || e.Time < last[e.CPU] || int(e.CPU) >= r.Info().CPUs {
				return fmt.Errorf("event %d of CPU %d at %d, after %d and settled %d, with %d CPUs", e.Kind, e.CPU, e.Time, last[e.CPU], settled, r.Info().CPUs)
			}
			last[e.CPU] = e.Time
		}
		settled = max(settled, s)
		events = append(events, batch...)
		b.Feed(batch, s)
		return nil
	})
	if err != nil {
		tb.Error(err)
	}
	return events, b.Trace()
}

// Sets are the runs that were recorded in several formats, below linux/cross.
var Sets = []string{"mutex_sleep", "pingpong_g", "states_irq", "oversub_noirqinfo", "oddnames", "minifork"}

// Run is a time in which a thread had a CPU, by the trace's clock, ns. To is -1 where it is not known
// when it ended.
type Run struct{ TID, CPU, From, To int64 }

// Reference are the runs and the names of the threads of a set, as they were worked out from what a
// recorder wrote: "dat" for the kernel's ring buffer, "perf" for perf.
func Reference(tb testing.TB, set, recorder string) (runs []Run, names map[int64]string) {
	tb.Helper()
	names = map[int64]string{}
	for line := range strings.Lines(string(Linux(tb, "cross", set, set+"."+recorder+".running.txt"))) {
		var r Run
		var tid int64
		var name string
		if _, err := fmt.Sscanf(line, "run %d %d %d %d", &r.TID, &r.CPU, &r.From, &r.To); err == nil {
			runs = append(runs, r)
		} else if _, err := fmt.Sscanf(line, "thread %d %q", &tid, &name); err == nil {
			names[tid] = name
		}
	}
	Sort(runs)
	return runs, names
}

// Running are the runs that the switches of a trace show, which starts at a time of the clock: one ends
// at the switch that takes the thread off its CPU. broken counts those at whose end another one was
// taken off.
func Running(events []model.Event, start int64) (runs []Run, broken int) {
	cpus := map[model.CPU]Run{}
	for i := range events {
		e := &events[i]
		if e.Kind != model.KindSwitch {
			continue
		}
		at := start + int64(e.Time)
		if r, ok := cpus[e.CPU]; ok {
			if r.To = at; r.TID != int64(e.TID) {
				r.To = -1
				broken++
			}
			runs = append(runs, r)
		}
		cpus[e.CPU] = Run{int64(e.Other), int64(e.CPU), at, -1}
	}
	for _, r := range cpus {
		runs = append(runs, r)
	}
	Sort(runs)
	return runs, broken
}

// Ended are the runs whose end is known, with their times as a text has them.
func Ended(runs []Run, as func(ns int64) int64) (list []Run) {
	for _, r := range runs {
		if r.To >= 0 {
			r.From, r.To = as(r.From), as(r.To)
			list = append(list, r)
		}
	}
	Sort(list)
	return list
}

// Exact leaves a time as it is.
func Exact(ns int64) int64 { return ns }

// Sort orders runs by CPU and time.
func Sort(runs []Run) {
	slices.SortFunc(runs, func(a, b Run) int {
		return cmp.Or(cmp.Compare(a.CPU, b.CPU), cmp.Compare(a.From, b.From), cmp.Compare(a.To, b.To), cmp.Compare(a.TID, b.TID))
	})
}

// SameRuns compares sorted runs.
func SameRuns(tb testing.TB, got, want []Run) {
	tb.Helper()
	if !slices.Equal(got, want) {
		tb.Errorf("%d runs, want %d: only here %v, only there %v", len(got), len(want), Without(got, want), Without(want, got))
	}
}

// Without are the runs of a that b lacks.
func Without(a, b []Run) []Run {
	there := map[Run]bool{}
	for _, r := range b {
		there[r] = true
	}
	return slices.DeleteFunc(slices.Clone(a), func(r Run) bool { return there[r] })
}
