package sheets

import (
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/dialog"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"threadlens/app/view/host"
	"threadlens/app/view/kit"
)

// Sizes of the help, dp.
const (
	helpWidth, helpHeight = 820, 560
	helpList              = 236
	helpText              = 500
	helpBullet            = 14
)

// ShowHelp shows a page of help, next to the list of all.
func (s *Sheets) ShowHelp(name string) {
	pages := HelpPages()
	body := container.New(kit.ColumnLayout(6))
	scroll := container.NewVScroll(container.New(kit.Insets{14, 4}, body))
	room := min(kit.Scaled(helpText), s.Win.Canvas().Size().Width-host.SheetEdge-host.SheetInset-kit.Scaled(helpList+20))
	list := newRowList(s.Tips, func() int { return len(pages) }, func(i int) (string, string) { return pages[i].Title, "" })
	list.chosen = func(i int) {
		body.Objects = s.helpBody(&pages[i], room)
		body.Refresh()
		scroll.ScrollToTop()
	}
	d := dialog.NewCustom("Guide", "Close", container.NewBorder(nil, nil,
		container.NewHBox(container.New(kit.Fixed{helpList, 0}, list), widget.NewSeparator()), nil, scroll), s.Win)
	list.pressed = func(e *fyne.KeyEvent) {
		if e.Name == fyne.KeyEscape {
			d.Hide()
		}
	}
	size := s.Win.Canvas().Size()
	d.Resize(fyne.NewSize(min(kit.Scaled(helpWidth), size.Width-host.SheetEdge), min(kit.Scaled(helpHeight), size.Height-host.SheetEdge)))
	s.Present(d)
	s.Win.Canvas().Focus(list)
	list.choose(max(0, slices.IndexFunc(pages, func(p HelpPage) bool { return p.Name == name })))
}

// helpBody lays out a page; room is its width.
func (s *Sheets) helpBody(p *HelpPage, room float32) (rows []fyne.CanvasObject) {
	rows = append(rows, kit.NewLine(p.Title, theme.ColorNameForeground).Bold().Fitting(), kit.NewRule())
	lines := func(mark, text string, width float32) *fyne.Container {
		c := container.New(kit.ColumnLayout(0))
		for _, l := range kit.Wrap(text, width) {
			var row fyne.CanvasObject = kit.NewLine(l, theme.ColorNameForeground).Fitting()
			if width < room { // an item of a list
				row = container.New(kit.RowLayout(0), container.New(kit.Fixed{helpBullet, 0}, kit.NewLine(mark, kit.ColorText2)), row)
			}
			c.Add(row)
			mark = ""
		}
		return c
	}
	for _, b := range p.Blocks {
		text := s.Commands.Spell(b.Text)
		switch b.Kind {
		case HelpTitle:
			rows = append(rows, kit.NewGap(0, 4), kit.NewLine(text, theme.ColorNameForeground).Bold().Fitting())
		case HelpItem:
			rows = append(rows, lines("•", text, room-kit.Scaled(helpBullet)))
		case HelpCode:
			rows = append(rows, kit.CommandBox(b.Text, room))
		default:
			rows = append(rows, lines("", text, room))
		}
	}
	return append(rows, kit.NewGap(0, 8))
}
