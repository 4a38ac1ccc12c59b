package timeline

import (
	"fmt"

	"threadlens/model"
	"threadlens/timeline/paint"
)

// CoreOptions chooses the rows of the Cores view.
type CoreOptions struct {
	Colours *CoreColours
	// Expanded records which heads the user expanded or collapsed; the others are
	// expanded.
	Expanded map[RowKey]bool
	// Plain leaves only the lanes of CPUs: no run queue, and no head if there is
	// only one.
	Plain bool
}

// Sizes of the rows of the Cores view at the pitch of comfortable lanes, dp.
const (
	corePitch    = 34  // of CPUs that share coreRoom, at least
	mostPitch    = 54  // at most, where there are few CPUs
	coreRoom     = 320 // for the lanes of all CPUs, as long as that is enough
	coreGap      = 6
	queueRow     = 56
	queueHeight  = 44
	queueTop     = 6 // of the strip below the upper edge of its row
	threadsPitch = 26
)

// isCore reports whether rows of a kind have lanes of the Cores view.
func (k RowKind) isCore() bool { return k == RowCore || k == RowQueue }

// cored converts a size of the Cores view to device pixels: its lanes scale with
// those of threads.
func (m Metrics) cored(dp float32) int { return m.Px(dp * m.Pitch / threadsPitch) }

// pitchOf is the height of the row of a CPU, dp: few CPUs have high lanes.
func pitchOf(cpus int) float32 {
	return min(max(coreRoom/float32(max(cpus, 1)), corePitch), mostPitch)
}

// coreHeight is the height of a row of the Cores view.
func (r *Row) coreHeight(m Metrics) int {
	if r.Kind == RowQueue {
		return m.TextPx(queueRow)
	}
	return m.cored(r.pitch)
}

// BuildCoreRows places a lane for each known CPU, grouped by socket and NUMA node,
// and the run queue below them.
func BuildCoreRows(t *model.Trace, opts CoreOptions, m Metrics) *Rows {
	var list []Row
	groups := socketsOf(t)
	shown := 0
	for _, g := range groups {
		shown += len(g.cpus)
	}
	pitch := pitchOf(shown)
	for _, g := range groups {
		head := Row{
			Kind: RowSocket, Proc: model.NoProc, Thread: model.NoThread, Common: g.key, Name: g.name, ID: g.detail,
			CPUs: g.cpus, Shown: len(g.cpus), Total: len(g.cpus), Expanded: true,
		}
		if choice, ok := opts.Expanded[head.Key()]; ok {
			head.Expanded = choice
		}
		if !opts.Plain || len(groups) > 1 {
			list = append(list, head)
		}
		for i := range g.cpus {
			if head.Expanded {
				list = append(list, Row{
					Kind: RowCore, Proc: model.NoProc, Thread: model.NoThread, Name: fmt.Sprintf("CPU %d", g.cpus[i]),
					CPUs: g.cpus[i : i+1], pitch: pitch,
				})
			}
		}
	}
	if len(list) > 0 && !opts.Plain {
		list = append(list, Row{Kind: RowQueue, Proc: model.NoProc, Thread: model.NoThread, Name: "Run queue"})
	}
	rows := newRows(list, len(t.Cores), SortStart, m)
	rows.Cores, rows.corePitch = opts.Colours, pitch
	return rows
}

// OfCPU is the index of the lane of a CPU, or of the collapsed row that represents
// it (exact is then false); -1 if there is none.
func (r *Rows) OfCPU(cpu model.CPU) (row int, exact bool) {
	for i := range r.List {
		head := r.List[i].Kind == RowSocket
		if head && r.List[i].Expanded {
			continue
		}
		for _, c := range r.List[i].CPUs {
			if c == cpu {
				return i, !head
			}
		}
	}
	return -1, false
}

// rowOf is the row that shows a segment: that of its thread, or in the Cores view
// the lane of the CPU that it ran on. exact is false if a collapsed row represents
// it.
func (s *Scene) rowOf(seg *model.Segment) (row int, exact bool) {
	switch {
	case s.Rows.Cores == nil:
		return s.Rows.OfThread(seg.Thread)
	case seg.State == model.Running:
		return s.Rows.OfCPU(seg.CPU)
	}
	return -1, false
}

// segmentPlace is where the segments of a row are drawn.
func (s *Scene) segmentPlace(row int) (y, height int) {
	pitch, h := s.Metrics.Px(s.Metrics.Pitch), s.segmentHeight()
	if s.Rows.List[row].Kind == RowCore {
		pitch, h = s.Rows.List[row].coreHeight(s.Metrics), s.coreLaneHeight()
	}
	return s.rowY(row) + (pitch-h)/2, h
}

// coreLaneHeight is the height of the lane of a CPU.
func (s *Scene) coreLaneHeight() int {
	return min(max(s.Metrics.cored(s.Rows.corePitch-coreGap), 1), paint.FullShare)
}

// queueArea is the strip of the run queue in a row, over the whole width of the
// lane area and not clipped to the picture's height.
func (s *Scene) queueArea(row int) (y, height int) {
	return s.rowY(row) + s.Metrics.TextPx(queueTop), min(s.Metrics.TextPx(queueHeight), paint.FullShare)
}

// headings are the title of the header of the gutter and the possible titles of its
// menu, the longest first.
func (r *Rows) headings() (title string, menu [3]string) {
	if r.Cores != nil {
		by := r.Cores.By.String()
		return "Cores", [3]string{"Colour: " + by, by, ""}
	}
	return "Threads", [3]string{"Sort: " + r.Sort.String(), r.Sort.String(), ""}
}

// rangesOf returns the ranges in a row: the segments of a thread, the hops of the
// path, the slices of a CPU. ok is false for other rows.
func (s *Scene) rangesOf(row *Row) (at func(model.Time) (model.Range, bool), ok bool) {
	switch row.Kind {
	case RowThread:
		return func(t model.Time) (model.Range, bool) {
			seg, ok := s.Trace.SegmentAt(row.Thread, t)
			return seg.Range, ok
		}, true
	case RowCore:
		return func(t model.Time) (model.Range, bool) {
			slice, ok := s.Trace.SliceAt(row.CPUs[0], t)
			return slice.Range, ok
		}, true
	case RowPath:
		return s.Path.hopAround, true
	}
	return nil, false
}
