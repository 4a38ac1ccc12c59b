package profiles

import (
	"bufio"
	"encoding/json"
	"io"
	"path/filepath"
	"strconv"
	"time"

	"threadlens/model"
	"threadlens/model/measure"
	"threadlens/model/measure/calltree"
)

// The processed profile format of the Firefox Profiler, version 48: later programs bring it up to
// date. https://github.com/firefox-devtools/profiler, src/types/profile.js and
// docs-developer/CHANGELOG-formats.md. A sample is a stretch of a thread's life with its time in ms as
// weight. Tables are columns of equal length.
const firefoxVersion = 48

// firefoxColours are colours that the Firefox Profiler knows, in the order of titles; they are like those of
// the timeline. One must be grey.
var firefoxColours = [model.NumCategories + 1]string{
	model.Execution: "green", model.Synchronization: "red", model.IO: "purple", model.Sleep: "lightblue",
	model.MemoryManagement: "orange", model.Preemption: "yellow", model.UIProcessing: "brown", model.Dispatch: "yellow",
	model.Interrupt: "darkgray", model.UnknownCategory: "grey", model.WaitForWork: "transparent", model.Unclassified: "grey",
	model.NumCategories: "green",
}

type firefoxCategory struct {
	Name          string   `json:"name"`
	Color         string   `json:"color"`
	Subcategories []string `json:"subcategories"`
}

type firefoxMeta struct {
	Interval     float64           `json:"interval"`
	Start        float64           `json:"startTime"`
	ProcessType  int               `json:"processType"`
	Product      string            `json:"product"`
	ImportedFrom string            `json:"importedFrom"`
	Stackwalk    int               `json:"stackwalk"`
	Version      int               `json:"version"`
	Processed    int               `json:"preprocessedProfileVersion"`
	Symbolicated bool              `json:"symbolicated"`
	Units        firefoxUnits      `json:"sampleUnits"`
	CPUs         int               `json:"logicalCPUs,omitempty"`
	Platform     string            `json:"oscpu"`
	Categories   []firefoxCategory `json:"categories"`
	Schema       []firefoxSchema   `json:"markerSchema"`
}

// firefoxUnits are the units of columns of samples.
type firefoxUnits struct {
	Time  string `json:"time"`
	Delay string `json:"eventDelay"`
	CPU   string `json:"threadCPUDelta"`
}

// firefoxSchema says where markers of a type are shown.
type firefoxSchema struct {
	Name    string   `json:"name"`
	Display []string `json:"display"`
	Data    []string `json:"data"`
}

// firefoxMarkers is the only type of our markers.
const firefoxMarkers = "Threadlens"

type firefoxThread struct {
	ProcessType  string         `json:"processType"`
	ProcessName  string         `json:"processName"`
	ProcessStart float64        `json:"processStartupTime"`
	ProcessEnd   *float64       `json:"processShutdownTime"`
	Registered   float64        `json:"registerTime"`
	Unregistered *float64       `json:"unregisterTime"`
	Paused       []struct{}     `json:"pausedRanges"`
	Name         string         `json:"name"`
	Main         bool           `json:"isMainThread"`
	PID          string         `json:"pid"`
	TID          string         `json:"tid"`
	Samples      firefoxSamples `json:"samples"`
	Markers      firefoxMarks   `json:"markers"`
	Stacks       firefoxStacks  `json:"stackTable"`
	Frames       firefoxFrames  `json:"frameTable"`
	Functions    firefoxFuncs   `json:"funcTable"`
	Resources    firefoxEmpty   `json:"resourceTable"`
	Symbols      firefoxEmpty   `json:"nativeSymbols"`
	Strings      []string       `json:"stringArray"`
}

type firefoxSamples struct {
	Length     int       `json:"length"`
	Stack      []int32   `json:"stack"`
	Time       []float64 `json:"time"`
	Weight     []float64 `json:"weight"`
	WeightType string    `json:"weightType"`
	// CPU is the CPU time since the sample before, in ns.
	CPU []model.Time `json:"threadCPUDelta"`
}

type firefoxMarks struct {
	Length   int               `json:"length"`
	Name     []int32           `json:"name"`
	Start    []float64         `json:"startTime"`
	End      []*float64        `json:"endTime"`
	Phase    []int             `json:"phase"` // 0: at a time, 1: from start to end
	Category []int32           `json:"category"`
	Data     []firefoxMarkData `json:"data"`
}

type firefoxMarkData struct {
	Type string `json:"type"`
}

type firefoxStacks struct {
	Length      int      `json:"length"`
	Prefix      []*int32 `json:"prefix"` // null for the first function
	Frame       []int32  `json:"frame"`
	Category    []int32  `json:"category"`
	Subcategory []int32  `json:"subcategory"`
}

type firefoxFrames struct {
	Length         int      `json:"length"`
	Address        []int32  `json:"address"` // -1: there is no code
	InlineDepth    []int32  `json:"inlineDepth"`
	Category       []*int32 `json:"category"`
	Subcategory    []*int32 `json:"subcategory"`
	Func           []int32  `json:"func"`
	NativeSymbol   []*int32 `json:"nativeSymbol"`
	InnerWindow    []*int32 `json:"innerWindowID"`
	Implementation []*int32 `json:"implementation"`
	Line           []*int32 `json:"line"`
	Column         []*int32 `json:"column"`
}

type firefoxFuncs struct {
	Length        int      `json:"length"`
	Name          []int32  `json:"name"`
	IsJS          []bool   `json:"isJS"`
	RelevantForJS []bool   `json:"relevantForJS"`
	Resource      []int32  `json:"resource"`
	FileName      []*int32 `json:"fileName"`
	LineNumber    []*int32 `json:"lineNumber"`
	ColumnNumber  []*int32 `json:"columnNumber"`
}

// firefoxEmpty is a table without rows; its columns are those of both tables that we leave empty.
type firefoxEmpty struct {
	Length       int     `json:"length"`
	Lib          []int32 `json:"lib"`
	Name         []int32 `json:"name"`
	Host         []int32 `json:"host"`
	Type         []int32 `json:"type"`
	LibIndex     []int32 `json:"libIndex"`
	Address      []int32 `json:"address"`
	FunctionSize []int32 `json:"functionSize"`
}

// inMS is a time in ms.
func inMS(t model.Time) float64 { return float64(t) / float64(time.Millisecond) }

// writeFirefox writes the lives of the threads, and their markers.
func writeFirefox(s *Stacks, w io.Writer) error {
	out := bufio.NewWriter(w)
	j := json.NewEncoder(out)
	j.SetEscapeHTML(false)
	out.WriteString(`{"meta":`)
	if err := j.Encode(metaOf(s)); err != nil {
		return err
	}
	out.WriteString(`,"libs":[],"pages":[],"threads":[`)
	functions, lives, marks := calltree.NewFunctions(s.Trace, s.Mine), calltree.NewLives(s.Trace, s.Range), marksOf(s)
	for i, ix := range s.Threads {
		if i > 0 {
			out.WriteByte(',')
		}
		if err := j.Encode(threadOf(s, ix, lives.Of(ix), functions, marks[ix])); err != nil {
			return err
		}
	}
	out.WriteString("]}\n")
	return out.Flush()
}

func metaOf(s *Stacks) *firefoxMeta {
	m := &firefoxMeta{
		Interval: 1, Product: filepath.Base(s.Trace.Info.File) + ", " + measure.Window(s.Range), ImportedFrom: "Threadlens",
		Stackwalk: 1, Version: 28, Processed: firefoxVersion, Symbolicated: true, Units: firefoxUnits{"ms", "ms", "ns"}, CPUs: s.Trace.Info.CPUs, Platform: s.Trace.Info.OS.String(),
		Schema: []firefoxSchema{{firefoxMarkers, []string{"marker-chart", "marker-table", "timeline-overview"}, []string{}}},
	}
	if wall := s.Trace.Info.StartWall; !wall.IsZero() {
		m.Start = float64(wall.UnixMicro()) / 1000
	}
	for i, title := range titles() {
		m.Categories = append(m.Categories, firefoxCategory{title, firefoxColours[i], []string{"Other"}})
	}
	return m
}

// threadOf is a thread with its own tables.
func threadOf(s *Stacks, ix model.ThreadIx, stretches []calltree.Stretch, functions *calltree.Functions, marks []firefoxMark) *firefoxThread {
	thread, process := &s.Trace.Threads[ix], s.Trace.Process(ix)
	names := &interned[string]{}
	at := newPlaces(names, functions)
	f := &firefoxThread{
		ProcessType: "default", ProcessName: process.Title(), ProcessStart: inMS(process.Life.From), Registered: inMS(thread.Life.From),
		Paused: []struct{}{}, Name: measure.ThreadName(s.Trace, ix), Main: uint32(thread.TID) == process.PID,
		PID: incarnated(uint64(process.PID), process.Incarnation), TID: incarnated(uint64(thread.TID), thread.Incarnation),
		Samples: newFirefoxSamples(stretches, &at), Resources: newFirefoxEmpty(), Symbols: newFirefoxEmpty(),
	}
	if thread.Ended {
		end := inMS(thread.Life.To)
		f.Unregistered = &end
	}
	f.tables(&at)
	f.mark(s, marks, names)
	f.Strings = append([]string{}, names.list...)
	return f
}

// newFirefoxSamples makes a sample of each stretch, and one at the end for the CPU time up to there. Readers want columns even where there are no rows.
func newFirefoxSamples(stretches []calltree.Stretch, at *places) firefoxSamples {
	n := len(stretches)
	if n == 0 {
		return firefoxSamples{0, []int32{}, []float64{}, []float64{}, "tracing-ms", []model.Time{}}
	}
	f := firefoxSamples{n + 1, make([]int32, n+1), make([]float64, n+1), make([]float64, n+1), "tracing-ms", make([]model.Time, n+1)}
	for i := range stretches {
		x := &stretches[i]
		f.Stack[i], f.Time[i], f.Weight[i] = at.of(x), inMS(x.From), inMS(weightOf(x))
		if x.Category == model.Execution {
			f.CPU[i+1] = x.Time
		}
	}
	f.Stack[n], f.Time[n] = f.Stack[n-1], inMS(stretches[n-1].To)
	return f
}

func newFirefoxEmpty() firefoxEmpty {
	none := []int32{}
	return firefoxEmpty{0, none, none, none, none, none, none, none}
}

// incarnated is an id which in a trace stands for one process or thread only.
func incarnated(id uint64, incarnation int) string {
	text := strconv.FormatUint(id, 10)
	if incarnation > 0 {
		text += "." + strconv.Itoa(incarnation)
	}
	return text
}

// tables makes the tables of stacks: a frame for each name, but for each category one of its own.
func (f *firefoxThread) tables(at *places) {
	frames, rows := interned[firefoxFrame]{}, len(at.rows.list)
	f.Stacks = firefoxStacks{rows, make([]*int32, rows), make([]int32, rows), append([]int32{}, at.titles...), make([]int32, rows)}
	for row, p := range at.rows.list {
		frame := firefoxFrame{p.name, noCaller}
		if p.caller == noCaller {
			frame.title = at.titles[row]
		} else {
			f.Stacks.Prefix[row] = &p.caller
		}
		f.Stacks.Frame[row] = frames.of(frame)
	}
	n := len(frames.list)
	none := make([]*int32, n)
	f.Frames.Length, f.Frames.Address, f.Frames.InlineDepth = n, column[int32](n, -1), make([]int32, n)
	f.Frames.Subcategory, f.Frames.NativeSymbol, f.Frames.InnerWindow = none, none, none
	f.Frames.Implementation, f.Frames.Line, f.Frames.Column = none, none, none
	f.Frames.Category, f.Frames.Func, f.Functions.Name = make([]*int32, n), make([]int32, n), make([]int32, n)
	for i, x := range frames.list {
		if x.title != noCaller {
			f.Frames.Category[i] = &x.title // others inherit that of their caller
		}
		f.Frames.Func[i], f.Functions.Name[i] = int32(i), x.name
	}
	f.Functions.Length, f.Functions.IsJS, f.Functions.RelevantForJS = n, make([]bool, n), make([]bool, n)
	f.Functions.Resource, f.Functions.FileName, f.Functions.LineNumber, f.Functions.ColumnNumber = column[int32](n, -1), none, none, none
}

// firefoxFrame is a name in a stack, with the category that it stands for, or noCaller.
type firefoxFrame struct{ name, title int32 }

// column is a column of n equal values.
func column[T any](n int, v T) []T {
	list := make([]T, n)
	for i := range list {
		list[i] = v
	}
	return list
}

// firefoxMark is a span, or a marker at a time.
type firefoxMark struct {
	marker   int // its name is that of the marker
	from, to model.Time
	isSpan   bool
}

// marksOf are the spans and markers in the window by thread, the spans first.
func marksOf(s *Stacks) map[model.ThreadIx][]firefoxMark {
	list := map[model.ThreadIx][]firefoxMark{}
	for i := range s.Trace.SpansIn(s.Range) {
		x := &s.Trace.Spans.List[i]
		list[x.Thread] = append(list[x.Thread], firefoxMark{x.Marker(), x.From, x.To, true})
	}
	for i := range s.Trace.Markers {
		x := &s.Trace.Markers[i]
		if (x.Kind == model.MarkFlag || x.Kind == model.MarkStep) && x.Time >= s.Range.From && x.Time < s.Range.To {
			list[x.Thread] = append(list[x.Thread], firefoxMark{i, x.Time, x.Time, false})
		}
	}
	return list
}

// mark adds the spans and markers of a thread.
func (f *firefoxThread) mark(s *Stacks, marks []firefoxMark, names *interned[string]) {
	n := len(marks)
	f.Markers = firefoxMarks{
		n, make([]int32, n), make([]float64, n), make([]*float64, n), make([]int, n), column(n, int32(model.Execution)), column(n, firefoxMarkData{firefoxMarkers}),
	}
	for i, x := range marks {
		f.Markers.Name[i] = names.of(s.Trace.String(s.Trace.Markers[x.marker].Name))
		f.Markers.Start[i] = inMS(x.from)
		if x.isSpan {
			end := inMS(x.to)
			f.Markers.End[i], f.Markers.Phase[i] = &end, 1
		}
	}
}
