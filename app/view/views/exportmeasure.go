package views

import (
	"context"
	"image"

	"threadlens/app/export"
	"threadlens/app/session/keep"
	"threadlens/app/session/query"
	"threadlens/app/view/host"
	"threadlens/model"
	"threadlens/timeline"
	"threadlens/timeline/paint"
)

// HasPicture reports whether the view has a picture to export.
func (p *Views) HasPicture() bool { return p.IsOpen() && p.Session.Viewing() != keep.ViewMonitor }

// NoPicture explains why there is none.
const NoPicture = "The Monitor view has no picture to export, only a table: use Export Table."

// MeasurePictures draws what the Measurement view shows. It keeps the figures that it drew last,
// because the preview needs the same ones repeatedly.
func (p *Views) MeasurePictures() func(o host.PictureOptions, scale int) (*export.Drawing, error) {
	var last *query.Measurement
	return func(o host.PictureOptions, scale int) (*export.Drawing, error) {
		m, look, k := p.Measurement, p.Look.Current(), float32(scale)
		metrics := p.Session.Metrics()
		metrics.Scale = k
		page := &export.PlotPage{
			Title: p.Session.Source().Name, Trace: p.Session.Trace(), Metrics: metrics, Bare: p.Settings.Export.Plain,
			Width: metrics.Px(m.Use.Size().Width), Marked: p.Session.Marked(),
		}
		q := p.Session.MeasureQuery(page.Width)
		if r := page.Marked; o.Marked && r.Len() > 0 {
			q.Window, q.Scope, page.Marked = r, r, model.Range{}
		}
		if last == nil || !q.Same(&last.Measure) {
			measured, err := q.Run(context.Background())
			if err != nil {
				return nil, err
			}
			last = measured
		}
		palette := paint.NewPalette(o.Dark, look.Safe).WithPatterns(look.Patterns)
		add := func(words query.PlotWords, plot timeline.Plot, height float32) {
			plot.Size = image.Pt(page.Width, metrics.Px(height))
			page.Plots = append(page.Plots, export.PagePlot{
				Title: words.Title, About: words.About, Plot: plot,
				Exact: export.PlotEntry(words.Exact), Sampled: export.PlotEntry(words.Sampled),
			})
		}
		add(last.UseWords(), last.UsePlot(palette), m.Use.Size().Height)
		add(last.QueueWords(), last.QueuePlot(palette), m.Queue.Size().Height)
		return page.Draw(), nil
	}
}
