package export

import (
	"context"
	"image"

	"threadlens/model"
	"threadlens/timeline"
	"threadlens/timeline/lanes"
	"threadlens/timeline/paint"
)

// Threads selects the threads of a trace for a scene, where no window has chosen them.
type Threads struct {
	Trace *model.Trace
	// Range is the window; the zero Range is the whole trace.
	Range model.Range
	// Targets are the processes that come first, expanded; nil lets the timeline choose.
	Targets []model.ProcIx
	// Only are the threads to show, each in its own lane; nil shows all, those of other processes
	// together.
	Only []model.ThreadIx
	// Relevant are the threads whose lanes come first; Named have their own lanes even if they only
	// wait, when they would otherwise share one unless Unfolded.
	Relevant []model.ThreadIx
	Named    map[model.ThreadIx]bool
	Unfolded bool
	// Path is a critical path to mark and to show in its own lane, nil for none.
	Path    *timeline.Path
	Palette *paint.Palette
	Scale   float32 // device pixels per dp
	// Width and Height are the size of the frame, dp; Height 0 makes room for
	// all rows, up to MaxHeight.
	Width, Height float32
}

// MaxHeight is the height up to which a picture makes room for its rows, dp.
const MaxHeight = 5000

// Scene is the scene with these threads.
func (o Threads) Scene() timeline.Scene {
	if o.Range.Len() == 0 {
		o.Range = o.Trace.Held()
	}
	if o.Targets == nil {
		o.Targets = o.Trace.Targets()
	}
	const parts = timeline.AllParts &^ timeline.PartScroll
	m := timeline.NewMetrics(timeline.Comfortable, o.Scale, 1)
	s := timeline.Scene{
		Trace:       o.Trace,
		Summary:     lanes.NewSummary(o.Trace),
		Utilization: Utilization(o.Trace, o.Targets),
		Rows:        timeline.BuildRows(o.Trace, o.rows(), m),
		Size:        image.Pt(m.Px(o.Width), m.Px(o.Height)),
		Palette:     o.Palette, Metrics: m, Parts: parts,
		Focus: timeline.NoFocus, Row: -1, Selected: timeline.NoSegment,
		QuietBackdrops: true, Grid: true, Path: o.Path,
	}
	s.View = timeline.Viewport{Range: o.Range, Width: timeline.LaneWidth(s.Size.X, parts, m)}
	o.fitHeight(&s)
	return s
}

// fitHeight makes room for the rows of a scene where no height was requested.
func (o Threads) fitHeight(s *timeline.Scene) {
	if m := s.Metrics; o.Height == 0 {
		s.Size.Y = min(m.Px(m.Overview)+m.Px(m.Ruler)+s.Rows.Height(), m.Px(MaxHeight))
	}
}

// rows are the options that keep the selected threads, and expand their processes.
func (o Threads) rows() timeline.RowsOptions {
	opts := timeline.RowsOptions{
		Targets: o.Targets, Window: o.Range, SortWindow: o.Range, Path: o.Path != nil,
		Relevant: o.Relevant, Named: o.Named, Fold: !o.Unfolded && o.Only == nil,
	}
	if o.Only == nil {
		return opts
	}
	opts.Hidden, opts.Expanded = map[model.ThreadIx]bool{}, map[timeline.RowKey]bool{timeline.KernelRow: true}
	for ix := range o.Trace.Threads {
		opts.Hidden[model.ThreadIx(ix)] = true
	}
	for _, ix := range o.Only {
		delete(opts.Hidden, ix)
		opts.Expanded[timeline.ProcessRow(o.Trace.Threads[ix].Proc)] = true
	}
	return opts
}

// Cores is the scene of the CPUs. If Only is a single thread, it is followed from CPU to CPU.
func (o Threads) Cores(by timeline.ColourBy) timeline.Scene {
	s := o.Scene()
	if o.Targets == nil {
		o.Targets = o.Trace.Targets()
	}
	colours := timeline.NewCoreColours(o.Trace, by, o.Targets, timeline.Hues{})
	s.Rows = timeline.BuildCoreRows(o.Trace, timeline.CoreOptions{Colours: colours}, s.Metrics)
	_ = s.Summary.BuildCores(context.Background(), colours) // fails only when it is cancelled
	if len(o.Only) == 1 {
		s.Selected = timeline.SegmentRef{Thread: o.Only[0], Index: -1}
	}
	o.fitHeight(&s)
	return s
}
