package text

import (
	"bufio"
	"cmp"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"threadlens/model"
)

// lastYear is the last year of times of day that are written (RFC 3339); a damaged trace may
// contain later ones.
const lastYear = 9999

// NewWriter prepares to write the events of the trace to which info and tables belong. Both are
// read during Events and Close.
func NewWriter(w io.Writer, info *model.Info, tables *model.Tables) *Writer {
	return &Writer{
		w: bufio.NewWriterSize(w, 64<<10), info: info, tables: tables,
		stacks: map[model.StackID]uint64{},
	}
}

// Events writes a batch. The error is that of the underlying writer, or names the event that the
// format cannot express.
func (w *Writer) Events(batch []model.Event) error {
	w.begin()
	for i := range batch {
		w.event(&batch[i])
	}
	return w.err
}

// Comment writes a line that readers skip, for people, after the header.
func (w *Writer) Comment(line string) {
	w.begin()
	w.statement("# " + strings.Map(func(r rune) rune {
		if r < ' ' || r == utf8.RuneError {
			return ' '
		}
		return r
	}, line))
	w.end()
}

// Close writes what is left and flushes. It does not close the underlying
// writer.
func (w *Writer) Close() error {
	w.begin()
	if n := w.info; n.LostEvents != 0 || n.LostBuffers != 0 {
		w.statement("lost")
		w.line = strconv.AppendInt(append(w.line, ' '), n.LostEvents, 10)
		w.number("buffers", n.LostBuffers)
		w.end()
	}
	for i := range w.info.Modules {
		w.module(&w.info.Modules[i])
	}
	if slices.ContainsFunc(w.info.SourceEvents, foreign) { // otherwise readers count them themselves
		for i := range w.info.SourceEvents {
			w.records(&w.info.SourceEvents[i])
		}
	}
	for _, c := range w.info.ByProcess {
		w.statement("eventsof")
		w.line = appendPID(append(w.line, ' '), c.PID)
		w.line = strconv.AppendInt(append(w.line, ' '), c.Events, 10)
		w.end()
	}
	for i := range w.info.Diagnostics {
		d := &w.info.Diagnostics[i]
		w.statement("diagnostic")
		w.words(d.Severity.String(), d.Code, d.Text)
		w.number("n", d.Count)
		w.timeSetting("from", d.Range.From)
		w.timeSetting("to", d.Range.To)
		w.end()
	}
	if w.err != nil {
		return w.err
	}
	return w.w.Flush()
}

// module writes a file of code.
func (w *Writer) module(m *model.Module) {
	w.statement("module")
	w.words(m.Name)
	w.setting("path", m.Path)
	w.setting("buildid", m.BuildID)
	w.setting("imageid", m.ImageID)
	w.setting("pdb", m.PDB)
	w.flag("kernel", m.Kernel)
	w.address("base", int64(m.Base))
	w.address("size", int64(m.Size))
	w.setting("symbols", m.Symbols)
	w.setting("missing", m.Missing)
	w.end()
}

// foreign reports whether records are not of this format.
func foreign(e model.SourceEvent) bool {
	return e.Provider != "" || !slices.Contains(kindNames[:], e.Name)
}

// records writes how many records of a kind the original file had.
func (w *Writer) records(e *model.SourceEvent) {
	w.statement("records")
	w.words(e.Name)
	w.line = strconv.AppendInt(append(w.line, ' '), e.Count, 10)
	w.setting("provider", e.Provider)
	w.number("id", int64(e.ID))
	w.number("version", int64(e.Version))
	w.end()
}

// begin writes the header once.
func (w *Writer) begin() {
	if w.begun {
		return
	}
	w.begun = true
	n := w.info
	w.statement(firstWord)
	w.words(version)
	w.end()
	if n.CPUs > 0 {
		w.statement("cpus")
		w.words(strconv.Itoa(n.CPUs))
		w.end()
	}
	w.places()
	if n.End > 0 {
		w.statement("span")
		w.time(0)
		w.time(n.End)
		w.end()
	}
	if n.Cut.Len() > 0 {
		w.statement("cut")
		w.time(n.Cut.From)
		w.time(n.Cut.To)
		w.end()
	}
	w.statement("os")
	w.words(cmp.Or(n.OS.Family, "other"))
	w.setting("version", n.OS.Version)
	w.setting("machine", n.OS.Machine)
	w.setting("processor", n.OS.Processor)
	w.end()
	w.recording()
}

// places writes the places of the CPUs.
func (w *Writer) places() {
	for cpu, p := range w.info.Topology {
		if p == model.Nowhere {
			continue
		}
		w.statement("place")
		w.words(strconv.Itoa(cpu))
		for _, f := range []struct {
			key string
			n   int32
		}{{"socket", p.Socket}, {"node", p.Node}, {"core", p.Core}} {
			if f.n >= 0 {
				w.key(f.key)
				w.line = strconv.AppendInt(w.line, int64(f.n), 10)
			}
		}
		w.setting("class", p.Class)
		w.end()
	}
}

// recording writes the header's facts about how the trace was made.
func (w *Writer) recording() {
	n := w.info
	if c := n.Clock; c != (model.Clock{}) {
		w.statement("clock")
		w.words(c.Name)
		w.number("start", c.StartNS)
		w.number("res", c.ResolutionNS)
		w.end()
	}
	if year := n.StartWall.UTC().Year(); !n.StartWall.IsZero() && year >= 0 && year <= lastYear {
		w.statement("wall")
		w.words(n.StartWall.UTC().Format(time.RFC3339Nano))
		w.end()
	}
	w.about()
	if n.PerTask {
		w.statement("pertask")
		w.end()
	}
	if n.PartialRan {
		w.statement("partialran")
		w.end()
	}
	if n.SampleEvery > 0 && n.SampleEvery <= maxTime {
		w.statement("sampleperiod")
		w.time(n.SampleEvery)
		w.end()
	}
	w.recorded(&n.Recorded)
	if n.TwoClocks {
		w.statement("twoclocks")
		w.end()
	}
	w.surroundings()
	has := n.Has
	w.statement("has")
	for _, f := range hasFields(&has) {
		if *f.bit {
			w.words(f.name)
		}
	}
	w.end()
}

// about writes the target of the trace, its recorder and its cost.
func (w *Writer) about() {
	n := w.info
	if n.TargetPID != model.NoPID {
		w.statement("target")
		w.line = appendPID(append(w.line, ' '), n.TargetPID)
		w.end()
	}
	if n.Recorder != 0 {
		w.statement("recorder")
		w.line = appendPID(append(w.line, ' '), n.Recorder)
		w.end()
	}
	if n.EventCost > 0 {
		w.statement("eventcost")
		w.time(n.EventCost)
		w.end()
	}
	if n.Command != "" {
		w.statement("command")
		w.words(n.Command)
		w.end()
	}
}

// recorded writes what was recorded throughout; such a line may be long.
func (w *Writer) recorded(r *model.Recorded) {
	if !r.Faults && !r.FaultStarts && !r.AllCalls && !r.Blocking && len(r.Calls) == 0 {
		return
	}
	w.statement("recorded")
	if r.Faults {
		w.words("faults")
	}
	if r.FaultStarts {
		w.words("faultstarts")
	}
	if r.AllCalls {
		w.words("calls")
	}
	if r.Blocking {
		w.words("blocking")
	}
	w.words(r.Calls...)
	w.end()
}
