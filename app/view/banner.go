package view

import (
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"threadlens/app/export"
	"threadlens/app/view/kit"
	"threadlens/model"
	"threadlens/model/measure"
)

// banner warns, until it is dismissed, that a trace is incomplete or that more is counted than is
// attested.
type banner struct {
	root        *fyne.Container
	title, text *kit.Line
	gap         *kit.Button
}

func newBanner(tips *kit.TipLayer, zoomToGap, health, dismiss func()) *banner {
	b := &banner{text: kit.NewLine("", kit.ColorWarnText).Fitting()}
	b.title = kit.NewLine("Partial trace.", kit.ColorWarnText).Bold()
	b.gap = kit.NewLink("Zoom to lost events", zoomToGap)
	shut := kit.NewButton(kit.Flat, kit.IconClose, "", dismiss)
	shut.Height = 24
	row := container.New(kit.RowLayout(8), kit.NewGlyph(kit.IconWarning, kit.ColorWarnLine), b.title, kit.WithTip(b.text, tips),
		b.gap, kit.NewGap(4, 0), kit.NewLink("Trace health", health), shut)
	line := kit.NewBox(kit.ColorWarnLine)
	line.Min = fyne.NewSize(0, 1)
	b.root = container.NewStack(kit.NewBox(kit.ColorWarnBack), container.NewBorder(nil, line, nil, nil,
		container.New(kit.Fixed{0, kit.BannerHeight - 1}, container.New(kit.Insets{12, 0}, row))))
	b.root.Hide()
	return b
}

// about shows what is missing from a trace, and what is counted but not attested; without either it
// hides the banner.
func (b *banner) about(t *model.Trace) {
	text := ""
	if t != nil {
		text = export.HealthNote(t)
		title := "Partial trace."
		if likely := measure.LikelyNote(t); likely != "" {
			title, text = "Totals include likely wait reasons.", export.PictureNote(t)
			text = strings.TrimSpace(strings.TrimPrefix(text, likely))
			if text == "" {
				text = "Unclassified waits are counted under their likely reasons."
			}
		}
		b.title.Set(title)
	}
	b.text.Set(text)
	kit.Hide(b.gap, t == nil || t.Counters[model.CountLoss] == 0)
	kit.Hide(b.root, text == "")
}
