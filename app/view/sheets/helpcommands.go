package sheets

import (
	"fmt"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"

	"threadlens/app/session/capture"
	"threadlens/app/session/explain"
	"threadlens/app/view/kit"
)

// Widths in the help sheets, in dp.
const (
	colourLabel  = 150
	colourText   = 480
	formatRecipe = 640
)

// HelpTopics begins the titles of the commands that show pages of help.
const HelpTopics = "Help: "

// HelpCommands show help about the program.
func (s *Sheets) HelpCommands() []*kit.Command {
	list := []*kit.Command{
		{ID: "guide", Title: "Guide", Help: "How to find out why something was slow; all views and findings explained", Run: func() { s.ShowHelp(HelpStart) }},
		{ID: "colours", Title: "What the Colours Mean", Help: "Every category with its colour and its meaning", Run: s.showColours},
		{ID: "formats", Title: "Formats", Help: "Which trace formats can be opened, and how to record them", Run: s.showFormats},
		{ID: "problem", Title: "Report a Problem…", Help: "Save a description of Threadlens and the trace, without names, for the maintainers", Run: s.saveProblem},
		{ID: "about", Title: "About Threadlens", Run: s.ShowAbout},
	}
	for _, p := range HelpPages() {
		if !p.rule && p.Name != HelpStart {
			list = append(list, &kit.Command{ID: "help." + p.Name, Title: HelpTopics + p.Title, Run: func() { s.ShowHelp(p.Name) }})
		}
	}
	return list
}

// showColours shows what the colours of the categories mean.
func (s *Sheets) showColours() {
	page := container.New(kit.ColumnLayout(8))
	for _, c := range kit.CategoryOrder {
		hint, rows := explain.CategoryHint(c), container.New(kit.ColumnLayout(0))
		var mark, title fyne.CanvasObject = kit.NewSwatch(c), kit.WithTip(kit.NewLine(c.Title(), theme.ColorNameForeground).Bold().Fitting(), s.Tips)
		for _, text := range kit.Wrap(s.Commands.Spell(hint.Means), s.TextRoom(colourText, colourLabel+24)) {
			rows.Add(container.New(kit.RowLayout(8), container.New(kit.Fixed{16, kit.FactHeight}, container.NewCenter(mark)),
				container.New(kit.Fixed{colourLabel, kit.FactHeight}, title), kit.NewLine(text, theme.ColorNameForeground).Fitting()))
			mark, title = kit.NewGap(1, 1), kit.NewLine("", "")
		}
		page.Add(rows)
	}
	s.Sheet("What the colours mean", container.New(kit.Insets{12, 4}, page), colourLabel+colourText+110, 560)
}

// showFormats lists the formats that can be opened, and how to record them.
func (s *Sheets) showFormats() {
	page := container.New(kit.ColumnLayout(4))
	for _, f := range capture.Formats() {
		page.Add(healthHead(healthSection{Title: f.Title}))
		page.Add(kit.NewLine("Usual extensions: "+strings.Join(f.Extensions, ", ")+"; files are recognized by their content", kit.ColorText2).Fitting())
		for _, r := range f.Recipes {
			page.Add(kit.NewGap(0, 2))
			page.Add(kit.NewLine(r.What, theme.ColorNameForeground).Fitting())
			page.Add(kit.CommandBox(r.Command, s.TextRoom(formatRecipe, 0)))
			page.Add(container.New(kit.RowLayout(0), kit.NewLink("Copy command", func() { s.Clip(r.Command) }), kit.NewBox("")))
		}
		page.Add(kit.NewGap(0, 10))
	}
	s.Sheet("Formats", container.New(kit.Insets{12, 4}, page), formatRecipe+100, 600)
}

// saveProblem saves a problem report.
func (s *Sheets) saveProblem() {
	size := s.Win.Canvas().Size()
	text := explain.ProblemReport(s.Session.Trace(), []explain.Fact{
		{Label: "Window", Value: fmt.Sprintf("%.0f × %.0f, scale %.2f, text %.0f%%", size.Width, size.Height, s.Win.Canvas().Scale(), 100*kit.TextScale())},
		{Label: "View", Value: s.Session.Viewing().Key()},
	})
	s.SaveAs("threadlens-problem.txt", []byte(text))
}

// ShowAbout shows the program's name and version.
func (s *Sheets) ShowAbout() {
	page := container.New(kit.ColumnLayout(4),
		kit.NewLine("Threadlens", theme.ColorNameForeground).Bold(), kit.NewLine("Version "+explain.Build(), kit.ColorText2).Fitting(), kit.NewGap(0, 6))
	for _, l := range kit.Wrap("Threadlens shows what every thread in a recorded trace did, and why. It sends no traces or usage data.", s.TextRoom(380, 0)) {
		page.Add(kit.NewLine(l, theme.ColorNameForeground))
	}
	page.Add(kit.NewLine("Apache License 2.0", kit.ColorText2))
	s.Sheet("About", container.New(kit.Insets{12, 4}, page), 440, 260)
}
