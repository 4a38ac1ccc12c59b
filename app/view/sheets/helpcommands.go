package sheets

import (
	"runtime/debug"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"

	"threadlens/app/session/capture"
	"threadlens/app/session/explain"
	"threadlens/app/view/host"
	"threadlens/app/view/kit"
)

// Widths in the help sheets, in dp.
const (
	guideWidth   = 620
	colourLabel  = 150
	colourText   = 480
	formatRecipe = 640
)

// HelpCommands show help about the program.
func (s *Sheets) HelpCommands() []*kit.Command {
	return []*kit.Command{
		{ID: "guide", Title: "Guide", Help: "How to find why something was slow, in a page", Run: s.showGuide},
		{ID: "colours", Title: "What the Colours Mean", Help: "Every category with its colour and its meaning", Run: s.showColours},
		{ID: "formats", Title: "Formats", Help: "What can be opened, and how to record it", Run: s.showFormats},
		{ID: "about", Title: "About Threadlens", Run: s.ShowAbout},
	}
}

// guide is the short guide, step by step.
var guide = []explain.Fact{
	{Label: "Open", Value: "{open} opens a trace, or drop the file on the window; “Open Demo Trace” (File) needs none. " +
		"{record} records one, {live} shows what runs now; “Recipes” (Record) says how. Trace Health says what a trace cannot show."},
	{Label: "Read the lanes", Value: "A lane is a thread, a colour what it did. Point at a segment for a card about it. " +
		"{zoomIn} and {zoomOut} zoom about the pointer, {panLeft} and {panRight} pan, {whole} shows the whole trace, {undo} takes the last step back."},
	{Label: "Find the long wait", Value: "{longestWait} selects the longest wait of the window. Current stack tells where the thread was, " +
		"the facts beside it why it waited and for how long."},
	{Label: "Follow the waker", Value: "{waker} goes to the thread that ended the wait, {woken} back. A waker that waited itself is followed further: " +
		"at the end of the chain is what cost the time."},
	{Label: "Filter", Value: "{filter} shows only the threads that match, such as worker !idle process:app state:sync>10ms, " +
		"or peer:postgres (waited for postgres). {hide} hides the selected thread, {hideOthers} all others. What is hidden is in no number. {find.anything} finds anything by its name."},
	{Label: "Range", Value: "Drag over the lanes, or {range} for the selected segment, selects a range: profile and report are then about it alone. " +
		"{zoomRange} zooms to it. A click on the legend keeps one category bright; Ctrl and a click leaves it out of the profile."},
	{Label: "Cores", Value: "{view.cores} shows what each processor ran; {view.threads} comes back to the threads, at the same time. " +
		"A click on a slice follows its thread from processor to processor, and {prev} and {next} walk its slices. Below is the run queue."},
	{Label: "Tables", Value: "A click on a header sorts, once more the other way round; drag its edge, double click it to fit, right click it for the columns. " +
		"In the rows, letters find one by its name, Space shows it in the picture, Enter goes there; {selectAll} selects all, {copy} copies what is selected. " +
		"{tableFilter} takes the words of {filter}."},
	{Label: "Export", Value: "{exportView} writes the picture as PNG, SVG or PDF, {exportTable} the table of the threads, File > Export Chart what the reports say of the window, {copy} copies what the bottom pane shows. " +
		"{saveView} saves a file that shows others what you see."},
	{Label: "All commands", Value: "{keys} lists every command with its key, {find.command} finds one by a few letters. Every key can be changed."},
}

// showGuide shows the short guide.
func (s *Sheets) showGuide() {
	page := container.New(kit.ColumnLayout(6))
	for _, step := range guide {
		page.Add(host.SheetRow(step.Label, s.Commands.Spell(step.Value), colourLabel, s.TextRoom(guideWidth-colourLabel, colourLabel)))
	}
	s.Sheet("Guide", container.New(kit.Insets{12, 4}, page), guideWidth+80, 620)
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
		page.Add(kit.NewLine("Usual endings: "+strings.Join(f.Extensions, ", ")+"; the content decides", kit.ColorText2).Fitting())
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

// ShowAbout shows the program's name and version.
func (s *Sheets) ShowAbout() {
	version := "development build"
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" && info.Main.Version != "(devel)" {
		version = info.Main.Version
	}
	page := container.New(kit.ColumnLayout(4),
		kit.NewLine("Threadlens", theme.ColorNameForeground).Bold(), kit.NewLine(version, kit.ColorText2), kit.NewGap(0, 6))
	for _, l := range kit.Wrap("Shows what every thread of a recorded trace did, and why. It sends nothing anywhere.", s.TextRoom(380, 0)) {
		page.Add(kit.NewLine(l, theme.ColorNameForeground))
	}
	page.Add(kit.NewLine("Apache License 2.0", kit.ColorText2))
	s.Sheet("About", container.New(kit.Insets{12, 4}, page), 440, 260)
}
