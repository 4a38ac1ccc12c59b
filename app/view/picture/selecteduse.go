package picture

import (
	"slices"

	"threadlens/app/session"
	"threadlens/app/session/keep"
	"threadlens/model"
	"threadlens/timeline"
	"threadlens/timeline/paint"
)

// selectedUse is the CPU use by what is selected, which the chart of CPU use adds to its picture.
type selectedUse struct {
	s       *session.Session
	preview paint.Class // under the pointer in the legend

	Part     *timeline.Utilization // of threads, nil while unknown
	threads  []model.ThreadIx
	measured *model.Trace // the trace of threads
}

func newSelectedUse(s *session.Session) *selectedUse {
	return &selectedUse{s: s, preview: paint.NoClass}
}

// Shown reports whether the picture is the chart of CPU use.
func (u *selectedUse) Shown() bool { return u.s.Viewing() == keep.ViewUtilization }

// chart is what the picture shows in addition to the session's rows.
func (u *selectedUse) chart() timeline.Chart {
	c := u.s.Chart()
	if u.preview != paint.NoClass {
		c.Focus = u.preview
	}
	if threads, class, name := u.s.ChartPart(); len(threads) > 0 && u.Part != nil && slices.Equal(threads, u.threads) {
		c.Part, c.PartClass, c.PartName = u.Part, class, name
	}
	return c
}
