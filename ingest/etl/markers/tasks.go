package markers

import "threadlens/model"

// tasks are the events of a provider that are markers, by id, or by opcode in classic records.
// Their payloads are simple and fixed, so that no schema is needed.
type tasks map[uint16]task

// task is one of them: 4-byte numbers, and perhaps a text among them.
type task struct {
	kind   model.MarkKind
	name   string
	id     ref
	parent ref
	text   uint8 // 1 + how many numbers precede the text; 0: no text
}

// ref is which numbers of the payload, counted from 1, make up a correlation id, and in which
// space.
type ref struct {
	space  space
	at     uint8
	beside uint8 // a second number that belongs to it, 0: none
}

// maxRefs is how many numbers of a payload are used.
const maxRefs = 4

// Ids in the payloads. Every event of the first libraries begins with the numbers of its scheduler
// and of the task that wrote it.
var (
	inTask    = ref{space: spaceTask, at: 2}
	ofTask    = ref{space: spaceTask, at: 3}
	ofLoop    = ref{space: spaceLoop, at: 3}
	ofFork    = ref{spaceFork, 3, 2}
	ofWait    = ref{space: spaceWait, at: 3}
	ofQuery   = ref{space: spaceQuery, at: 3}
	ofWorker  = ref{spaceWorker, 3, 2}
	firstTask = ref{space: spaceTask, at: 1}
	ofResume  = ref{space: spaceResume, at: 1}
	ofTrace   = ref{space: spaceTrace, at: 1}
	ofBlock   = ref{space: spaceBlock, at: 1}
	ofContext = ref{spaceContext, 3, 2}
)

// parallelTasks are those of Parallel.For, ForEach and Invoke, in a provider of
// their own since .NET Core (dotnet/runtime, ParallelEtwProvider).
var parallelTasks = tasks{
	1: {model.MarkBegin, "TPL/Loop", ofLoop, inTask, 0},
	2: {model.MarkEnd, "TPL/Loop", ofLoop, inTask, 0},
	3: {model.MarkBegin, "TPL/Invoke", ofLoop, inTask, 0},
	4: {model.MarkEnd, "TPL/Invoke", ofLoop, inTask, 0},
	5: {model.MarkBegin, "TPL/ForkJoin", ofFork, ofLoop, 0},
	6: {model.MarkEnd, "TPL/ForkJoin", ofFork, ofLoop, 0},
}

// tplTasks are those of the task library (dotnet/runtime, TplEtwProvider): on the .NET Framework
// also those above. An await may end on another thread than it began.
var tplTasks = tasks{
	1: parallelTasks[1], 2: parallelTasks[2], 3: parallelTasks[3], 4: parallelTasks[4],
	5: parallelTasks[5], 6: parallelTasks[6],
	7:  {model.MarkFlag, "TPL/TaskScheduled", ofTask, inTask, 0},
	8:  {model.MarkBegin, "TPL/TaskExecute", ofTask, inTask, 0},
	9:  {model.MarkEnd, "TPL/TaskExecute", ofTask, inTask, 0},
	10: {model.MarkBegin, "TPL/TaskWait", ofWait, ofTask, 0},
	11: {model.MarkEnd, "TPL/TaskWait", ofWait, ofTask, 0},
	12: {model.MarkFlag, "TPL/ContinuationScheduled", ofTask, inTask, 0},
	13: {model.MarkEnd, "TPL/Continuation", ofResume, firstTask, 0},
	14: {model.MarkBegin, "TPL/Operation", ofTrace, firstTask, 2},
	15: {model.MarkEnd, "TPL/Operation", ofTrace, firstTask, 0},
	17: {model.MarkBegin, "TPL/SynchronousWork", ref{}, firstTask, 0},
	18: {model.MarkEnd, "TPL/SynchronousWork", ref{}, ref{}, 0},
	19: {model.MarkBegin, "TPL/Continuation", ofResume, firstTask, 0},
}

// dataflowTasks are the lifetimes of dataflow blocks, and the tasks that they start
// (dotnet/runtime, DataflowEtwProvider).
var dataflowTasks = tasks{
	1: {model.MarkBegin, "Dataflow/Block", ofBlock, ref{}, 1},
	2: {model.MarkStep, "Dataflow/TaskLaunched", ofBlock, ref{space: spaceTask, at: 4}, 0},
	3: {model.MarkEnd, "Dataflow/Block", ofBlock, ref{}, 0},
}

// plinqTasks are queries and the workers in them (dotnet/runtime,
// PlinqEtwProvider).
var plinqTasks = tasks{
	1: {model.MarkBegin, "PLINQ/Query", ofQuery, inTask, 0},
	2: {model.MarkEnd, "PLINQ/Query", ofQuery, inTask, 0},
	3: {model.MarkBegin, "PLINQ/ForkJoin", ofWorker, ofQuery, 0},
	4: {model.MarkEnd, "PLINQ/ForkJoin", ofWorker, ofQuery, 0},
}

// syncTasks omit spinning (.NET, CdsSyncEtwBCLProvider).
var syncTasks = tasks{
	3: {model.MarkFlag, "Barrier/PhaseFinished", ref{}, ref{}, 0},
}

// The algorithms of the Concurrency Runtime write classic events with opcodes 1 and 2; their ids
// are all zero, so that only the thread joins them. Contexts are identified (Microsoft, concrt.h
// and CONCRT_TRACE_EVENT_HEADER_COMMON).
var (
	parallelForTasks     = algorithm("ConcRT/parallel_for")
	parallelForEachTasks = algorithm("ConcRT/parallel_for_each")
	parallelInvokeTasks  = algorithm("ConcRT/parallel_invoke")
	contextTasks         = tasks{
		1: {model.MarkBegin, "ConcRT/Context", ofContext, ref{}, 0},
		2: {model.MarkEnd, "ConcRT/Context", ofContext, ref{}, 0},
	}
)

// perfViewTasks are the markers that PerfView's user sets while recording.
var perfViewTasks = tasks{
	1: {kind: model.MarkFlag, name: "PerfView/Mark", text: 1},
}

func algorithm(name string) tasks {
	return tasks{
		1: {kind: model.MarkBegin, name: name},
		2: {kind: model.MarkEnd, name: name},
	}
}

// read takes the record's numbers; false if its payload is too short.
func (x *task) read(r *Record, f *fact) bool {
	f.kind, f.label = x.kind, x.name
	need := max(x.id.at, x.id.beside, x.parent.at, x.parent.beside)
	var n [maxRefs]uint32
	b := r.Payload
	for i := range need {
		if x.text == i+1 {
			f.text, b = cutText(b)
		}
		if len(b) < 4 {
			return false
		}
		n[i], b = le.Uint32(b), b[4:]
	}
	if x.text == need+1 {
		f.text, _ = cutText(b)
	}
	f.id, f.parent = x.id.key(r, &n), x.parent.key(r, &n)
	return true
}

// key is the correlation id; none if its number is 0.
func (x ref) key(r *Record, n *[maxRefs]uint32) numberKey {
	if x.at == 0 || n[x.at-1] == 0 {
		return numberKey{}
	}
	k := numberKey{space: x.space, pid: r.PID, sub: uint64(n[x.at-1])}
	if x.beside > 0 {
		k.sub |= uint64(n[x.beside-1]) << 32
	}
	return k
}
