package capture

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"time"

	"threadlens/ingest/live"
	"threadlens/ingest/record"
)

// Values of RecordChoice.What.
const (
	RecordSystem  = "system"  // the whole system
	RecordProcess = "process" // also, with a running process as the target
	RecordCommand = "command" // also, with a program that is started as the target
)

// RecordTools are the tools whose commands record the same on this system, for RecordChoice.Tool.
// This program is the first one.
func RecordTools() []string {
	if runtime.GOOS == "windows" {
		return []string{programName, "wpr", "xperf"}
	}
	return []string{programName, "perf", "trace-cmd"}
}

const programName = "threadlens"

// RecordChoice is the last choice of what to record. Figures are kept as they were typed.
type RecordChoice struct {
	What    string   `json:"what"`
	Command string   `json:"command"` // with its arguments, in one line; see SplitWords
	Alone   bool     `json:"alone"`   // not the whole system, but the process and its descendants
	Limited bool     `json:"limited"` // ends after Seconds
	Seconds string   `json:"seconds"`
	Newest  bool     `json:"newest"` // keeps at most Keep MiB of the newest events
	Keep    string   `json:"keep_mib"`
	Groups  []string `json:"groups"` // of events, by name
	Stacks  bool     `json:"stacks"`
	Sampled bool     `json:"sampled"`
	Samples string   `json:"samples"` // a second and CPU
	Folder  string   `json:"folder"`  // "" for the user's own
	Tool    string   `json:"tool"`    // one of RecordTools
}

// DefaultRecordChoice are the choices at the first start.
func DefaultRecordChoice() RecordChoice {
	c := RecordChoice{What: RecordCommand, Seconds: "10", Keep: "256", Sampled: true, Samples: strconv.Itoa(record.DefaultSamples), Tool: programName}
	for _, g := range record.DefaultGroups() {
		c.Groups = append(c.Groups, g.String())
	}
	return c
}

// Repair replaces values that no version of the program writes.
func (c *RecordChoice) Repair() {
	if !slices.Contains([]string{RecordSystem, RecordProcess, RecordCommand}, c.What) {
		c.What = RecordCommand
	}
	if !slices.Contains(RecordTools(), c.Tool) {
		c.Tool = programName
	}
	c.Groups = slices.DeleteFunc(c.Groups, func(name string) bool {
		_, ok := record.ParseGroup(name)
		return !ok
	})
}

// SetGroup includes or excludes a group of events. Copies of the choice are not affected.
func (c *RecordChoice) SetGroup(name string, on bool) {
	var groups []string
	for _, g := range record.GroupNames() { // in their order
		if g == name && on || g != name && slices.Contains(c.Groups, g) {
			groups = append(groups, g)
		}
	}
	c.Groups = groups
}

// RecordGroup is a group of events that can be recorded.
type RecordGroup struct{ Name, Title string }

// RecordGroups are the groups of events available on this system.
func RecordGroups() (list []RecordGroup) {
	for _, name := range record.GroupNames() {
		g, _ := record.ParseGroup(name)
		if !g.Here() {
			continue
		}
		list = append(list, RecordGroup{name, g.Title()})
	}
	return list
}

// RecordPlan is a requested recording.
type RecordPlan struct {
	RecordChoice
	Process record.Process // of RecordProcess; PID 0 until one is chosen
	Path    string         // "" for a new name in Folder
	At      time.Time      // in that name
}

// RecordField names a field of a plan.
type RecordField string

// Fields that may be invalid.
const (
	FieldCommand RecordField = "command"
	FieldProcess RecordField = "process"
	FieldSeconds RecordField = "seconds"
	FieldKeep    RecordField = "keep"
	FieldSamples RecordField = "samples"
	FieldPath    RecordField = "path"
)

// RecordProblem explains in a sentence why a plan cannot be carried out.
type RecordProblem struct {
	Field RecordField
	Text  string
}

// Bounds of the figures of a plan.
const (
	maxRecordSeconds = 7 * 24 * 3600
	maxRecordKeep    = 1 << 16 // MiB
	maxRecordSamples = 100_000
)

// Options are what the plan requests, where there is no problem, and the problems, by field from
// top to bottom.
func (p *RecordPlan) Options() (o record.Options, problems []RecordProblem) {
	wrong := func(f RecordField, why string) {
		if why != "" {
			problems = append(problems, RecordProblem{f, why})
		}
	}
	o = record.Options{Stacks: p.Stacks, Ring: record.DefaultRing, NoInput: true, Program: programName}
	o.Tree = p.IsAlone()
	var why string
	switch p.What {
	case RecordCommand:
		o.Command, why = p.words()
		wrong(FieldCommand, why)
	case RecordProcess:
		if o.PID = p.Process.PID; o.PID == 0 {
			wrong(FieldProcess, "Select a process.")
		}
	}
	if p.Limited {
		o.For, why = p.length()
		wrong(FieldSeconds, why)
	}
	if p.Newest {
		o.Keep, why = parseUpTo(p.Keep, "Enter how many MiB of events to keep.", maxRecordKeep)
		o.Keep <<= 20
		wrong(FieldKeep, why)
	}
	for _, name := range p.Groups {
		if g, ok := record.ParseGroup(name); ok {
			o.Groups = append(o.Groups, g)
		}
	}
	if p.Sampled {
		n, why := parseUpTo(p.Samples, "Enter the number of samples per second on each CPU.", maxRecordSamples)
		o.Samples = int(n)
		wrong(FieldSamples, why)
	}
	o.Path, why = p.File()
	wrong(FieldPath, why)
	return o, problems
}

// length is how long to record, or why that is invalid.
func (p *RecordPlan) length() (d time.Duration, why string) {
	n, err := strconv.ParseFloat(strings.TrimSpace(p.Seconds), 64)
	if err != nil || !(n >= 0.001 && n <= maxRecordSeconds) {
		return 0, "Enter the recording time in seconds, such as 10."
	}
	return time.Duration(n * float64(time.Second)), ""
}

// parseUpTo reads a number from 1 to most; it is 0 for anything else.
func parseUpTo(text, wants string, most int64) (n int64, why string) {
	n, err := strconv.ParseInt(strings.TrimSpace(text), 10, 64)
	if err != nil || n < 1 || n > most {
		return 0, fmt.Sprintf("%s Allowed: 1 to %d.", wants, most)
	}
	return n, ""
}

// words are those of the command, or why it cannot be started.
func (p *RecordPlan) words() (words []string, why string) {
	words, err := SplitWords(p.Command)
	switch {
	case err != nil:
		return nil, "The command cannot be parsed: " + err.Error() + "."
	case len(words) == 0:
		return nil, "Enter a command."
	}
	if _, err := exec.LookPath(words[0]); err != nil {
		return words, fmt.Sprintf("No executable program “%s” was found.", words[0])
	}
	return words, ""
}

// File is the file that the plan makes, and why it cannot be made, "" where it can. A generated
// name is always that of a new file.
func (p *RecordPlan) File() (path, why string) { return p.file(record.Ending) }

// LiveFile is the file for saving a live view, and why it cannot be made.
func LiveFile(folder string, at time.Time) (path, why string) {
	p := RecordPlan{RecordChoice: RecordChoice{What: RecordSystem, Folder: folder}, At: at}
	return p.file(live.Ending)
}

func (p *RecordPlan) file(ending string) (path, why string) {
	if p.Path == "" {
		path = freeName(filepath.Join(p.folder(), "threadlens-"+p.subject()+"-"+p.At.Format("20060102-150405")), ending)
	} else {
		path = expandHome(strings.TrimSpace(p.Path))
	}
	switch info, err := os.Stat(filepath.Dir(path)); {
	case !filepath.IsAbs(path):
		return path, "Enter an absolute path, or a path that starts with ~."
	case err != nil || !info.IsDir():
		return path, fmt.Sprintf("The folder %s does not exist.", filepath.Dir(path))
	}
	if _, err := os.Lstat(path); err == nil {
		return path, fmt.Sprintf("%s already exists and will not be replaced: choose another name.", filepath.Base(path))
	}
	return path, ""
}

// folder is the default folder for files.
func (p *RecordPlan) folder() string {
	if info, err := os.Stat(p.Folder); p.Folder != "" && err == nil && info.IsDir() {
		return p.Folder
	}
	return expandHome("~")
}

// expandHome replaces a leading ~ by the user's folder.
func expandHome(path string) string {
	rest, ok := strings.CutPrefix(path, "~")
	home, err := os.UserHomeDir()
	if !ok || err != nil || rest != "" && !os.IsPathSeparator(rest[0]) {
		return path
	}
	return filepath.Join(home, rest)
}

// maxSubject bounds the part of a file's name that describes what was recorded, in bytes.
const maxSubject = 32

// subject describes what is recorded, for a file's name.
func (p *RecordPlan) subject() string {
	name := "system"
	switch p.What {
	case RecordCommand:
		name = "command"
		if words, err := SplitWords(p.Command); err == nil && len(words) > 0 {
			name = filepath.Base(words[0])
		}
	case RecordProcess:
		name = p.Process.Name
	}
	var b strings.Builder
	for _, r := range name {
		if b.Len() >= maxSubject {
			break
		}
		switch {
		case r >= 'a' && r <= 'z', r >= 'A' && r <= 'Z', r >= '0' && r <= '9', r == '_', r == '.' && b.Len() > 0:
			b.WriteRune(r)
		default:
			b.WriteByte('_')
		}
	}
	if b.Len() == 0 {
		return "process"
	}
	return b.String()
}

// freeName is base and ending, with a number between them if that file exists.
func freeName(base, ending string) string {
	path := base + ending
	for n := 2; ; n++ {
		if _, err := os.Lstat(path); err != nil {
			return path
		}
		path = fmt.Sprintf("%s-%d%s", base, n, ending)
	}
}

// IsAlone reports whether a process is recorded alone.
func (p *RecordPlan) IsAlone() bool { return p.Alone && p.What != RecordSystem }

// Title describes what is recorded.
func (p *RecordPlan) Title() string {
	switch p.What {
	case RecordCommand:
		return strings.Join(strings.Fields(p.Command), " ")
	case RecordProcess:
		if p.IsAlone() {
			return fmt.Sprintf("%s (%d) only", p.Process.Name, p.Process.PID)
		}
		return fmt.Sprintf("The whole system, with %s (%d) as the target", p.Process.Name, p.Process.PID)
	}
	return "The whole system"
}

// Choice is the part of the plan that is kept for the next one.
func (p *RecordPlan) Choice() RecordChoice {
	c := p.RecordChoice
	if path, why := p.File(); p.Path != "" && why == "" {
		c.Folder = filepath.Dir(path)
	}
	return c
}

// EquivalentCommand is the shell command that records the same with the chosen tool.
func (p *RecordPlan) EquivalentCommand() string {
	o, _ := p.Options()
	if len(o.Command) == 0 && p.What == RecordCommand {
		o.Command = []string{"COMMAND"}
	}
	for _, e := range append(o.Equivalents(), record.Equivalent{Tool: programName, Lines: []string{o.Verb()}}) {
		if e.Tool == p.Tool {
			return strings.Join(e.Lines, " && ")
		}
	}
	return ""
}
