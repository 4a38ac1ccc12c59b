package explain

import (
	"fmt"
	"runtime"
	"runtime/debug"
	"strconv"
	"strings"

	"threadlens/model"
	"threadlens/timeline"
)

// ProblemReport is a text for the maintainers: what they need to know about the program and a trace,
// nil if none is open, and a place to describe the problem. It contains no name of a file, program,
// thread, function, machine or user. About has further facts about the program.
func ProblemReport(t *model.Trace, about []Fact) string {
	var b strings.Builder
	section := func(title string, list []Fact) {
		fmt.Fprintf(&b, "\n%s\n", title)
		for _, f := range list {
			if f.Value != "" && f.Value != "0" {
				fmt.Fprintf(&b, "  %-22s %s\n", model.Clean(f.Label), model.Clean(f.Value))
			}
		}
	}
	b.WriteString("Threadlens problem report. It contains no names of files, programs, threads, functions, machines or users. Please describe the problem:\n\n  What did you do?\n\n  What did you expect?\n\n  What happened?\n\n")
	section("Program", append(programFacts(), about...))
	if t == nil {
		return b.String()
	}
	section("Trace", traceFacts(t))
	section("Contents", ContentFacts(t))
	section("Health", healthFacts(t))
	return b.String()
}

// Version is the program's version.
const Version = "0.1.0"

// Build is the version, with the revision of the source where the program knows it.
func Build() string {
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, s := range info.Settings {
			if s.Key == "vcs.revision" {
				return Version + ", revision " + s.Value
			}
		}
	}
	return Version
}

// programFacts are the version of the program and the system that it runs on.
func programFacts() []Fact {
	return []Fact{
		{Label: "Version", Value: Build()},
		{Label: "System", Value: runtime.GOOS + " " + runtime.GOARCH},
		{Label: "Compiler", Value: runtime.Version()},
		{Label: "CPUs", Value: strconv.Itoa(runtime.NumCPU())},
	}
}

func traceFacts(t *model.Trace) []Fact {
	n := t.Info
	return []Fact{
		{Label: "Format", Value: n.Format},
		{Label: "Files", Value: strconv.Itoa(len(n.Files))},
		{Label: "Bytes", Value: strconv.FormatInt(n.Size, 10)},
		{Label: "System", Value: n.OS.String()},
		{Label: "Clock", Value: n.Clock.Name},
		{Label: "Length (ns)", Value: strconv.FormatInt(int64(t.End), 10)},
		{Label: "Context switches", Value: strconv.FormatInt(t.SwitchCount(), 10)},
		{Label: "Stacks", Value: yes(n.Has.Stacks)},
		{Label: "Wake-ups", Value: yes(n.Has.Wakes)},
		{Label: "Only some threads recorded", Value: yes(n.PerTask)},
	}
}

// ContentFacts are the numbers of CPUs, processes, threads, and what else a trace contains.
func ContentFacts(t *model.Trace) []Fact {
	known, threads := 0, 0
	for i := range t.Processes {
		if t.Processes[i].Known {
			known++
		}
	}
	for i := range t.Threads {
		if !t.Threads[i].Idle {
			threads++
		}
	}
	list := []Fact{
		{Label: "CPUs", Value: strconv.Itoa(len(t.Cores))},
		{Label: "Processes", Value: timeline.FormatCount(int64(known))},
		{Label: "Threads", Value: timeline.FormatCount(int64(threads))},
	}
	for _, n := range []struct {
		label string
		count int
	}{{"Samples", len(t.Samples)}, {"Markers", len(t.Markers)}, {"Disk transfers", len(t.IOs)}, {"Page faults", len(t.Faults)}} {
		if n.count > 0 {
			list = append(list, Fact{Label: n.label, Value: timeline.FormatCount(int64(n.count))})
		}
	}
	return list
}

// healthFacts are what was lost, the kinds of problems that the reader met, and the counters of the
// model. The texts of problems may contain names, so that only their codes are listed.
func healthFacts(t *model.Trace) []Fact {
	list := []Fact{
		{Label: "Lost events", Value: strconv.FormatInt(t.Info.LostEvents, 10)},
		{Label: "Lost buffers", Value: strconv.FormatInt(t.Info.LostBuffers, 10)},
	}
	for _, d := range t.Info.Diagnostics {
		list = append(list, Fact{Label: d.Code, Value: strconv.FormatInt(max(1, d.Count), 10)})
	}
	for i, n := range t.Counters {
		list = append(list, Fact{Label: fmt.Sprint(model.Counter(i)), Value: strconv.FormatInt(n, 10)})
	}
	return list
}

// yes is "yes" or "no".
func yes(b bool) string {
	if b {
		return "yes"
	}
	return "no"
}
