package view

import (
	"fyne.io/fyne/v2"

	"threadlens/app/session/keep"
	"threadlens/app/view/kit"
)

// commands is the table of everything the window can do.
func (w *window) commands() *kit.CommandTable {
	var list []*kit.Command
	for _, group := range [][]*kit.Command{
		w.fileCommands(), w.windowCommands(), w.editCommands(), w.viewCommands(), w.laneCommands(), w.targetCommands(),
		w.NavigateCommands(), w.PageReadCommands(), w.RowCommands(), w.OfThreads(w.ArrangeCommands()), w.FocusCommands(), w.PropertyCommands(), w.exports.commands(), w.comparing.commands(), w.second.commands(),
		w.OfThreads(w.BandCommands()), w.HelpCommands(), w.detailCommands(), w.SeekCommands(), w.ContentionCommands(), w.PartCommands(), w.ReportCommands(), w.findCommands(), w.KeyCommands(), w.regionCommands(),
		w.PageCommands(), w.CursorCommands(), w.MarkCommands(), w.TimeCommands(), w.stateCommands(), w.lookCommands(), w.TableCommands(),
		w.percentCommands(), w.ClassCommands(), w.SummaryCommands(), w.CoresCommands(), w.exports.chartCommands(), w.exports.stackCommands(),
		w.MeasureCommands(), w.CorrectCommands(), w.MonitorCommands(), w.readoutCommands(), w.PathCommands(), w.SymbolCommands(), w.FindingCommands(), w.LimitCommands(), w.CallCommands(), w.RecordCommands(), w.LiveCommands(),
	} {
		list = append(list, group...)
	}
	return kit.NewCommandTable(list)
}

func (w *window) fileCommands() []*kit.Command {
	return []*kit.Command{
		{ID: "open", Title: "Open…", Keys: []kit.Key{{Name: fyne.KeyO, Mods: kit.Ctrl}}, Run: w.openDialog},
		{ID: "demo", Title: "Open Demo Trace", Run: w.openDemo},
		{ID: "health", Title: "Trace Health…", Enabled: w.IsOpen, Run: w.ShowHealth},
		w.SettingsCommand(),
		{
			ID: "close", Title: "Close", Keys: []kit.Key{{Name: fyne.KeyW, Mods: kit.Ctrl}},
			Enabled: func() bool { return w.page != pageStart }, Why: "Nothing is open.", Run: w.close,
		},
		{ID: "quit", Title: "Quit", Keys: []kit.Key{{Name: fyne.KeyQ, Mods: kit.Ctrl}}, Run: w.quit},
	}
}

func (w *window) editCommands() []*kit.Command {
	canUndo := func() bool { return w.IsOpen() && w.Session.CanUndo() }
	canRedo := func() bool { return w.IsOpen() && w.Session.CanRedo() }
	const noEarlier, noLater = "Nothing to go back to.", "Nothing to go forward to."
	return []*kit.Command{
		{ID: "undo", Title: "Undo Navigation", Keys: []kit.Key{{Name: fyne.KeyZ, Mods: kit.Ctrl}}, Enabled: canUndo, Why: noEarlier, Run: w.Session.Undo},
		{ID: "redo", Title: "Redo Navigation", Keys: []kit.Key{{Name: fyne.KeyZ, Mods: kit.Ctrl | kit.Shift}}, Enabled: canRedo, Why: noLater, Run: w.Session.Redo},
		{ID: "back", Title: "Back", Keys: []kit.Key{{Name: fyne.KeyLeft, Mods: kit.Alt}}, Enabled: canUndo, Why: noEarlier, Run: w.Session.Undo},
		{ID: "forward", Title: "Forward", Keys: []kit.Key{{Name: fyne.KeyRight, Mods: kit.Alt}}, Enabled: canRedo, Why: noLater, Run: w.Session.Redo},
		{
			ID: "copy", Title: "Copy", Help: "Copy the focused table or, if none is focused, the content of the bottom pane",
			Keys: []kit.Key{{Name: fyne.KeyC, Mods: kit.Ctrl}}, Enabled: w.IsOpen, Run: w.copy,
		},
		{ID: "goto", Title: "Go to Time…", Keys: []kit.Key{{Name: fyne.KeyG, Mods: kit.Ctrl}}, Enabled: w.IsOpen, Run: w.goToRange},
	}
}

func (w *window) viewCommands() []*kit.Command {
	toggle := func(b *bool, then func()) func() {
		return func() { *b = !*b; then() }
	}
	set := w.Settings
	return []*kit.Command{
		{
			ID: "zoomIn", Title: "Zoom In", Keys: []kit.Key{{Name: fyne.KeyW}, {Char: '+'}, {Char: '='}, {Name: fyne.KeyI}},
			Enabled: w.IsOpen, Run: func() { w.Surface.ZoomKey(kit.KeyZoom) },
		},
		{
			ID: "zoomOut", Title: "Zoom Out", Keys: []kit.Key{{Name: fyne.KeyS}, {Char: '-'}, {Name: fyne.KeyK}},
			Enabled: w.IsOpen, Run: func() { w.Surface.ZoomKey(1 / kit.KeyZoom) },
		},
		{ID: "fit", Title: "Fit Selection", Help: "Zoom to the selected segment or, without one, to the selected range; run again to zoom back", Keys: []kit.Key{{Name: fyne.KeyF}}, Enabled: w.IsOpen, Run: w.Session.FitSelection},
		{ID: "whole", Title: "Whole Trace", Keys: []kit.Key{{Name: fyne.Key0, Mods: kit.Ctrl}}, Enabled: w.IsOpen, Run: w.Session.ShowWhole},
		{
			ID: "overview", Title: "Overview", Keys: []kit.Key{{Name: fyne.KeyO}}, Enabled: w.IsOpen,
			Checked: func() bool { return set.Overview }, Run: toggle(&set.Overview, w.applySettings),
		},
		{
			ID: "pane", Title: "Bottom Pane", Keys: []kit.Key{{Name: fyne.KeyQ}}, Enabled: w.IsOpen,
			Checked: func() bool { return w.body.Open() }, Run: func() { w.body.SetOpen(!w.body.Open()); w.paneToggled() },
		},
		{
			ID: "grid", Title: "Grid", Keys: []kit.Key{{Name: fyne.KeyG}}, Enabled: w.IsOpen,
			Checked: func() bool { return set.Grid }, Run: toggle(&set.Grid, w.applySettings),
		},
		{
			ID: "quiet", Title: "Dim Waits That Span the Whole Time Window", Enabled: w.IsOpen,
			Checked: func() bool { return set.QuietBackdrops }, Run: toggle(&set.QuietBackdrops, w.applySettings),
		},
		{
			ID: "countLikely", Title: "Include Likely Wait Reasons in Totals", Enabled: w.IsOpen,
			Help:    "In totals, count unclassified waits under their likely reasons",
			Checked: func() bool { return set.CountLikely }, Run: toggle(&set.CountLikely, w.applySettings),
		},
		w.themeCommand("themeSystem", "System", keep.ThemeSystem),
		w.themeCommand("themeLight", "Light", keep.ThemeLight),
		w.themeCommand("themeDark", "Dark", keep.ThemeDark),
		{ID: "tabNext", Title: "Next Tab", Keys: []kit.Key{{Name: fyne.KeyTab, Mods: kit.Ctrl}}, Enabled: w.IsOpen, Run: func() { w.Tabs.Step(1) }},
		{ID: "tabPrev", Title: "Previous Tab", Keys: []kit.Key{{Name: fyne.KeyTab, Mods: kit.Ctrl | kit.Shift}}, Enabled: w.IsOpen, Run: func() { w.Tabs.Step(-1) }},
	}
}
