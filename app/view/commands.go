package view

import (
	"strconv"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"

	"threadlens/app/session"
	"threadlens/model"
	"threadlens/timeline"
)

// commands is the table of everything the window can do.
func (w *window) commands() *commandTable {
	var list []*command
	for _, group := range [][]*command{
		w.fileCommands(), w.windowCommands(), w.editCommands(), w.viewCommands(), w.laneCommands(),
		w.navigateCommands(), w.pageReadCommands(), w.rowCommands(), w.ofThreads(w.arrangeCommands()), w.focusCommands(), w.propertyCommands(), w.exportCommands(),
		w.ofThreads(w.bandCommands()), w.helpCommands(), w.detailCommands(), w.seekCommands(), w.contentionCommands(), w.reportCommands(), w.findCommands(), w.keyCommands(), w.regionCommands(),
		w.pageCommands(), w.cursorCommands(), w.markCommands(), w.timeCommands(), w.stateCommands(), w.lookCommands(), w.tableCommands(),
		w.percentCommands(), w.classCommands(), w.cpuCommands(), w.coresCommands(), w.chartCommands(),
		w.measureCommands(), w.correctCommands(), w.monitorCommands(), w.readoutCommands(), w.pathCommands(), w.symbolCommands(), w.findingCommands(), w.limitCommands(), w.callCommands(), w.recordCommands(), w.liveCommands(),
	} {
		list = append(list, group...)
	}
	return newCommandTable(list)
}

func (w *window) isOpen() bool    { return w.s.Trace() != nil && w.page == pageTrace }
func (w *window) hasThread() bool { return w.isOpen() && w.s.Selected().Thread != model.NoThread }

func (w *window) hasSegment() bool {
	_, ok := w.s.Segment()
	return ok && w.isOpen()
}

func (w *window) hasMarked() bool { return w.isOpen() && w.s.Marked().Len() > 0 }

func (w *window) fileCommands() []*command {
	return []*command{
		{id: "open", title: "Open…", keys: []key{{name: fyne.KeyO, mods: ctrl}}, run: w.openDialog},
		{id: "demo", title: "Open Demo Trace", run: w.openDemo},
		{id: "health", title: "Trace Health…", enabled: w.isOpen, run: w.showHealth},
		w.settingsCommand(),
		{
			id: "close", title: "Close", keys: []key{{name: fyne.KeyW, mods: ctrl}},
			enabled: func() bool { return w.page != pageStart }, why: "Nothing is open.", run: w.close,
		},
		{id: "quit", title: "Quit", keys: []key{{name: fyne.KeyQ, mods: ctrl}}, run: w.quit},
	}
}

func (w *window) editCommands() []*command {
	canUndo := func() bool { return w.isOpen() && w.s.CanUndo() }
	canRedo := func() bool { return w.isOpen() && w.s.CanRedo() }
	const noEarlier, noLater = "There is no earlier view to go back to.", "No step back was taken."
	return []*command{
		{id: "undo", title: "Undo Navigation", keys: []key{{name: fyne.KeyZ, mods: ctrl}}, enabled: canUndo, why: noEarlier, run: w.s.Undo},
		{id: "redo", title: "Redo Navigation", keys: []key{{name: fyne.KeyZ, mods: ctrl | shift}}, enabled: canRedo, why: noLater, run: w.s.Redo},
		{id: "back", title: "Back", keys: []key{{name: fyne.KeyLeft, mods: alt}}, enabled: canUndo, why: noEarlier, run: w.s.Undo},
		{id: "forward", title: "Forward", keys: []key{{name: fyne.KeyRight, mods: alt}}, enabled: canRedo, why: noLater, run: w.s.Redo},
		{
			id: "copy", title: "Copy", help: "Copy the details or the table",
			keys: []key{{name: fyne.KeyC, mods: ctrl}}, enabled: w.isOpen, run: w.copy,
		},
		{id: "goto", title: "Go to Time…", keys: []key{{name: fyne.KeyG, mods: ctrl}}, enabled: w.isOpen, run: w.goToRange},
	}
}

func (w *window) viewCommands() []*command {
	toggle := func(b *bool, then func()) func() {
		return func() { *b = !*b; then() }
	}
	set := w.settings
	return []*command{
		{
			id: "zoomIn", title: "Zoom In", keys: []key{{name: fyne.KeyW}, {char: '+'}, {char: '='}, {name: fyne.KeyI}},
			enabled: w.isOpen, run: func() { w.surface.zoomKey(keyZoom) },
		},
		{
			id: "zoomOut", title: "Zoom Out", keys: []key{{name: fyne.KeyS}, {char: '-'}, {name: fyne.KeyK}},
			enabled: w.isOpen, run: func() { w.surface.zoomKey(1 / keyZoom) },
		},
		{id: "fit", title: "Fit Selection", help: "Fit the selection; again: back", keys: []key{{name: fyne.KeyF}}, enabled: w.isOpen, run: w.s.FitSelection},
		{id: "whole", title: "Whole Trace", keys: []key{{name: fyne.Key0, mods: ctrl}}, enabled: w.isOpen, run: w.s.ShowWhole},
		{
			id: "overview", title: "Overview", keys: []key{{name: fyne.KeyO}}, enabled: w.isOpen,
			checked: func() bool { return set.Overview }, run: toggle(&set.Overview, w.applySettings),
		},
		{
			id: "pane", title: "Bottom Pane", keys: []key{{name: fyne.KeyQ}}, enabled: w.isOpen,
			checked: func() bool { return w.body.open() }, run: func() { w.body.setOpen(!w.body.open()); w.paneToggled() },
		},
		{
			id: "grid", title: "Grid", keys: []key{{name: fyne.KeyG}}, enabled: w.isOpen,
			checked: func() bool { return set.Grid }, run: toggle(&set.Grid, w.applySettings),
		},
		{
			id: "quiet", title: "Quiet Backdrops", enabled: w.isOpen,
			checked: func() bool { return set.QuietBackdrops }, run: toggle(&set.QuietBackdrops, w.applySettings),
		},
		{
			id: "countLikely", title: "Count Likely Reasons", enabled: w.isOpen,
			help:    "Count unclassified waits as what they probably were, or only what is attested",
			checked: func() bool { return set.CountLikely }, run: toggle(&set.CountLikely, w.applySettings),
		},
		w.themeCommand("themeSystem", "System", session.ThemeSystem),
		w.themeCommand("themeLight", "Light", session.ThemeLight),
		w.themeCommand("themeDark", "Dark", session.ThemeDark),
		{id: "tabNext", title: "Next Tab", keys: []key{{name: fyne.KeyTab, mods: ctrl}}, enabled: w.isOpen, run: func() { w.tabs.step(1) }},
		{id: "tabPrev", title: "Previous Tab", keys: []key{{name: fyne.KeyTab, mods: ctrl | shift}}, enabled: w.isOpen, run: func() { w.tabs.step(-1) }},
	}
}

func (w *window) themeCommand(id, title, choice string) *command {
	return &command{
		id: id, title: title,
		checked: func() bool { return w.look.brightness == brightnessOf(choice) },
		run: func() {
			w.settings.Theme = choice
			w.saveSettings()
			w.setTheme(choice)
		},
	}
}

// laneSizes are the names of the lane sizes in the settings and on screen.
var laneSizes = []struct {
	id, title string
	size      timeline.LaneSize
}{
	{session.LaneComfortable, "Comfortable", timeline.Comfortable},
	{session.LaneCompact, "Compact", timeline.Compact},
	{session.LaneDense, "Dense", timeline.Dense},
}

func (w *window) laneCommands() []*command {
	choose := func(id string) {
		w.settings.LaneSize = id
		w.surface.pitch = 0
		w.applySettings()
	}
	list := []*command{{
		id: "laneNext", title: "Next Lane Size", keys: []key{{name: fyne.KeyC}}, enabled: w.isOpen,
		run: func() { choose(laneSizes[(w.surface.laneSize+1)%timeline.LaneSize(len(laneSizes))].id) },
	}}
	for _, l := range laneSizes {
		list = append(list, &command{
			id: "lane." + l.id, title: l.title, enabled: w.isOpen,
			checked: func() bool { return w.settings.LaneSize == l.id && w.surface.pitch == 0 },
			run:     func() { choose(l.id) },
		})
	}
	return list
}

func (w *window) navigateCommands() []*command {
	quarter := func(dir int) func() { return func() { w.s.Pan(dir * w.s.View().Width / 4) } }
	walk := func(dir int) func() {
		return func() {
			if w.readChart(dir) || w.walkRow(dir) {
				return
			}
			if w.hasSegment() {
				w.s.StepSegment(dir)
			} else {
				w.s.Pan(dir * w.s.View().Width / 4)
			}
		}
	}
	return []*command{
		{id: "panLeft", title: "Pan Left", keys: []key{{name: fyne.KeyA}, {name: fyne.KeyJ}}, enabled: w.isOpen, run: quarter(-1)},
		{id: "panRight", title: "Pan Right", keys: []key{{name: fyne.KeyD}, {name: fyne.KeyL}}, enabled: w.isOpen, run: quarter(1)},
		{
			id: "prev", title: "Previous Segment", help: "Previous segment; pan left when none is selected; in charts read further to the left",
			keys: []key{{name: fyne.KeyLeft}, {char: ','}}, enabled: w.isOpen, run: walk(-1),
		},
		{
			id: "next", title: "Next Segment", help: "Next segment; pan right when none is selected; in charts read further to the right",
			keys: []key{{name: fyne.KeyRight}, {char: '.'}}, enabled: w.isOpen, run: walk(1),
		},
		{
			id: "prevSame", title: "Previous of Same Category", keys: []key{{name: fyne.KeyLeft, mods: ctrl}},
			enabled: w.hasSegment, why: noSegment, run: func() { w.say(w.s.StepSame(-1)) },
		},
		{
			id: "nextSame", title: "Next of Same Category", keys: []key{{name: fyne.KeyRight, mods: ctrl}},
			enabled: w.hasSegment, why: noSegment, run: func() { w.say(w.s.StepSame(1)) },
		},
		{id: "waker", title: "To Waker", keys: []key{{char: '['}}, enabled: w.hasWaker, why: "No thread is known that ended a selected wait.", run: w.s.ToWaker},
		{id: "woken", title: "To Woken", keys: []key{{char: ']'}}, enabled: w.hasSegment, why: noSegment, run: func() { w.say(w.s.ToWoken()) }},
		{id: "range", title: "Select Range From Segment", keys: []key{{name: fyne.KeyR}}, enabled: w.hasSegment, why: noSegment, run: w.markSegment},
		{id: "zoomRange", title: "Zoom to Range", keys: []key{{name: fyne.KeyZ}}, enabled: w.hasMarked, why: noRange, run: w.s.ShowMarked},
		{id: "escape", title: "Deselect", help: "Close, cancel, deselect", keys: []key{{name: fyne.KeyEscape}}, run: w.escape},
	}
}

func (w *window) hasWaker() bool {
	_, ok := w.s.Waker()
	return ok && w.isOpen()
}

func (w *window) markSegment() {
	if seg, ok := w.s.Segment(); ok {
		w.s.Mark(seg.Range)
	}
}

func (w *window) rowCommands() []*command {
	step := func(dir int) func() {
		return func() {
			if w.hasRow() {
				w.s.StepRow(dir)
			} else {
				w.surface.scrollRows(dir)
			}
		}
	}
	page := func(dir int) func() { return func() { w.scrollPage(dir) } }
	return []*command{
		{id: "rowUp", title: "Row Up", help: "Row up; scroll when none is selected", keys: []key{{name: fyne.KeyUp}}, enabled: w.isOpen, run: step(-1)},
		{id: "rowDown", title: "Row Down", help: "Row down; scroll when none is selected", keys: []key{{name: fyne.KeyDown}}, enabled: w.isOpen, run: step(1)},
		{id: "pageUp", title: "Page Up", keys: []key{{name: fyne.KeyPageUp}}, enabled: w.isOpen, run: page(-1)},
		{id: "pageDown", title: "Page Down", keys: []key{{name: fyne.KeyPageDown}}, enabled: w.isOpen, run: page(1)},
		{id: "first", title: "First Row", keys: []key{{name: fyne.KeyHome}}, enabled: w.isOpen, run: func() { w.surface.scrollTo(0) }},
		{id: "last", title: "Last Row", keys: []key{{name: fyne.KeyEnd}}, enabled: w.isOpen, run: func() { w.surface.scrollTo(w.s.Lanes().Height()) }},
		{
			id: "context", title: "Context Menu", keys: []key{{name: desktop.KeyMenu}, {name: fyne.KeyF10, mods: shift}},
			enabled: w.hasRow, why: noRow, run: w.contextMenuOfSelection,
		},
		{
			id: "enter", title: "Select Segment of Row", help: "Select a segment of the row; expand or collapse a process", keys: []key{{name: fyne.KeyReturn}, {name: fyne.KeyEnter}},
			enabled: w.hasRow, why: noRow, run: w.enterRow,
		},
	}
}

// focusCommands are the digits: the n-th category of the legend.
func (w *window) focusCommands() []*command {
	list := []*command{{
		id: "focus.0", title: "All Categories", keys: []key{{char: '0'}}, enabled: w.isOpen,
		run: func() { w.s.SetFocus(w.s.Focus()) },
	}}
	for i, c := range categoryOrder[:9] {
		list = append(list, &command{
			id: "focus." + strconv.Itoa(i+1), title: "Focus " + c.Title(), keys: []key{{char: '1' + rune(i)}},
			enabled: w.isOpen, run: func() { w.focusNth(i, c) },
		})
	}
	return append(list, w.leaveOutCommands()...)
}
