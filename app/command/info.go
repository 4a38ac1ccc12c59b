package command

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"strconv"
	"strings"
	"text/tabwriter"

	"threadlens/app/export"
	"threadlens/app/session/explain"
	"threadlens/ingest/symbols"
	"threadlens/model"
	"threadlens/model/filter"
	"threadlens/model/measure"
	"threadlens/model/report"
)

func setupInfo(c *call) func() error {
	var format string
	c.flags.StringVar(&format, "format", "text", "`FORMAT`: text, json, or problem (a report for the maintainers of Threadlens, without names from the trace)")
	c.common()
	c.outputs()
	return func() error {
		path, err := c.oneFile(c.args)
		if err != nil {
			return err
		}
		write := writeInfoText
		switch format {
		case "text":
		case "json":
			write = writeInfoJSON
		case "problem":
			write = writeProblem
		default:
			return fmt.Errorf("--format %s: the verb info needs text, json or problem", format)
		}
		t, err := c.load(path)
		if err != nil {
			return err
		}
		return c.output.write(c.ctx, c.out, func(w io.Writer) error { return write(w, t) })
	}
}

func writeProblem(w io.Writer, t *model.Trace) error {
	_, err := io.WriteString(w, explain.ProblemReport(t, nil))
	return err
}

func writeInfoJSON(w io.Writer, t *model.Trace) error {
	var b strings.Builder
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", " ")
	if err := e.Encode(factsOf(t)); err != nil {
		return err
	}
	_, err := io.WriteString(w, export.PlainJSON(b.String()))
	return err
}

func writeInfoText(out io.Writer, t *model.Trace) error {
	var text bytes.Buffer // writes to it cannot fail
	w := tabwriter.NewWriter(&text, 0, 8, 2, ' ', 0)
	f := factsOf(t)
	for _, l := range headLines(t, f) {
		if l[1] != "" {
			fmt.Fprintf(w, "%s\t%s\n", l[0], model.Clean(l[1]))
		}
	}
	fmt.Fprintf(w, "\nEvents\n")
	for _, e := range f.Events {
		if e.n > 0 {
			fmt.Fprintf(w, "  %s\t%d\n", e.name, e.n)
		}
	}
	fmt.Fprintf(w, "\nRecords in the file\n")
	for _, e := range f.Source {
		fmt.Fprintf(w, "  %s\t%d\n", sourceName(e), e.Count)
	}
	writeSurroundings(w, t.Info)
	fmt.Fprintf(w, "\nHealth\n")
	for _, s := range healthLines(t) {
		fmt.Fprintf(w, "  %s\n", s)
	}
	if err := w.Flush(); err != nil {
		return err
	}
	_, err := out.Write(text.Bytes())
	return err
}

// mostProcesses is how many processes are listed with their surroundings.
const mostProcesses = 20

// writeSurroundings writes what the recording contains about quotas and processes.
func writeSurroundings(w io.Writer, n *model.Info) {
	if len(n.Groups) > 0 {
		fmt.Fprintf(w, "\nCPU quotas\n")
	}
	for i := range n.Groups {
		fmt.Fprintf(w, "  %s\t%s\n", n.Groups[i].Path, report.QuotaSentence(&n.Groups[i]))
	}
	if len(n.Surroundings) > 0 {
		fmt.Fprintf(w, "\nRecorded processes\n")
	}
	for i := range n.Surroundings[:min(len(n.Surroundings), mostProcesses)] {
		s := &n.Surroundings[i]
		fmt.Fprintf(w, "  %d\t%s\n", s.PID, model.Clean(report.SurroundingsText(s)))
	}
	if more := len(n.Surroundings) - mostProcesses; more > 0 {
		fmt.Fprintf(w, "  and %d more\n", more)
	}
}

// cutLine is the part of a recording that the file holds, "" if it was not cut.
func cutLine(t *model.Trace) string {
	if t.Info.Cut.Len() == 0 {
		return ""
	}
	return measure.Window(t.Held()) + ": the rest of the recording is not in the file"
}

// headLines are the facts that fit on a line each: a name and a text, "" where it is unknown.
func headLines(t *model.Trace, f *facts) [][2]string {
	n := t.Info
	started := ""
	if f.StartWall != nil {
		started = *f.StartWall
	}
	has, not := f.Has.kinds()
	cost, _ := measure.RecordingCost(t)
	recorded := n.Command
	if n.TargetPID != model.NoPID {
		recorded = strings.TrimPrefix(recorded+", pid "+strconv.FormatUint(uint64(n.TargetPID), 10), ", ")
	}
	return [][2]string{
		{"File", n.File},
		{"Format", n.Format},
		{"Size", strconv.FormatInt(n.Size, 10) + " bytes"},
		{"System", n.OS.String()},
		{"CPU", n.OS.Processor},
		{"Hypervisor", measure.VirtualOf(n).Hypervisor},
		{"Clock", clockLine(n.Clock)},
		{"Started", started},
		{"Recorded target", recorded},
		{"Target process", guessedTarget(t)},
		{"CPUs", processorLine(t)},
		{"Length", measure.Duration(t.Held().Len()) + " (" + strconv.FormatInt(int64(t.Held().Len()), 10) + " ns)"},
		{"Part in this file", cutLine(t)},
		{"Processes", strconv.Itoa(knownProcesses(t))},
		{"Threads", threadLine(t)},
		{"Context switches", strconv.FormatInt(t.SwitchCount(), 10)},
		{"Samples", sampleLine(n)},
		{"Recording cost", cost},
		{"Trace can show", has},
		{"Trace cannot show", not},
	}
}

// guessedTarget names the target that reports use and the alternatives, "" where the trace contains
// for whom it was recorded.
func guessedTarget(t *model.Trace) string {
	g, err := measure.FindTarget(t, filter.Filter{})
	if err != nil || len(g.Procs) == 0 || len(t.DeclaredTargets()) > 0 {
		return ""
	}
	return strings.TrimSuffix(strings.TrimPrefix(g.Sentence(t), "Target: "), ".")
}

// sourceName is a kind of record with its provider, unless the name contains it.
func sourceName(e sourceFacts) string {
	if e.Provider == "" || strings.HasPrefix(e.Name, e.Provider) {
		return e.Name
	}
	return e.Name + " (" + e.Provider + ")"
}

func clockLine(c model.Clock) string {
	if c.Name == "" && c.StartNS == 0 {
		return ""
	}
	return fmt.Sprintf("%s, resolution %d ns, clock value %d ns at trace start", c.Name, max(1, c.ResolutionNS), c.StartNS)
}

func sampleLine(n *model.Info) string {
	if !n.Has.Samples || n.SampleEvery == 0 {
		return ""
	}
	return "every " + measure.Duration(n.SampleEvery) + " on each CPU"
}

func processorLine(t *model.Trace) string {
	unknown := 0
	for i := range t.Cores {
		if !t.Cores[i].Known {
			unknown++
		}
	}
	if unknown == 0 {
		return strconv.Itoa(len(t.Cores))
	}
	return fmt.Sprintf("%d (CPUs without a recorded context switch: %d)", len(t.Cores), unknown)
}

func threadLine(t *model.Trace) string {
	all := 0
	for i := range t.Threads {
		if !t.Threads[i].Idle {
			all++
		}
	}
	return fmt.Sprintf("%d (%d with recorded activity)", all, len(measure.Visible(t)))
}

func knownProcesses(t *model.Trace) int {
	n := 0
	for i := range t.Processes {
		if t.Processes[i].Known {
			n++
		}
	}
	return n
}

// healthLines are the sentences about what is missing, then the non-zero counters.
func healthLines(t *model.Trace) []string {
	lines := measure.Partial(t, t.Held())
	if calm := measure.Calm(t, t.Held()); calm != "" {
		lines = append(lines, calm)
	}
	if len(lines) == 0 {
		lines = []string{"No events lost."}
	}
	for i, n := range t.Counters {
		if n != 0 {
			c := model.Counter(i)
			line := fmt.Sprintf("%v %d: %s", c, n, c.Doc())
			if share := report.WakeShare(t, c); share != "" {
				line += ", " + share
			}
			lines = append(lines, line)
		}
	}
	return append(lines, unnamedLine(t)...)
}

// unnamedLine is how many frames of stacks in known files lack the name of a function.
func unnamedLine(t *model.Trace) []string {
	var all, named int64
	for _, m := range report.FramesByModule(t) {
		if m.Name != "" {
			all, named = all+m.Frames, named+m.Named
		}
	}
	if all == named {
		return nil
	}
	files := ""
	if n := len(symbols.Wanted(t)); n > 0 {
		files = fmt.Sprintf(" Missing files that a symbol server may have: %d; threadlens symbols FILE lists them.", n)
	}
	return []string{fmt.Sprintf("%d of %d stack frames are unresolved; threadlens report symbols FILE lists what is missing.%s", all-named, all, files)}
}
