package ftracetext

import (
	"bytes"
	"cmp"
	"fmt"
	"slices"
	"strings"

	"threadlens/ingest/internal/linuxsched"
	"threadlens/ingest/internal/stage"
	"threadlens/model"
)

// info is what is known of the trace beside its events.
func (f *feeder) info(file string, size int64) *model.Info {
	has := f.log.Has
	has.Stacks = f.table.tree.Len() > 0
	i := &model.Info{
		File: file, Files: []string{file}, Format: name, Size: size,
		OS:           model.OS{Family: "linux", Version: f.release},
		Clock:        f.clockInfo(),
		CPUs:         f.processors(),
		TargetPID:    model.NoPID,
		Has:          has,
		SourceEvents: f.sourceEvents(),
		LostEvents:   f.lost - f.lostBefore(),
	}
	i.Recorded = linuxsched.Recorded(i.SourceEvents)
	i.Diagnostics = f.diagnostics()
	return i
}

// clockInfo describes the clock, which the text does not name.
func (f *feeder) clockInfo() model.Clock {
	switch f.clock {
	case ticks:
		return model.Clock{Name: "ticks of an unknown clock", ResolutionNS: 1}
	case nano:
		return model.Clock{Name: "trace_clock", ResolutionNS: 1}
	}
	return model.Clock{Name: "trace_clock", ResolutionNS: 1000}
}

// sourceEvents counts the lines by the names of their events, most frequent first.
func (f *feeder) sourceEvents() []model.SourceEvent {
	var list []model.SourceEvent
	for _, s := range f.sources.list {
		provider := name
		if s.event != nil {
			provider = s.event.System
		}
		list = append(list, model.SourceEvent{Name: strings.ToValidUTF8(s.name, "?"), Provider: provider, Count: s.count})
	}
	slices.SortStableFunc(list, func(a, b model.SourceEvent) int { return cmp.Compare(b.Count, a.Count) })
	return list
}

// diagnostics is what the user must know before trusting the trace.
func (f *feeder) diagnostics() (list []model.Diagnostic) {
	add := func(severity model.Severity, code string, n int64, text string) {
		if n > 0 {
			list = append(list, model.Diagnostic{Severity: severity, Code: code, Text: text, Count: n})
		}
	}
	warn := func(code string, n int64, text string) { add(model.SeverityWarning, code, n, text) }
	switch f.clock {
	case ticks:
		warn("ticks", 1, "times are ticks of a clock of unknown rate: each tick is shown as 1 ns, so lengths are not real. Record with another clock (trace_clock, trace-cmd record -C mono)")
	case micro, latency:
		add(model.SeverityInfo, "rounded-times", 1, "times are rounded to 1 µs: shorter intervals may be missing or 1 µs long "+
			"(trace-cmd report -t prints nanoseconds)")
	}
	if f.bad > 0 {
		warn("unread-lines", f.bad, fmt.Sprintf("lines that are neither events nor comments were left out; the first is line %d",
			1+bytes.Count(f.data[:f.badAt], []byte("\n"))))
	}
	warn("unread-payloads", f.unread, "events whose text could not be parsed were left out")
	warn("lost-events", f.lost, "the kernel dropped events because they were not read in time: use a larger buffer "+
		"(buffer_size_kb, trace-cmd record -b)")
	if f.written > f.kept {
		warn("overwritten", int64(f.written-f.kept), "older events were overwritten, so the events of each CPU begin at a different time: use a larger buffer (buffer_size_kb)")
	}
	warn("stacks", f.table.full, stage.StacksWarning)
	warn("unknown-states", f.log.Unsure, linuxsched.StatesWarning)
	warn("spans", f.log.SpansLeft(), linuxsched.SpansWarning)
	warn("names", int64(f.log.Out.Names.Full()), "too many names of threads, files and other objects: some are left out")
	if f.said > uint64(len(f.cpus)+maxSilent) {
		warn("processors", 1, fmt.Sprintf("the text lists %d CPUs, but has events from only %d: CPUs without events are left out", f.said, len(f.cpus)))
	}
	return list
}
