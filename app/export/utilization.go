package export

import (
	"image"

	"threadlens/timeline"
)

// useHeight is the height of a picture of the CPU use that was given none, dp.
const useHeight = 540

// Utilization is the scene with the chart of the CPU use in the window; of says of
// what its shares are. Which threads are shown is no matter to it.
func (o Threads) Utilization(of timeline.PercentOf) timeline.Scene {
	if o.Height == 0 {
		o.Height = useHeight
	}
	s := o.Scene()
	s.Rows = timeline.ChartRows(s.Metrics)
	s.Size = image.Pt(s.Metrics.Px(o.Width), s.Metrics.Px(o.Height))
	s.Chart = timeline.Chart{Scope: s.View.Clip(o.Trace.Whole()), Of: of, Focus: timeline.NoClass}
	return s
}
