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
		return "The recording has no stacks at context switches and ready events: -stackwalk CSwitch+ReadyThread was missing.", etl.RecordStacks
	case "linux":
		return "The recording has no stacks: perf's option -g was missing.", perfdata.RecordStacks
	}
	return "The recording has no stacks.", ""
}

// NoSamples explains which recording option provides execution samples with their stacks.
func NoSamples(t *model.Trace) (why, command string) {
	switch t.Info.OS.Family {
	case "windows":
		return "The recording has no sampled stacks: PROFILE and -stackwalk Profile were missing.", etl.RecordStacks
	case "linux":
		return "The recording has no execution samples with stacks: -g -e cpu-clock was missing.", perfdata.RecordSamples
	}
	return "The recording has no execution samples.", ""
}

// NoWakes explains which recording option shows who ends waits.
func NoWakes(t *model.Trace) (why, command string) {
	switch t.Info.OS.Family {
	case "windows":
		return "The recording has no ready events, so nobody knows who ended this wait: DISPATCHER was missing.", etl.RecordStacks
	case "linux":
		return "The recording has no wake events, so nobody knows who ended this wait: -e sched:sched_waking was missing.", perfdata.RecordStacks
	}
	return "The recording has no wake events, so nobody knows who ended this wait.", ""
}
