package capture

import (
	"strings"
	"time"

	"threadlens/ingest"
	"threadlens/ingest/record"
	"threadlens/model"
)

// Commands that record what a trace may lack, by system. They collect what the
// program shows, and stacks.
const (
	linuxStacks   = "sudo perf record -a -g -k CLOCK_MONOTONIC -e 'sched:*' -- sleep 10"
	linuxSamples  = "sudo perf record -a -g -k CLOCK_MONOTONIC -e cpu-clock/freq=997/ -e 'sched:*' -- sleep 10"
	windowsStacks = "xperf -on PROC_THREAD+LOADER+CSWITCH+DISPATCHER+PROFILE -stackwalk Profile+CSwitch+ReadyThread"
)

// Recipe is a command that makes a file of some format.
type Recipe struct {
	What    string // it is for
	Command string
}

// Format is a file format that can be opened, for people.
type Format struct {
	Name       string // as data has it
	Title      string
	Extensions []string
}

// Formats lists the formats that can be opened.
func Formats() []Format {
	var list []Format
	for _, f := range ingest.Formats() {
		list = append(list, Format{f.Name, f.Title, f.Extensions})
	}
	return list
}

// Recipes are the commands that record a format, or make it of another.
func (f Format) Recipes() []Recipe {
	switch f.Name {
	case "perf.data":
		return []Recipe{
			{"Switches, wakes and their stacks", linuxStacks},
			{"Samples of execution as well", linuxSamples},
		}
	case "etl":
		return []Recipe{
			{"Begin, as administrator", windowsStacks},
			{"End, and write the file", "xperf -d trace.etl"},
		}
	case "tltxt":
		return []Recipe{{"Any trace as text", "threadlens dump trace.etl -o trace.tltxt"}}
	}
	return nil
}

// RecordRecipes are commands that record for ten seconds what this program records
// itself by default: with it, and with the tools of Linux and Windows.
func RecordRecipes() []Recipe {
	o := record.Options{
		Path: "trace" + record.Ending, For: 10 * time.Second, Groups: record.DefaultGroups(), Stacks: true, Samples: record.DefaultSamples, Ring: record.DefaultRing, Program: programName,
	}
	list := []Recipe{{"Threadlens, with call stacks", o.Verb()}}
	for _, e := range o.Equivalents() {
		where := "Linux"
		if e.Tool == "wpr" || e.Tool == "xperf" {
			where = "Windows, as administrator"
		}
		list = append(list, Recipe{e.Tool + " (" + where + ")", strings.Join(e.Lines, " && ")})
	}
	return list
}

// SwitchStacks reports whether any switch or wake of the trace has a stack: where
// none has, the recording did not ask for them.
func SwitchStacks(t *model.Trace) bool {
	for i := range t.Threads {
		if t.Threads[i].HasStacks() {
			return true
		}
	}
	return false
}

// NoSwitchStacks says which option of the recording gives stacks at switches and
// ready events.
func NoSwitchStacks(t *model.Trace) (why, command string) {
	switch t.Info.OS.Family {
	case "windows":
		return "The recording has no stacks at context switches and ready events: -stackwalk CSwitch+ReadyThread was missing.", windowsStacks
	case "linux":
		return "The recording has no stacks: perf's option -g was missing.", linuxStacks
	}
	return "The recording has no stacks.", ""
}

// NoSamples says which option of the recording gives execution samples with
// their stacks.
func NoSamples(t *model.Trace) (why, command string) {
	switch t.Info.OS.Family {
	case "windows":
		return "The recording has no sampled stacks: PROFILE and -stackwalk Profile were missing.", windowsStacks
	case "linux":
		return "The recording has no execution samples with stacks: -g -e cpu-clock was missing.", linuxSamples
	}
	return "The recording has no execution samples.", ""
}

// NoWakes says which option of the recording tells who ends waits.
func NoWakes(t *model.Trace) (why, command string) {
	switch t.Info.OS.Family {
	case "windows":
		return "The recording has no ready events, so nobody knows who ended this wait: DISPATCHER was missing.", windowsStacks
	case "linux":
		return "The recording has no wake events, so nobody knows who ended this wait: -e sched:sched_waking was missing.", linuxStacks
	}
	return "The recording has no wake events, so nobody knows who ended this wait.", ""
}
