package view

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"

	"threadlens/app/view/kit"
	"threadlens/model"
	"threadlens/model/measure"
	"threadlens/timeline"
)

// statusHeight is the height of the status line, dp.
const statusHeight = 24

// statusLine is the line at the bottom of the window.
type statusLine struct {
	root                               *fyne.Container
	time, cursors, what                *kit.Line
	cpus, events, switches, lost, heap *kit.Line
	// Shown while nothing is pointed at: a problem that changes no number, or instead that numbers may
	// still change.
	calm     string
	learning bool
}

// statusLeast is the least width for what is under the pointer, in dp: below it, figures about the
// trace are hidden.
const statusLeast = 240

func newStatusLine(tips *kit.TipLayer, showHealth func()) *statusLine {
	s := &statusLine{
		time: kit.NewCaption("", theme.ColorNameForeground), cursors: kit.NewCaption("", kit.ColorText2), what: kit.NewCaption("", kit.ColorText2).Fitting(),
		cpus: kit.NewCaption("", kit.ColorText2), events: kit.NewCaption("", kit.ColorText2),
		switches: kit.NewCaption("", kit.ColorText2), lost: kit.NewCaption("", kit.ColorText2), heap: kit.NewCaption("", kit.ColorText2),
	}
	s.time.Hide() // an empty item takes no room
	s.cursors.Hide()
	lost := kit.NewListRow(s.lost, statusHeight-1)
	lost.OnTapped = showHealth
	s.root = container.NewStack(kit.NewBox(kit.ColorWindow), container.NewBorder(kit.NewRule(), nil, nil, nil,
		container.New(kit.Fixed{0, statusHeight - 1}, container.New(kit.Insets{10, 0}, container.New(
			kit.YieldLayout{RowLayout: 18, Least: statusLeast, Yield: []fyne.CanvasObject{s.events, s.switches, s.cpus, s.heap}},
			s.time, s.cursors, kit.WithTip(s.what, tips), s.cpus, s.events, s.switches, lost, s.heap)))))
	return s
}

// about shows the figures of a trace, none for nil.
func (s *statusLine) about(t *model.Trace, memory int64) {
	texts := [4]string{}
	color := kit.ColorText2
	if s.calm = ""; t != nil {
		s.calm = measure.Calm(t, t.Held())
	}
	s.point("", "")
	if t != nil {
		texts = [4]string{
			kit.Plural(len(t.Cores), "CPU"),
			timeline.FormatCount(t.EventCount()) + " events",
			timeline.FormatCount(t.SwitchCount()) + " context switches",
			"No events lost",
		}
		if m := measure.MissingOf(t, t.Held()); m.Switches > 0 {
			texts[3] = "Some events missing" // although no loss is reported
		}
		if lost := lossText(t); lost != "" {
			texts[3], color = lost, kit.ColorWarnStatus
		}
	}
	for i, l := range []*kit.Line{s.cpus, s.events, s.switches, s.lost} {
		l.Set(texts[i])
	}
	s.lost.Paint(color)
	s.memory(memory)
	s.root.Refresh()
}

// memory shows the memory in use, nothing for 0.
func (s *statusLine) memory(bytes int64) {
	before, text := s.heap.MinSize(), ""
	if bytes > 0 {
		text = "Threadlens heap " + timeline.FormatSize(bytes)
	}
	s.heap.Set(text)
	if s.heap.MinSize() != before {
		s.root.Refresh()
	}
}

// rest is what is shown while nothing is pointed at.
func (s *statusLine) rest() string {
	if s.learning {
		return "Finding out why threads waited" + kit.Ellipsis + " Wait categories may change until the analysis is done."
	}
	return s.calm
}

// learns shows whether the reasons of waits are still being determined.
func (s *statusLine) learns(on bool) {
	rests := s.what.Text == s.rest() && s.time.Text == ""
	if s.learning = on; rests {
		s.point("", "")
	}
}

// point shows an instant and what is there; without either it shows what it rests at.
func (s *statusLine) point(at, what string) {
	if at == "" && what == "" {
		what = s.rest()
	}
	s.what.Set(what)
	s.resize(s.time, at)
}

// resize changes the text of an item and makes room for it.
func (s *statusLine) resize(item *kit.Line, text string) {
	if item.Text == text {
		return
	}
	before := item.MinSize()
	item.Set(text)
	kit.Hide(item, text == "")
	if item.MinSize() != before {
		s.root.Refresh()
	}
}

// lossText says how much was lost, "" if nothing was.
func lossText(t *model.Trace) string {
	var events int64
	for _, l := range t.Losses {
		events += l.Count
	}
	events = max(events, t.Info.LostEvents)
	switch {
	case events > 0:
		return timeline.FormatCount(events) + " events lost"
	case t.Info.LostBuffers > 0:
		return timeline.FormatCount(t.Info.LostBuffers) + " event buffers lost"
	case t.Counters[model.CountLoss] > 0:
		return "Events lost in " + kit.Plural(int(t.Counters[model.CountLoss]), "window")
	}
	return ""
}
