package export

import (
	"threadlens/timeline"
	"threadlens/timeline/paint"
)

// useHeight is the height of the picture of the CPU use, dp, without the overview
// and the ruler.
const useHeight = 480

// Use is the scene of the CPU use by class.
func (o Threads) Use(of timeline.PercentOf) timeline.Scene {
	s := o.Scene()
	s.Rows = timeline.ChartRows(s.Metrics)
	s.Chart = timeline.Chart{Scope: s.View.Range, Of: of, Focus: paint.NoClass}
	if m := s.Metrics; o.Height == 0 {
		s.Size.Y = m.Px(m.Overview) + m.Px(m.Ruler) + m.Px(useHeight)
	}
	return s
}
