package record

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Equivalent is how another tool records the same.
type Equivalent struct {
	Tool  string
	Lines []string // of a shell, one after the other
}

// Equivalents are the commands of other tools that record what the options ask for,
// as far as those can.
func (o *Options) Equivalents() []Equivalent {
	return []Equivalent{
		{"perf", []string{o.perf()}},
		{"trace-cmd", []string{o.traceCmd()}},
		{"wpr", o.wpr()},
		{"xperf", o.xperf()},
	}
}

// command is what to run, or to wait with.
func (o *Options) command() string {
	switch {
	case len(o.Command) > 0:
		return quoted(o.Command)
	case o.For > 0:
		return fmt.Sprintf("sleep %g", o.For.Seconds())
	}
	return "sleep infinity"
}

// quoted are words for a shell.
func quoted(words []string) string {
	list := make([]string, len(words))
	for i, w := range words {
		if w == "" || strings.ContainsAny(w, " \t\n\"'`$\\|&;<>()*?[]#~!{}") {
			w = "'" + strings.ReplaceAll(w, "'", `'\''`) + "'"
		}
		list[i] = w
	}
	return strings.Join(list, " ")
}

// ending is a file name with another ending.
func ending(path, end string) string {
	for _, known := range []string{".perf.data", ".data", ".dat", ".etl"} {
		if base, ok := strings.CutSuffix(path, known); ok {
			return base + end
		}
	}
	return path + end
}

func (o *Options) perf() string {
	words := []string{"perf", "record", "-a", "-k", "CLOCK_MONOTONIC", "-m", fmt.Sprintf("%dK", o.Ring>>10)}
	var names []string
	for _, p := range o.tracepoints() {
		names = append(names, p.String())
	}
	words = append(words, "-e", strings.Join(names, ","))
	if o.Samples > 0 {
		words = append(words, "-e", fmt.Sprintf("cpu-clock/freq=%d/", o.Samples))
	}
	if o.Stacks {
		words = append(words, "-g")
	}
	return quoted(append(words, "-o", o.Path)) + " -- " + o.command()
}

// Verb is this program's own command line that records what the options ask for, in
// MiB and with the usual buffers.
func (o *Options) Verb() string {
	words := []string{o.Program, "record", "-o", o.Path}
	add := func(on bool, more ...string) {
		if on {
			words = append(words, more...)
		}
	}
	add(o.For > 0, "--for", o.For.String())
	add(o.PID > 0, "--pid", strconv.Itoa(o.PID))
	add(o.Stacks, "--stacks")
	add(o.Samples > 0, "--samples", strconv.Itoa(o.Samples))
	add(o.Keep > 0, "--keep", fmt.Sprintf("%dMiB", (o.Keep+1<<20-1)>>20))
	var with, without []string
	for g := range numGroups {
		usual, asked := slices.Contains(DefaultGroups(), g), slices.Contains(o.Groups, g)
		if asked && !usual {
			with = append(with, g.String())
		}
		if usual && !asked {
			without = append(without, g.String())
		}
	}
	add(len(with) > 0, "--with", strings.Join(with, ","))
	add(len(without) > 0, "--without", strings.Join(without, ","))
	add(len(o.Command) > 0, append([]string{"--"}, o.Command...)...)
	return quoted(words)
}

func (o *Options) traceCmd() string {
	words := []string{"trace-cmd", "record", "-C", "mono", "-b", fmt.Sprint(o.Ring >> 10)}
	for _, p := range o.tracepoints() {
		words = append(words, "-e", p.String())
	}
	if o.Stacks {
		words = append(words, "-T")
	}
	return quoted(append(words, "-o", ending(o.Path, ".dat"))) + " " + o.command()
}

func (o *Options) wpr() []string {
	start := "wpr -start CPU"
	if slices.Contains(o.Groups, Disk) {
		start += " -start DiskIO"
	}
	if o.Keep == 0 {
		start += " -filemode"
	}
	return []string{start, "wpr -stop " + quoted([]string{ending(o.Path, ".etl")})}
}

// xperf records to a file of the kernel's, and then adds what the names need.
func (o *Options) xperf() []string {
	flags := []string{"PROC_THREAD", "LOADER", "CSWITCH", "DISPATCHER"}
	var stacks []string
	add := func(on bool, names ...string) {
		if on {
			flags = append(flags, names...)
		}
	}
	add(slices.Contains(o.Groups, Irqs), "DPC", "INTERRUPT")
	add(slices.Contains(o.Groups, Disk), "DISK_IO", "DISK_IO_INIT")
	add(slices.Contains(o.Groups, Syscalls), "SYSCALL")
	add(slices.Contains(o.Groups, Faults), "ALL_FAULTS")
	add(o.Samples > 0, "PROFILE")
	line := "xperf -on " + strings.Join(flags, "+")
	if o.Stacks {
		stacks = append(stacks, "CSwitch", "ReadyThread")
		if o.Samples > 0 {
			stacks = append(stacks, "Profile")
		}
		line += " -stackwalk " + strings.Join(stacks, "+")
	}
	return []string{
		line + " -BufferSize 1024 -MinBuffers 64 -MaxBuffers 256 -f kernel.etl",
		"xperf -d " + quoted([]string{ending(o.Path, ".etl")}),
	}
}
