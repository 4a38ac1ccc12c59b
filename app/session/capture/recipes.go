package capture

import (
	"strings"
	"time"

	"threadlens/ingest"
	"threadlens/ingest/etl"
	"threadlens/ingest/format"
	"threadlens/ingest/perfdata"
	"threadlens/ingest/record"
	"threadlens/model"
)

// Formats lists the formats that can be opened.
func Formats() []format.Format { return ingest.Formats() }

// RecordRecipes are commands that record for ten seconds what this program records by default: with
// this program, and with the tools of Linux and Windows.
func RecordRecipes() []format.Recipe {
	o := record.Options{
		Path: "trace" + record.Ending, For: 10 * time.Second, Groups: record.DefaultGroups(), Stacks: true, Samples: record.DefaultSamples, Ring: record.DefaultRing, Program: programName,
	}
	list := []format.Recipe{{What: "Threadlens, with call stacks", Command: o.Verb()}}
	for _, e := range o.Equivalents() {
		where := "Linux"
		if e.Tool == "wpr" || e.Tool == "xperf" {
			where = "Windows, as administrator"
		}
		list = append(list, format.Recipe{What: e.Tool + " (" + where + ")", Command: strings.Join(e.Lines, " && ")})
	}
	return list
}

// SwitchStacks reports whether any switch or wake of the trace has a stack: if none has, the
// recording did not request them.
func SwitchStacks(t *model.Trace) bool {
	for i := range t.Threads {
		if t.Threads[i].HasStacks() {
			return true
		}
	}
	return false
}

// NoSwitchStacks explains which recording option provides stacks at switches and ready events.
func NoSwitchStacks(t *model.Trace) (why, command string) {
	switch t.Info.OS.Family {
	case "windows":
		return "This recording has no stacks for context switches and ReadyThread events. Record with xperf's option -stackwalk CSwitch+ReadyThread.", etl.RecordStacks
	case "linux":
		return "This recording has no stacks. Record with perf's option -g.", perfdata.RecordStacks
	}
	return "This recording has no stacks.", ""
}

// NoSamples explains which recording option provides execution samples with their stacks.
func NoSamples(t *model.Trace) (why, command string) {
	switch t.Info.OS.Family {
	case "windows":
		return "This recording has no sampled stacks. Record with xperf's kernel flag PROFILE and its option -stackwalk Profile.", etl.RecordStacks
	case "linux":
		return "This recording has no CPU samples with stacks. Record with perf's options -g -e cpu-clock.", perfdata.RecordSamples
	}
	return "This recording has no CPU samples.", ""
}

// NoWakes explains which recording option shows who ends waits.
func NoWakes(t *model.Trace) (why, command string) {
	switch t.Info.OS.Family {
	case "windows":
		return "This recording has no ReadyThread events, so the unblocking thread is unknown. Record with xperf's kernel flag DISPATCHER.", etl.RecordStacks
	case "linux":
		return "This recording has no wake-up events, so the unblocking thread is unknown. Record with perf's option -e sched:sched_waking.", perfdata.RecordStacks
	}
	return "This recording has no wake-up events, so the unblocking thread is unknown.", ""
}
