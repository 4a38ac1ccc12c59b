package view

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

// hasPicture reports whether the view is one of which there is a picture.
func (p *Panes) hasPicture() bool { return p.IsOpen() && p.Session.Viewing() != keep.ViewMonitor }

// noPicture is why there is none.
const noPicture = "The Monitor view has a table and no picture; Export Table writes it."

// measurePictures draws what the Measurement view shows. It keeps the figures that
// it drew last: the preview needs the same ones again and again.
func (p *Panes) measurePictures() func(o host.PictureOptions, scale int) (*export.Drawing, error) {
	var last *query.Measurement
	return func(o host.PictureOptions, scale int) (*export.Drawing, error) {
		m, look, k := p.measurement, p.Look.Current(), float32(scale)
		metrics := p.Session.Metrics()
		metrics.Scale = k
		page := &export.PlotPage{
			Title: p.Session.Source().Name, Trace: p.Session.Trace(), Metrics: metrics, Bare: p.Settings.Export.Plain,
			Width: metrics.Px(m.use.Size().Width), Marked: p.Session.Marked(),
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
		add(last.UseWords(), last.UsePlot(palette), m.use.Size().Height)
		add(last.QueueWords(), last.QueuePlot(palette), m.queue.Size().Height)
		return page.Draw(), nil
	}
}
