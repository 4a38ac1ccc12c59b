package perfscript

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"

	"threadlens/ingest/internal/linuxsched"
	"threadlens/ingest/internal/stage"
	"threadlens/model"
)

// info is what is known of the trace beside its events.
func (f *feeder) info(file string, size int64) *model.Info {
	h := f.header
	has := f.log.Has
	has.Stacks = f.chains.tree.Len() > 0
	i := &model.Info{
		File: file, Files: []string{file}, Format: name, Size: size,
		OS:           model.OS{Family: "linux", Version: h.release, Machine: h.machine, Processor: h.processor},
		Clock:        f.clock(),
		CPUs:         f.processors(),
		TargetPID:    model.NoPID,
		Command:      h.command,
		PerTask:      h.perTask || f.withCPU == 0,
		Has:          has,
		SampleEvery:  f.sampleEvery(),
		SourceEvents: f.sourceEvents(),
		LostEvents:   max(f.lost, f.missed),
	}
	if !i.PerTask {
		i.Recorded = linuxsched.Recorded(i.SourceEvents)
	}
	i.Diagnostics = f.diagnostics(i)
	return i
}

// clock describes the clock, which only the comments name.
func (t *text) clock() model.Clock {
	c := model.Clock{Name: t.header.clock, ResolutionNS: scales[t.decimals]}
	switch {
	case c.Name != "":
	case t.header.seen:
		c.Name = "sched_clock" // the one that perf uses by default
	default:
		c.Name = "perf clock"
	}
	return c
}

// processors is the number of CPUs. A number far above those that have records is of no use, since
// nothing is known of the others.
func (t *text) processors() int {
	n := max(t.cpus, 1)
	if t.silent() {
		return n
	}
	return max(n, int(min(t.header.cpus, model.MaxCPUs)))
}

// silent reports whether the comments list many CPUs without records.
func (t *text) silent() bool { return t.header.cpus > uint64(max(t.cpus, 1)+maxSilent) }

// leastClock is the shortest period of a clock that counts as time: the kernel is late for shorter
// ones.
const leastClock = 20_000 // ns

// sampleEvery is the time that a sample stands for, ns; 0 where samples count something other than
// time, or their periods differ.
func (t *text) sampleEvery() model.Time {
	period := uint64(0)
	for _, s := range t.sources {
		if s.role != roleSample || s.counter != t.counter {
			continue
		}
		if s.varies || period != 0 && s.period != period || s.counter != "cpu-clock" && s.counter != "task-clock" {
			return 0
		}
		period = s.period
	}
	if period < leastClock {
		return 0
	}
	return model.Time(min(period, 1<<62))
}

// sourceEvents counts the records by the names of their events, most frequent first.
func (t *text) sourceEvents() (list []model.SourceEvent) {
	for _, s := range t.sources {
		list = append(list, model.SourceEvent{Name: model.CleanName(s.name), Provider: model.CleanName(s.provider), Count: s.count})
	}
	return list
}

// states are the bits of prev_state of the kernel that the comments name, nil without.
func (h *header) states() []model.LinuxFlag {
	before, rest, _ := strings.Cut(h.release, ".")
	minor := rest
	if i := strings.IndexFunc(rest, func(c rune) bool { return c < '0' || c > '9' }); i >= 0 {
		minor = rest[:i]
	}
	a, errA := strconv.Atoi(before)
	b, errB := strconv.Atoi(minor)
	if errA != nil || errB != nil || a <= 0 || a > maxVersion || b < 0 || b >= 1000 {
		return nil
	}
	return model.LinuxStateTable(a, b)
}

// maxVersion is a major version that no kernel will have.
const maxVersion = 1000

// diagnostics is what the user must know before trusting the trace.
func (f *feeder) diagnostics(i *model.Info) (list []model.Diagnostic) {
	add := func(severity model.Severity, code string, n int64, text string) {
		if n > 0 {
			list = append(list, model.Diagnostic{Severity: severity, Code: code, Text: text, Count: n})
		}
	}
	warn := func(code string, n int64, text string) { add(model.SeverityWarning, code, n, text) }
	if i.Clock.ResolutionNS > 1 {
		add(model.SeverityInfo, "truncated-times", 1, fmt.Sprintf("times are truncated to %s: shorter intervals may be missing "+
			"(perf script --ns prints nanoseconds)", unit(i.Clock.ResolutionNS)))
	}
	if f.bad > 0 {
		warn("unread-lines", f.bad, fmt.Sprintf("lines that are neither records nor comments were left out; the first is line %d",
			1+bytes.Count(f.data[:f.badAt], []byte("\n"))))
	}
	warn("unread-payloads", f.unread, "events whose text is truncated or could not be parsed were left out")
	f.places(i, warn)
	if names := f.subsampled(); len(names) > 0 {
		warn("subsampled", int64(len(names)), "tracepoints recorded with perf record -F, or with -c above 1, are left out, because only some of their "+
			"events were recorded: "+strings.Join(names, ", "))
	}
	warn("lost-events", i.LostEvents, "the kernel dropped events because the recorder could not keep up: use a larger buffer (perf record -m)")
	warn("short-lines", f.full, "records were left out: the text is too short for so many records to be output of perf script")
	warn("stacks", f.chains.full, stage.StacksWarning)
	warn("unknown-states", f.log.Unsure, linuxsched.StatesWarning)
	warn("spans", f.log.SpansLeft(), linuxsched.SpansWarning)
	warn("names", int64(f.log.Out.Names.Full()), "too many names of threads, files and other objects: some are left out")
	return list
}

// places warns of what is not known of CPUs and threads.
func (f *feeder) places(i *model.Info, warn func(code string, n int64, text string)) {
	if f.header.perTask {
		warn("per-task", 1, "only some threads were recorded (perf record without -a): CPU use by other threads is unknown")
	}
	if f.withCPU == 0 {
		warn("no-cpus", f.withoutCPU, "the lines do not name the CPU: everything is shown on CPU 0 (perf script -F +cpu prints the CPU, if it was recorded)")
	}
	warn("no-cpu", f.unplaced, "records without a CPU number were left out, because they cannot be assigned to a CPU")
	if f.silent() {
		warn("processors", 1, fmt.Sprintf("the text lists %d CPUs, but has records from only %d: CPUs without records are left out", f.header.cpus, i.CPUs))
	}
}

// subsampled are the tracepoints of which only some events were recorded.
func (t *text) subsampled() (names []string) {
	for _, s := range t.sources {
		if t.header.sampled[s.name] {
			names = append(names, s.name)
		}
	}
	return names
}

// unit is a time in the greatest unit of which it is a multiple.
func unit(ns int64) string {
	switch {
	case ns%1e9 == 0:
		return strconv.FormatInt(ns/1e9, 10) + " s"
	case ns%1e6 == 0:
		return strconv.FormatInt(ns/1e6, 10) + " ms"
	case ns%1e3 == 0:
		return strconv.FormatInt(ns/1e3, 10) + " µs"
	}
	return strconv.FormatInt(ns, 10) + " ns"
}
