package timeline

import (
	"threadlens/model"
	"threadlens/timeline/lanes"
)

// RowKind is what a row shows.
type RowKind uint8

// Kinds of rows.
const (
	// RowProcess heads a process: a parallelism strip when expanded, a merged lane
	// when collapsed.
	RowProcess RowKind = iota
	// RowKernel heads the kernel threads of a Linux trace, taken together.
	RowKernel
	// RowThread is the lane of one thread.
	RowThread
	// RowHidden is the last row: how many threads are hidden, and "Show".
	RowHidden
	// RowGroup heads threads of the targets that have something in common, see
	// RowsOptions.Group.
	RowGroup
	// RowMarkers shows the spans, flags and messages of all threads, RowSpans
	// those of the thread above it.
	RowMarkers
	RowSpans
	// RowDisk heads the channels of a disk, RowProcessors those of the CPUs;
	// RowChannel is one of them.
	RowDisk
	RowProcessors
	RowChannel
	// RowChart is the only row of ChartRows: the CPU use.
	RowChart
	// RowSocket heads CPUs in the Cores view, RowCore is the lane of one, RowQueue
	// the run-queue length.
	RowSocket
	RowCore
	RowQueue
	// RowPath is the lane of the path of the scene.
	RowPath
	// RowFold heads the threads of the process or group above it that only wait, see
	// RowsOptions.Fold.
	RowFold
	// RowSteps is below a RowCore: the frequency and the idle states of its CPU.
	RowSteps
)

// Heads reports whether rows of the kind are above others, those of threads or of
// channels, which they show or hide.
func (k RowKind) Heads() bool {
	return k == RowProcess || k == RowKernel || k == RowGroup || k == RowDisk || k == RowProcessors || k == RowSocket || k == RowFold
}

// raised reports whether rows of the kind start a part of the picture.
func (k RowKind) raised() bool { return k.Heads() && k != RowFold }

// isBands reports whether rows of a kind have bands in place of a thread's lane.
func (k RowKind) isBands() bool { return k == RowMarkers || k == RowSpans || k == RowChannel }

// isCore reports whether rows of a kind have lanes of the Cores view.
func (k RowKind) isCore() bool { return k == RowCore || k == RowSteps || k == RowQueue }

// RowKey identifies a row that heads others, or that can be expanded, across all
// changes of the rows.
type RowKey struct {
	Kind   RowKind
	Proc   model.ProcIx // of RowProcess; KernelGroup of RowKernel; of RowFold that of the row above; else NoProc
	Common string       // of RowGroup and a RowFold below one: what its threads have in common; of RowDisk: the device; of RowSocket: its number
}

// KernelGroup represents the kernel threads where a process is expected.
const KernelGroup = model.NoProc - 1

// KernelRow is the key of the kernel's threads.
var KernelRow = RowKey{Kind: RowKernel, Proc: KernelGroup}

// ProcessRow is the key of a process.
func ProcessRow(p model.ProcIx) RowKey { return RowKey{Kind: RowProcess, Proc: p} }

// MarkersRow and ProcessorsRow are the keys of the row of all markers and of the
// row that heads the CPUs.
var (
	MarkersRow    = RowKey{Kind: RowMarkers, Proc: model.NoProc}
	ProcessorsRow = RowKey{Kind: RowProcessors, Proc: model.NoProc}
)

// Row is one row of the picture.
type Row struct {
	Kind     RowKind
	Proc     model.ProcIx   // of RowProcess and RowThread; KernelGroup of RowKernel; else NoProc
	Thread   model.ThreadIx // of RowThread, else NoThread
	Name     string         // printable
	ID       string         // pid or tid; followed by "· UI" for a thread that serves windows
	Common   string         // of RowGroup, see RowKey
	Expanded bool           // for rows that head others
	Pinned   bool           // for RowThread; RowPath always is
	// Shown and Total count the threads that the row heads, including pinned ones;
	// for RowHidden, Shown is the number of hidden threads.
	Shown, Total int
	// Threads are the threads below the row, or those that would be there if it
	// were expanded, sorted.
	Threads []model.ThreadIx
	// Members are all threads of a RowGroup, including hidden ones, or those of a
	// RowFold.
	Members []model.ThreadIx

	// Names are the names that the user gave to threads, for RowPath.
	Names map[model.ThreadIx]string

	HasSpans bool        // for RowThread: it has its own markers
	Bands    Bands       // of RowMarkers, RowSpans, RowChannel
	CPUs     []model.CPU // for RowSocket those below it, for RowCore and RowSteps its own
	pitch    float32     // of RowCore, dp with comfortable lanes
	// strips are those of RowSteps, from the top down: ObjectFrequency, ObjectIdle.
	strips []ObjectKind
}

// Key is the key of a row that heads others, or that can be expanded.
func (r *Row) Key() RowKey { return RowKey{r.Kind, r.Proc, r.Common} }

// Bands is what a row of RowMarkers, RowSpans or RowChannel shows, from the top
// down.
type Bands struct {
	// Points is set if flags and messages have their own line, the first.
	Points bool
	// Levels is the number of levels of spans that have a line; More is the number
	// of levels that share the last line.
	Levels, More int
	// channel is the band of a RowChannel.
	channel lanes.Band
}

// lines is the number of lines of spans and points.
func (b *Bands) lines() int {
	n := b.Levels
	if b.Points {
		n++
	}
	if b.More > 0 {
		n++
	}
	return n
}

// Fold is the key of the fold below a row.
func (k RowKey) Fold() RowKey { return RowKey{RowFold, k.Proc, k.Common} }

// Above is the key of the row that a fold is below.
func (k RowKey) Above() RowKey {
	switch k.Proc {
	case KernelGroup:
		k.Kind = RowKernel
	case model.NoProc:
		k.Kind = RowGroup
	default:
		k.Kind = RowProcess
	}
	return k
}
