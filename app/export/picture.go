package export

import (
	"fmt"
	"image"
	"image/png"
	"io"

	"threadlens/model"
	"threadlens/timeline"
)

// Picture says how the threads of a trace are drawn into a picture file.
type Picture struct {
	Trace *model.Trace
	// Range is the window; the zero Range is the whole trace.
	Range model.Range
	// Targets are the processes that stand first, expanded; nil lets the
	// timeline choose.
	Targets []model.ProcIx
	Size    image.Point // device pixels
	Scale   float32     // device pixels a dp
	Palette *timeline.Palette
}

// Draw draws the timeline of the threads: overview, ruler, names and lanes.
func (p Picture) Draw() *image.RGBA {
	if p.Range.Len() == 0 {
		p.Range = p.Trace.Whole()
	}
	if p.Targets == nil {
		p.Targets = p.Trace.Targets()
	}
	metrics := timeline.NewMetrics(timeline.Comfortable, p.Scale, 1)
	scene := timeline.Scene{
		Trace:       p.Trace,
		Summary:     timeline.NewSummary(p.Trace),
		Utilization: timeline.NewUtilization(p.Trace, p.Targets),
		View:        timeline.Viewport{Range: p.Range, Width: timeline.LaneWidth(p.Size.X, timeline.AllParts, metrics)},
		Rows:        timeline.BuildRows(p.Trace, timeline.RowsOptions{Targets: p.Targets}, metrics),
		Size:        p.Size, Palette: p.Palette, Metrics: metrics, Parts: timeline.AllParts,
		Focus: timeline.NoFocus, Row: -1, Selected: timeline.NoSegment,
		QuietBackdrops: true, Grid: true,
	}
	img := image.NewRGBA(image.Rectangle{Max: p.Size})
	timeline.Raster(timeline.Layout(&scene), img)
	return img
}

// WritePNG draws the picture and writes it as a PNG.
func (p Picture) WritePNG(w io.Writer) error {
	if err := png.Encode(w, p.Draw()); err != nil {
		return fmt.Errorf("writing the picture: %w", err)
	}
	return nil
}
