package sheets

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"

	"threadlens/app/session/explain"
	"threadlens/app/view/host"
	"threadlens/app/view/kit"
)

// healthSection is a section of a page of facts about a trace.
type healthSection struct {
	Title string
	Rows  []explain.Fact
	sign  kit.Icon // "" if nothing is wrong
}

// healthHead is the title of a section, with its sign if something is wrong.
func healthHead(s healthSection) fyne.CanvasObject {
	title := kit.NewLine(s.Title, theme.ColorNameForeground).Bold()
	row := container.New(kit.RowLayout(6), title)
	if s.sign != "" {
		row = container.New(kit.RowLayout(6), kit.NewGlyph(s.sign, kit.ColorWarnLine), title)
	}
	return container.New(kit.ColumnLayout(3), row, kit.NewRule(), kit.NewGap(0, 1))
}

// sectionPage is a sheet's page with titled sections of facts.
func (s *Sheets) sectionPage(sections []healthSection) *fyne.Container {
	const labels, values = 150, 560
	page := container.New(kit.ColumnLayout(0))
	for _, section := range sections {
		page.Add(healthHead(section))
		for _, row := range section.Rows {
			page.Add(host.SheetRow(row.Label, row.Value, labels, s.TextRoom(values, labels)))
		}
		page.Add(kit.NewGap(0, 12))
	}
	return container.New(kit.ColumnLayout(0), container.New(kit.Insets{12, 4}, page))
}
