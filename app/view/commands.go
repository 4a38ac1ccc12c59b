package view

import (
	"strconv"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"

	"threadlens/app/session/keep"
	"threadlens/app/view/kit"
	"threadlens/timeline"
)

// commands is the table of everything the window can do.
func (w *window) commands() *kit.CommandTable {
	var list []*kit.Command
	for _, group := range [][]*kit.Command{
		w.fileCommands(), w.windowCommands(), w.editCommands(), w.viewCommands(), w.laneCommands(),
		w.navigateCommands(), w.pageReadCommands(), w.rowCommands(), w.ofThreads(w.arrangeCommands()), w.focusCommands(), w.PropertyCommands(), w.exportCommands(),
		w.ofThreads(w.bandCommands()), w.HelpCommands(), w.detailCommands(), w.seekCommands(), w.ContentionCommands(), w.ReportCommands(), w.findCommands(), w.KeyCommands(), w.regionCommands(),
		w.PageCommands(), w.cursorCommands(), w.MarkCommands(), w.timeCommands(), w.stateCommands(), w.lookCommands(), w.TableCommands(),
		w.percentCommands(), w.classCommands(), w.SummaryCommands(), w.coresCommands(), w.chartCommands(),
		w.MeasureCommands(), w.CorrectCommands(), w.MonitorCommands(), w.readoutCommands(), w.PathCommands(), w.SymbolCommands(), w.FindingCommands(), w.LimitCommands(), w.CallCommands(), w.RecordCommands(), w.LiveCommands(),
	} {
		list = append(list, group...)
	}
	return kit.NewCommandTable(list)
}

func (w *window) IsOpen() bool { return w.Session.Trace() != nil && w.page == pageTrace }
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
	const noEarlier, noLater = "There is no earlier view to go back to.", "No step back was taken."
	return []*kit.Command{
		{ID: "undo", Title: "Undo Navigation", Keys: []kit.Key{{Name: fyne.KeyZ, Mods: kit.Ctrl}}, Enabled: canUndo, Why: noEarlier, Run: w.Session.Undo},
		{ID: "redo", Title: "Redo Navigation", Keys: []kit.Key{{Name: fyne.KeyZ, Mods: kit.Ctrl | kit.Shift}}, Enabled: canRedo, Why: noLater, Run: w.Session.Redo},
		{ID: "back", Title: "Back", Keys: []kit.Key{{Name: fyne.KeyLeft, Mods: kit.Alt}}, Enabled: canUndo, Why: noEarlier, Run: w.Session.Undo},
		{ID: "forward", Title: "Forward", Keys: []kit.Key{{Name: fyne.KeyRight, Mods: kit.Alt}}, Enabled: canRedo, Why: noLater, Run: w.Session.Redo},
		{
			ID: "copy", Title: "Copy", Help: "Copy the details or the table",
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
			Enabled: w.IsOpen, Run: func() { w.surface.ZoomKey(kit.KeyZoom) },
		},
		{
			ID: "zoomOut", Title: "Zoom Out", Keys: []kit.Key{{Name: fyne.KeyS}, {Char: '-'}, {Name: fyne.KeyK}},
			Enabled: w.IsOpen, Run: func() { w.surface.ZoomKey(1 / kit.KeyZoom) },
		},
		{ID: "fit", Title: "Fit Selection", Help: "Fit the selection; again: back", Keys: []kit.Key{{Name: fyne.KeyF}}, Enabled: w.IsOpen, Run: w.Session.FitSelection},
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
			ID: "quiet", Title: "Quiet Backdrops", Enabled: w.IsOpen,
			Checked: func() bool { return set.QuietBackdrops }, Run: toggle(&set.QuietBackdrops, w.applySettings),
		},
		{
			ID: "countLikely", Title: "Count Likely Reasons", Enabled: w.IsOpen,
			Help:    "Count unclassified waits as what they probably were, or only what is attested",
			Checked: func() bool { return set.CountLikely }, Run: toggle(&set.CountLikely, w.applySettings),
		},
		w.themeCommand("themeSystem", "System", keep.ThemeSystem),
		w.themeCommand("themeLight", "Light", keep.ThemeLight),
		w.themeCommand("themeDark", "Dark", keep.ThemeDark),
		{ID: "tabNext", Title: "Next Tab", Keys: []kit.Key{{Name: fyne.KeyTab, Mods: kit.Ctrl}}, Enabled: w.IsOpen, Run: func() { w.Tabs.Step(1) }},
		{ID: "tabPrev", Title: "Previous Tab", Keys: []kit.Key{{Name: fyne.KeyTab, Mods: kit.Ctrl | kit.Shift}}, Enabled: w.IsOpen, Run: func() { w.Tabs.Step(-1) }},
	}
}

func (w *window) themeCommand(id, title, choice string) *kit.Command {
	return &kit.Command{
		ID: id, Title: title,
		Checked: func() bool { return w.Look.Brightness == brightnessOf(choice) },
		Run: func() {
			w.Settings.Theme = choice
			w.SaveSettings()
			w.setTheme(choice)
		},
	}
}

// laneSizes are the names of the lane sizes in the settings and on screen.
var laneSizes = []struct {
	id, title string
	size      timeline.LaneSize
}{
	{keep.LaneComfortable, "Comfortable", timeline.Comfortable},
	{keep.LaneCompact, "Compact", timeline.Compact},
	{keep.LaneDense, "Dense", timeline.Dense},
}

func (w *window) laneCommands() []*kit.Command {
	choose := func(id string) {
		w.Settings.LaneSize = id
		w.surface.Pitch = 0
		w.applySettings()
	}
	list := []*kit.Command{{
		ID: "laneNext", Title: "Next Lane Size", Keys: []kit.Key{{Name: fyne.KeyC}}, Enabled: w.IsOpen,
		Run: func() { choose(laneSizes[(w.surface.LaneSize+1)%timeline.LaneSize(len(laneSizes))].id) },
	}}
	for _, l := range laneSizes {
		list = append(list, &kit.Command{
			ID: "lane." + l.id, Title: l.title, Enabled: w.IsOpen,
			Checked: func() bool { return w.Settings.LaneSize == l.id && w.surface.Pitch == 0 },
			Run:     func() { choose(l.id) },
		})
	}
	return list
}

func (w *window) navigateCommands() []*kit.Command {
	quarter := func(dir int) func() { return func() { w.Session.Pan(dir * w.Session.View().Width / 4) } }
	walk := func(dir int) func() {
		return func() {
			if w.readChart(dir) || w.walkRow(dir) {
				return
			}
			if w.HasSegment() {
				w.Session.StepSegment(dir)
			} else {
				w.Session.Pan(dir * w.Session.View().Width / 4)
			}
		}
	}
	return []*kit.Command{
		{ID: "panLeft", Title: "Pan Left", Keys: []kit.Key{{Name: fyne.KeyA}, {Name: fyne.KeyJ}}, Enabled: w.IsOpen, Run: quarter(-1)},
		{ID: "panRight", Title: "Pan Right", Keys: []kit.Key{{Name: fyne.KeyD}, {Name: fyne.KeyL}}, Enabled: w.IsOpen, Run: quarter(1)},
		{
			ID: "prev", Title: "Previous Segment", Help: "Previous segment; pan left when none is selected; in charts read further to the left",
			Keys: []kit.Key{{Name: fyne.KeyLeft}, {Char: ','}}, Enabled: w.IsOpen, Run: walk(-1),
		},
		{
			ID: "next", Title: "Next Segment", Help: "Next segment; pan right when none is selected; in charts read further to the right",
			Keys: []kit.Key{{Name: fyne.KeyRight}, {Char: '.'}}, Enabled: w.IsOpen, Run: walk(1),
		},
		{
			ID: "prevSame", Title: "Previous of Same Category", Keys: []kit.Key{{Name: fyne.KeyLeft, Mods: kit.Ctrl}},
			Enabled: w.HasSegment, Why: noSegment, Run: func() { w.Say(w.Session.StepSame(-1)) },
		},
		{
			ID: "nextSame", Title: "Next of Same Category", Keys: []kit.Key{{Name: fyne.KeyRight, Mods: kit.Ctrl}},
			Enabled: w.HasSegment, Why: noSegment, Run: func() { w.Say(w.Session.StepSame(1)) },
		},
		{ID: "waker", Title: "To Waker", Keys: []kit.Key{{Char: '['}}, Enabled: w.hasWaker, Why: "No thread is known that ended a selected wait.", Run: w.Session.ToWaker},
		{ID: "woken", Title: "To Woken", Keys: []kit.Key{{Char: ']'}}, Enabled: w.HasSegment, Why: noSegment, Run: func() { w.Say(w.Session.ToWoken()) }},
		{ID: "range", Title: "Select Range From Segment", Keys: []kit.Key{{Name: fyne.KeyR}}, Enabled: w.HasSegment, Why: noSegment, Run: w.markSegment},
		{ID: "zoomRange", Title: "Zoom to Range", Keys: []kit.Key{{Name: fyne.KeyZ}}, Enabled: w.HasMarked, Why: noRange, Run: w.Session.ShowMarked},
		{ID: "escape", Title: "Deselect", Help: "Close, cancel, deselect", Keys: []kit.Key{{Name: fyne.KeyEscape}}, Run: w.Escape},
	}
}

func (w *window) hasWaker() bool {
	_, ok := w.Session.Waker()
	return ok && w.IsOpen()
}

func (w *window) markSegment() {
	if seg, ok := w.Session.Segment(); ok {
		w.Session.Mark(seg.Range)
	}
}

func (w *window) rowCommands() []*kit.Command {
	step := func(dir int) func() {
		return func() {
			if w.hasRow() {
				w.Session.StepRow(dir)
			} else {
				w.surface.ScrollRows(dir)
			}
		}
	}
	page := func(dir int) func() { return func() { w.scrollPage(dir) } }
	return []*kit.Command{
		{ID: "rowUp", Title: "Row Up", Help: "Row up; scroll when none is selected", Keys: []kit.Key{{Name: fyne.KeyUp}}, Enabled: w.IsOpen, Run: step(-1)},
		{ID: "rowDown", Title: "Row Down", Help: "Row down; scroll when none is selected", Keys: []kit.Key{{Name: fyne.KeyDown}}, Enabled: w.IsOpen, Run: step(1)},
		{ID: "pageUp", Title: "Page Up", Keys: []kit.Key{{Name: fyne.KeyPageUp}}, Enabled: w.IsOpen, Run: page(-1)},
		{ID: "pageDown", Title: "Page Down", Keys: []kit.Key{{Name: fyne.KeyPageDown}}, Enabled: w.IsOpen, Run: page(1)},
		{ID: "first", Title: "First Row", Keys: []kit.Key{{Name: fyne.KeyHome}}, Enabled: w.IsOpen, Run: func() { w.surface.ScrollTo(0) }},
		{ID: "last", Title: "Last Row", Keys: []kit.Key{{Name: fyne.KeyEnd}}, Enabled: w.IsOpen, Run: func() { w.surface.ScrollTo(w.Session.Lanes().Height()) }},
		{
			ID: "context", Title: "Context Menu", Keys: []kit.Key{{Name: desktop.KeyMenu}, {Name: fyne.KeyF10, Mods: kit.Shift}},
			Enabled: w.hasRow, Why: noRow, Run: w.contextMenuOfSelection,
		},
		{
			ID: "enter", Title: "Select Segment of Row", Help: "Select a segment of the row; expand or collapse a process", Keys: []kit.Key{{Name: fyne.KeyReturn}, {Name: fyne.KeyEnter}},
			Enabled: w.hasRow, Why: noRow, Run: w.enterRow,
		},
	}
}

// focusCommands are the digits: the n-th category of the legend.
func (w *window) focusCommands() []*kit.Command {
	list := []*kit.Command{{
		ID: "focus.0", Title: "All Categories", Keys: []kit.Key{{Char: '0'}}, Enabled: w.IsOpen,
		Run: func() { w.Session.SetFocus(w.Session.Focus()) },
	}}
	for i, c := range kit.CategoryOrder[:9] {
		list = append(list, &kit.Command{
			ID: "focus." + strconv.Itoa(i+1), Title: "Focus " + c.Title(), Keys: []kit.Key{{Char: '1' + rune(i)}},
			Enabled: w.IsOpen, Run: func() { w.focusNth(i, c) },
		})
	}
	return append(list, w.leaveOutCommands()...)
}
