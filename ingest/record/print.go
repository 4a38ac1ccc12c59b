package record

import (
	"fmt"
	"math"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"

	"threadlens/ingest/internal/controller"
)

// Equivalent is how another tool makes the same recording.
type Equivalent struct {
	Tool  string
	Lines []string // shell commands, one after another
}

// Equivalents are the commands of other tools that record what the options request, as far as those
// can.
func (o *Options) Equivalents() []Equivalent {
	return []Equivalent{
		{"perf", []string{o.perf()}},
		{"trace-cmd", []string{o.traceCmd()}},
		{"wpr", o.wpr()},
		{"xperf", o.xperf()},
	}
}

// command is what to run, or how to wait.
func (o *Options) command() string {
	switch {
	case len(o.Command) > 0:
		return quoted(o.Command)
	case o.For > 0:
		return fmt.Sprintf("sleep %g", o.For.Seconds())
	}
	return "sleep infinity"
}

// quoted joins words for a shell.
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
	words := append([]string{"perf", "record"}, o.whom("-a", "--switch-events")...)
	words = append(words, "-k", "CLOCK_MONOTONIC", "-m", fmt.Sprintf("%dK", o.Ring>>10))
	var names []string
	for _, p := range o.tracepoints(false) {
		if p.filter == "" {
			names = append(names, p.String())
		}
	}
	words = append(words, "-e", strings.Join(names, ","))
	for _, p := range o.tracepoints(false) {
		if p.filter != "" {
			words = append(words, "-e", p.String(), "--filter", p.filter)
		}
	}
	if slices.Contains(o.Groups, Waits) {
		words = append(words, "-e", "major-faults/period=1/")
	}
	if o.Samples > 0 {
		words = append(words, "-e", fmt.Sprintf("cpu-clock/freq=%d/", o.Samples))
	}
	if o.Stacks {
		words = append(words, "-g")
	}
	path := o.Path
	if strings.HasSuffix(path, ".etl") {
		path = ending(path, ".perf.data")
	}
	return quoted(append(words, "-o", path)) + " -- " + o.command()
}

// whom are perf's options for whom to record: all, or a command or process alone.
func (o *Options) whom(all string, alone ...string) []string {
	if !o.Tree {
		return []string{all}
	}
	if o.PID > 0 {
		alone = append(alone, "-p", strconv.Itoa(o.PID))
	}
	return alone
}

// Verb is this program's own command line for the options, in MiB; buffers of the default size are
// left out.
func (o *Options) Verb() string {
	words := []string{o.Program, "record", "-o", o.Path}
	add := func(on bool, more ...string) {
		if on {
			words = append(words, more...)
		}
	}
	add(o.For > 0, "--for", o.For.String())
	add(o.PID > 0, "--pid", strconv.Itoa(o.PID))
	add(o.Tree, "--tree")
	add(o.Stacks, "--stacks")
	add(o.Samples != DefaultSamples, "--samples", strconv.Itoa(o.Samples))
	add(o.KeepFor > 0, "--keep", o.KeepFor.String())
	add(o.Keep > 0 && o.KeepFor == 0, "--keep", fmt.Sprintf("%dMiB", (o.Keep+1<<20-1)>>20))
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
	if runtime.GOOS == "windows" {
		return windowsQuoted(words)
	}
	return quoted(words)
}

func (o *Options) traceCmd() string {
	words := []string{"trace-cmd", "record", "-C", "mono", "-b", fmt.Sprint(o.Ring >> 10)}
	switch {
	case o.Tree && o.PID > 0:
		words = append(words, "-c", "-P", strconv.Itoa(o.PID))
	case o.Tree:
		words = append(words, "-c", "-F")
	}
	for _, p := range o.tracepoints(false) {
		words = append(words, "-e", p.String())
		if p.filter != "" {
			words = append(words, "-f", p.filter)
		}
	}
	if o.Stacks {
		words = append(words, "-T")
	}
	return quoted(append(words, "-o", ending(o.Path, ".dat"))) + " " + o.command()
}

// windowsCommand is what to run, or how to wait, in a Windows command prompt.
func (o *Options) windowsCommand() string {
	switch {
	case len(o.Command) > 0:
		return windowsQuoted(o.Command)
	case o.For > 0:
		return fmt.Sprintf("timeout /t %.0f /nobreak", max(1, math.Ceil(o.For.Seconds())))
	}
	return "pause"
}

// windowsQuoted joins words for a command prompt: text between quotation marks is not split, and a
// backslash before one applies to it (Microsoft, Parsing C command-line arguments).
func windowsQuoted(words []string) string {
	list := make([]string, len(words))
	for i, w := range words {
		if w == "" || strings.ContainsAny(w, " \t\n\"&|<>()^%") {
			rest := strings.TrimRight(w, `\`)
			slashes := w[len(rest):]
			w = `"` + backslashes.ReplaceAllString(rest, `$1$1\"`) + slashes + slashes + `"`
		}
		list[i] = w
	}
	return strings.Join(list, " ")
}

// backslashes are those before a quotation mark, with the mark.
var backslashes = regexp.MustCompile(`(\\*)"`)

func (o *Options) wpr() []string {
	start := "wpr -start CPU"
	if slices.Contains(o.Groups, Disk) {
		start += " -start DiskIO"
	}
	if slices.Contains(o.Groups, Methods) {
		start += " -start DotNET"
	}
	if o.Keep == 0 {
		start += " -filemode"
	}
	return []string{start, o.windowsCommand(), "wpr -stop " + windowsQuoted([]string{ending(o.Path, ".etl")})}
}

// xperf records to a file of the kernel, and then adds what symbol resolution needs.
func (o *Options) xperf() []string {
	var flags, stacks []string
	for _, f := range o.kernelFlags() {
		flags = append(flags, f.xperf)
	}
	for _, s := range o.kernelStacks() {
		stacks = append(stacks, s.xperf)
	}
	start := "xperf -on " + strings.Join(flags, "+")
	if len(stacks) > 0 {
		start += " -stackwalk " + strings.Join(stacks, "+")
	}
	if o.Samples > 0 {
		start += fmt.Sprintf(" -SetProfInt %d", o.sampleInterval())
	}
	start += " -BufferSize 1024 -MinBuffers 64 -MaxBuffers 256 -f kernel.etl"
	if o.Keep > 0 {
		start += fmt.Sprintf(" -FileMode Circular -MaxFile %d", (o.Keep+1<<20-1)>>20)
	}
	path := windowsQuoted([]string{ending(o.Path, ".etl")})
	programs := o.providers()
	if len(programs) == 0 {
		return []string{start, o.windowsCommand(), "xperf -d " + path}
	}
	var names []string
	for _, p := range programs {
		names = append(names, xperfProvider(p.Provider))
	}
	lines := []string{
		start, "xperf -start programs -on " + strings.Join(names, "+") + " -f programs.etl", o.windowsCommand(), "xperf -stop", "xperf -stop programs",
	}
	merge := "xperf -merge kernel.etl programs.etl "
	if slices.Contains(o.Groups, Methods) {
		there := controller.MethodsThere() // once for all, and time to report
		there.Keywords |= controller.ModulesThere().Keywords
		lines = append(lines, "xperf -start methods -on "+xperfProvider(there)+" -f methods.etl", "timeout /t 5 /nobreak", "xperf -stop methods")
		merge += "methods.etl "
	}
	return append(lines, merge+path)
}
