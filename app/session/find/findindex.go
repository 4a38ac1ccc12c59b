package find

import (
	"path"
	"strconv"
	"strings"

	"threadlens/app/session/naming"
	"threadlens/model"
	"threadlens/model/measure"
	"threadlens/timeline"
)

// Subject is the kind of thing that a hit is.
type Subject uint8

// Subjects, in the order in which groups of equal rank are shown.
const (
	SubjectTime Subject = iota
	SubjectThread
	SubjectProcess
	SubjectFunction
	SubjectModule
	SubjectFile
	SubjectMarker
	SubjectCommand
	numSubjects
)

// String is the heading of a group of hits.
func (s Subject) String() string {
	return [...]string{"Time", "Threads", "Processes", "Functions", "Modules", "Files", "Markers", "Commands"}[min(s, numSubjects-1)]
}

// Index is everything in a trace that has a name, prepared for searching. It is immutable, so it
// may be made on any goroutine.
type Index struct {
	trace  *model.Trace
	things []thing
	// functions are those to which the things of SubjectFunction refer.
	functions []function
}

// thing is one entry of an Index.
type thing struct {
	subject Subject
	ref     int    // index of the thread, process or function, or id of the name
	title   string // printable
	note    string
	key     string // title in lower case
	id      string // tid or pid, "" without one
}

// given is a thread under the user's name for it; ok is false without one.
func (th *thing) given(t *model.Trace, terms naming.Terms) (other thing, ok bool) {
	ix := model.ThreadIx(th.ref)
	if th.subject != SubjectThread || terms.Names[ix] == "" {
		return other, false
	}
	other = *th
	other.title = terms.Thread(t, ix)
	other.key = strings.ToLower(other.title)
	return other, true
}

type function struct{ name, module model.StringID }

// NewIndex collects everything that has a name: threads and processes, those of the target first,
// the functions and modules on stacks, files and markers, in the order in which they first appear
// in the trace.
func NewIndex(t *model.Trace) *Index {
	x := &Index{trace: t}
	x.addThreads()
	x.addProcesses()
	x.addFunctions()
	x.addFiles()
	x.addMarkers()
	return x
}

// Trace is the trace from which the index was made.
func (x *Index) Trace() *model.Trace { return x.trace }

func (x *Index) add(s Subject, ref int, title, note, id string) {
	if title != "" {
		x.things = append(x.things, thing{s, ref, title, note, strings.ToLower(title), id})
	}
}

// targetsFirst calls f for every process, those of the target first.
func (x *Index) targetsFirst(f func(model.ProcIx)) {
	first := map[model.ProcIx]bool{}
	for _, p := range x.trace.Targets() {
		if !first[p] {
			first[p] = true
			f(p)
		}
	}
	for i := range x.trace.Processes {
		if p := model.ProcIx(i); !first[p] {
			f(p)
		}
	}
}

func (x *Index) addThreads() {
	x.targetsFirst(func(p model.ProcIx) {
		proc := &x.trace.Processes[p]
		note := naming.ProcessTitle(proc)
		for _, ix := range proc.Threads {
			if th := &x.trace.Threads[ix]; x.trace.Seen(ix) {
				x.add(SubjectThread, int(ix), naming.ThreadTitle(x.trace, ix), note, strconv.FormatUint(uint64(th.TID), 10))
			}
		}
	})
}

func (x *Index) addProcesses() {
	x.targetsFirst(func(p model.ProcIx) {
		proc := &x.trace.Processes[p]
		n := x.trace.CountSeen(proc.Threads)
		if n == 0 {
			return
		}
		id := ""
		if proc.PID != model.NoPID {
			id = strconv.FormatUint(uint64(proc.PID), 10)
		}
		x.add(SubjectProcess, int(p), naming.ProcessTitle(proc), measure.Plural(n, "thread", "threads"), id)
	})
}

// addFunctions walks the stack tree once; functions with one name in several modules are separate
// functions.
func (x *Index) addFunctions() {
	stacks := &x.trace.Tables.Stacks
	known, modules := map[function]bool{}, map[model.StringID]bool{}
	var order []model.StringID
	for id := 1; id <= stacks.Len(); id++ {
		_, frame := stacks.Node(model.StackID(id))
		fn := function{frame.Name, frame.Module}
		if !modules[fn.module] {
			modules[fn.module] = true
			order = append(order, fn.module)
		}
		if !known[fn] {
			known[fn] = true
			module := timeline.Printable(x.trace.String(fn.module))
			x.add(SubjectFunction, len(x.functions), timeline.Printable(x.trace.String(fn.name)), module, "")
			x.functions = append(x.functions, fn)
		}
	}
	for _, m := range order {
		x.add(SubjectModule, int(m), timeline.Printable(x.trace.String(m)), "", "")
	}
}

func (x *Index) addFiles() {
	var files nameCounts
	for i := range x.trace.IOs {
		files.add(x.trace.IOs[i].File)
	}
	for i := range x.trace.Faults {
		files.add(x.trace.Faults[i].File)
	}
	for _, id := range files.order {
		full := timeline.Printable(x.trace.String(id))
		dir, base := path.Split(strings.ReplaceAll(full, `\`, "/"))
		if base == "" {
			base, dir = full, ""
		}
		x.add(SubjectFile, int(id), base, strings.TrimSuffix(dir, "/"), "")
	}
}

func (x *Index) addMarkers() {
	var marks nameCounts
	for i := range x.trace.Markers {
		marks.add(x.trace.Markers[i].Name)
	}
	for _, id := range marks.order {
		x.add(SubjectMarker, int(id), timeline.Printable(x.trace.String(id)), measure.Plural(marks.times[id], "event", "events"), "")
	}
}

// nameCounts counts names, in the order of their first appearance.
type nameCounts struct {
	order []model.StringID
	times map[model.StringID]int
}

func (n *nameCounts) add(id model.StringID) {
	if n.times == nil {
		n.times = map[model.StringID]int{}
	}
	if n.times[id]++; n.times[id] == 1 {
		n.order = append(n.order, id)
	}
}
