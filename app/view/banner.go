package view

import (
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"threadlens/app/export"
	"threadlens/model"
	"threadlens/model/analysis"
	"threadlens/timeline"
)

// banner says that a trace is not whole, or more is counted than is attested, until it is dismissed.
type banner struct {
	root        *fyne.Container
	title, text *line
	gap         *button
}

func newBanner(tips *tipLayer, zoomToGap, health, dismiss func()) *banner {
	b := &banner{text: newLine("", colorWarnText).fitting()}
	b.title = newLine("Partial trace.", colorWarnText).bold()
	b.gap = newLink("Zoom to the gap", zoomToGap)
	shut := newButton(flat, iconClose, "", dismiss)
	shut.height = 24
	row := container.New(rowLayout{8}, newGlyph(iconWarning, colorWarnLine), b.title, withTip(b.text, tips),
		b.gap, newGap(4, 0), newLink("Trace health", health), shut)
	line := newBox(colorWarnLine)
	line.min = fyne.NewSize(0, 1)
	b.root = container.NewStack(newBox(colorWarnBack), container.NewBorder(nil, line, nil, nil,
		container.New(fixed{0, bannerHeight - 1}, container.New(insets{12, 0}, row))))
	b.root.Hide()
	return b
}

// about shows what is missing in a trace; a whole trace needs no banner.
func (b *banner) about(t *model.Trace) {
	text := ""
	if t != nil {
		text = export.HealthNote(t)
		title := "Partial trace."
		if likely := analysis.LikelyNote(t); likely != "" {
			title, text = "Likely reasons are counted.", export.PictureNote(t)
			text = strings.TrimSpace(strings.TrimPrefix(text, likely))
			if text == "" {
				text = "Unclassified waits count as what they probably were."
			}
		}
		b.title.set(title)
	}
	b.text.set(text)
	hide(b.gap, t == nil || t.Counters[model.CountLoss] == 0)
	hide(b.root, text == "")
}

// lossText counts what was lost, "" for nothing.
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
		return timeline.FormatCount(t.Info.LostBuffers) + " buffers lost"
	case t.Counters[model.CountLoss] > 0:
		return "Events lost in " + plural(int(t.Counters[model.CountLoss]), "window")
	}
	return ""
}
