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
func (w *window) hasPicture() bool { return w.isOpen() && w.s.Viewing() != keep.ViewMonitor }

// noPicture is why there is none.
const noPicture = "The Monitor view has a table and no picture; Export Table writes it."

// measurePictures draws what the Measurement view shows. It keeps the figures that
// it drew last: the preview needs the same ones again and again.
func (w *window) measurePictures() func(o pictureOptions, scale int) (*export.Drawing, error) {
	var last *query.Measurement
	return func(o pictureOptions, scale int) (*export.Drawing, error) {
		p, look, k := w.measurement, w.look.Current(), float32(scale)
		metrics := w.s.Metrics()
		metrics.Scale = k
		page := &export.PlotPage{
			Title: w.s.Source().Name, Trace: w.s.Trace(), Metrics: metrics, Bare: w.settings.Export.Plain,
			Width: metrics.Px(p.use.Size().Width), Marked: w.s.Marked(),
		}
		q := w.s.MeasureQuery(page.Width)
		if r := page.Marked; o.marked && r.Len() > 0 {
			q.Window, q.Scope, page.Marked = r, r, model.Range{}
		}
		if last == nil || !q.Same(&last.Measure) {
			m, err := q.Run(context.Background())
			if err != nil {
				return nil, err
			}
			last = m
		}
		palette := paint.NewPalette(o.dark, look.Safe).WithPatterns(look.Patterns)
		add := func(words query.PlotWords, plot timeline.Plot, height float32) {
			plot.Size = image.Pt(page.Width, metrics.Px(height))
			page.Plots = append(page.Plots, export.PagePlot{
				Title: words.Title, About: words.About, Plot: plot,
				Exact: export.PlotEntry(words.Exact), Sampled: export.PlotEntry(words.Sampled),
			})
		}
		add(last.UseWords(), last.UsePlot(palette), p.use.Size().Height)
		add(last.QueueWords(), last.QueuePlot(palette), p.queue.Size().Height)
		return page.Draw(), nil
	}
}
