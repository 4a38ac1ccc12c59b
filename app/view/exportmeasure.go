package view

import (
	"context"
	"image"

	"threadlens/app/export"
	"threadlens/app/session/keep"
	"threadlens/app/session/query"
	"threadlens/model"
	"threadlens/timeline"
	"threadlens/timeline/paint"
)

// hasPicture reports whether the view is one of which there is a picture.
func (p *Panes) hasPicture() bool { return p.IsOpen() && p.s.Viewing() != keep.ViewMonitor }

// noPicture is why there is none.
const noPicture = "The Monitor view has a table and no picture; Export Table writes it."

// measurePictures draws what the Measurement view shows. It keeps the figures that
// it drew last: the preview needs the same ones again and again.
func (p *Panes) measurePictures() func(o pictureOptions, scale int) (*export.Drawing, error) {
	var last *query.Measurement
	return func(o pictureOptions, scale int) (*export.Drawing, error) {
		m, look, k := p.measurement, p.look.Current(), float32(scale)
		metrics := p.s.Metrics()
		metrics.Scale = k
		page := &export.PlotPage{
			Title: p.s.Source().Name, Trace: p.s.Trace(), Metrics: metrics, Bare: p.settings.Export.Plain,
			Width: metrics.Px(m.use.Size().Width), Marked: p.s.Marked(),
		}
		q := p.s.MeasureQuery(page.Width)
		if r := page.Marked; o.marked && r.Len() > 0 {
			q.Window, q.Scope, page.Marked = r, r, model.Range{}
		}
		if last == nil || !q.Same(&last.Measure) {
			measured, err := q.Run(context.Background())
			if err != nil {
				return nil, err
			}
			last = measured
		}
		palette := paint.NewPalette(o.dark, look.Safe).WithPatterns(look.Patterns)
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
