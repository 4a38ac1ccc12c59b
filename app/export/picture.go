package export

import (
	"image"
	"io"
	"path/filepath"
	"strings"

	"threadlens/model"
	"threadlens/timeline"
	"threadlens/timeline/lanes"
	"threadlens/timeline/paint"
)

// Picture is the timeline of threads or of processors on a page: what Page lays out and Write
// paints into a file.
type Picture struct {
	// Title heads the page: the name of the trace.
	Title string
	Scene timeline.Scene
	// Marked is a time range to tint, of length 0 for none. The selected segment
	// of the scene is outlined, and joined with the lane of its unblocker.
	Marked model.Range
	// Bare leaves out everything but the frame.
	Bare bool
}

// Kind is a kind of picture file.
type Kind uint8

// Kinds of picture files.
const (
	PNG Kind = iota // a device pixel of the scene is a pixel
	SVG
	PDF
)

var kindNames = [...]string{"png", "svg", "pdf"}

// String is the kind's file name extension.
func (k Kind) String() string { return kindNames[k] }

// KindOf is the kind of picture that a file's name ends with.
func KindOf(name string) (k Kind, ok bool) {
	ext := strings.ToLower(strings.TrimPrefix(filepath.Ext(name), "."))
	for i, n := range kindNames {
		if n == ext {
			return Kind(i), true
		}
	}
	return PNG, false
}

// Write paints the picture: the same bytes each time. It fails with the error of
// w.
func (p *Picture) Write(w io.Writer, k Kind) error {
	return p.Draw().Write(w, k)
}

// Draw lays the picture out.
func (p *Picture) Draw() *Drawing { return &Drawing{list: p.Page(), metrics: p.Scene.Metrics} }

// Pixels paints a page.
func Pixels(page *paint.DisplayList) *image.RGBA {
	img := image.NewRGBA(image.Rectangle{Max: page.Size})
	paint.Raster(page, img)
	return img
}

// Threads says which threads of a trace a scene shows, where no window has
// chosen them.
type Threads struct {
	Trace *model.Trace
	// Range is the window; the zero Range is the whole trace.
	Range model.Range
	// Targets are the processes that stand first, expanded; nil lets the
	// timeline choose.
	Targets []model.ProcIx
	// Only are the threads to show, in lanes of their own; nil shows all, those
	// of other processes together.
	Only []model.ThreadIx
	// Relevant are the threads whose lanes come first; Named have lanes of their own even if
	// they only wait, which others share unless Unfolded.
	Relevant []model.ThreadIx
	Named    map[model.ThreadIx]bool
	Unfolded bool
	// Path is a critical path to mark and to show in a lane of its own, nil for
	// none.
	Path    *timeline.Path
	Palette *paint.Palette
	Scale   float32 // device pixels a dp
	// Width and Height are the size of the frame, dp; Height 0 makes room for
	// all rows, up to MaxHeight.
	Width, Height float32
}

// MaxHeight is the height up to which a picture makes room for its rows, dp.
const MaxHeight = 5000

// Scene is the scene with these threads.
func (o Threads) Scene() timeline.Scene {
	if o.Range.Len() == 0 {
		o.Range = o.Trace.Whole()
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

// fitHeight makes room for the rows of a scene where no height was asked for.
func (o Threads) fitHeight(s *timeline.Scene) {
	if m := s.Metrics; o.Height == 0 {
		s.Size.Y = min(m.Px(m.Overview)+m.Px(m.Ruler)+s.Rows.Height(), m.Px(MaxHeight))
	}
}

// rows are the options that leave the wanted threads, and expand their
// processes.
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
