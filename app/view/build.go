package view

import (
	"cmp"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/theme"

	"threadlens/app/session"
	"threadlens/app/session/keep"
	"threadlens/app/view/controls"
	"threadlens/app/view/host"
	"threadlens/app/view/kit"
	"threadlens/app/view/picture"
	"threadlens/app/view/recording"
	"threadlens/app/view/sheets"
	"threadlens/app/view/views"
	"threadlens/timeline"
)

// paneDelay is the longest that the sums in the bottom pane may lag behind the picture: a zoom
// must not wait for them.
const paneDelay = 100 * time.Millisecond

// newWindow creates the first window of an appState.
func newWindow(app fyne.App, settings keep.Settings, settingsDir, theme string) *window {
	return newAppState(app, settings, settingsDir, theme).add()
}

// add creates a window with the start page, without showing it.
func (d *appState) add() *window {
	settings := &d.settings
	// Read before the first layout, as small as possible, overwrites it.
	size := fyne.NewSize(float32(settings.Width), float32(settings.Height))
	w := &window{}
	w.appState, w.summaries, w.recounting = d, func() {}, func() {}
	w.Host = &host.Host{
		App: d.app, Look: d.look, Session: session.New(), Settings: settings, SettingsDir: d.settingsDir, Kept: &d.kept, Settled: func() {}, Room: w,
	}
	w.Views = views.New(w.Host)
	w.Sheets = &sheets.Sheets{Host: w.Host}
	w.Recorder = recording.New(w.Host, &d.recorder)
	w.Win = d.app.NewWindow("Threadlens")
	w.Win.SetPadded(false)
	w.Controls = &controls.Controls{Views: w.Views, Surface: picture.NewSurface(w.Session, w.Look)}
	w.exports = &exports{w.Controls}
	w.second = newSecond(w.Host, w.Surface)
	w.comparing = &comparing{Host: w.Host, show: w.ShowReport}
	w.Commands = w.commands()
	w.Remap()
	w.paneTimer = kit.NewCoalescer(paneDelay, w.updatePanes)
	w.keep = kit.NewCoalescer(keepEvery, w.keepView)
	w.buildPanes()
	w.buildFrame()
	w.menu = newMenu(w.Host, openWindows{titles: d.titles, items: func() []*fyne.MenuItem { return d.items(&w.shared) }})
	w.finder = newFinder(w.Controls, w.menu, w.bar, w.describeSelected)
	w.Menus = func() ([]string, map[*kit.Command]sheets.MenuPlace) { return w.menu.titles(), w.menu.places() }
	w.Win.SetMainMenu(w.menu.main)
	w.wireSurface()
	w.addShortcuts()
	w.Win.Canvas().SetOnTypedKey(w.TypedKey)
	w.Win.Canvas().SetOnTypedRune(w.TypedRune)
	w.Win.SetOnDropped(w.dropped)
	w.Win.SetCloseIntercept(w.Leave)
	w.Win.Resize(size)
	w.Session.SetTimeAs(controls.TimeAs(settings.TimeAs))
	w.takePercent()
	by, _ := timeline.ParseColourBy(settings.CoreColours)
	w.Session.SetColourBy(by)
	w.Session.Subscribe(w.changed)
	d.windows = append(d.windows, &w.shared)
	if v, ok := keep.ParseView(settings.View); ok {
		w.Session.SetViewing(v)
	}
	w.show(pageStart)
	w.status.point("", cmp.Or(w.ReadLimits(), w.KeyWarning()))
	return w
}

// open opens another window and shows it.
func (d *appState) open() *window {
	w := d.add()
	w.KeptViews.Dir = d.viewsDir
	w.Win.Show()
	d.renamed()
	return w
}

// windowCommands open another window, and minimize this one.
func (w *window) windowCommands() []*kit.Command {
	return []*kit.Command{
		{
			ID: "openNew", Title: "Open in New Window…", Help: "Open a trace in a new window",
			Keys: []kit.Key{{Name: fyne.KeyO, Mods: kit.Ctrl | kit.Shift}},
			Run:  func() { w.ChooseFile(func(path string) { w.appState.open().Open(path) }) },
		},
		{ID: "newWindow", Title: "New Window", Help: "Open another window", Run: func() { w.appState.open() }},
		minimizeCommand(w.Win),
	}
}

// buildPanes creates the picture and the bottom pane.
func (w *window) buildPanes() {
	w.Tips = kit.NewTipLayer()
	w.notice = newNotice(w.Tips)
	w.Fill(w.Settings.Tab)
	w.FillViews()
	w.body = kit.NewSplit(true, w.second.split, w.PanesOfViews())
	w.body.Extent, w.body.Share = float32(w.Settings.BottomShare), true
	w.body.Least, w.body.MostPart = 180, 0.6
	w.body.SetOpen(w.Settings.BottomPane && w.Settings.Height >= lowHeight)
	w.Split.Dropped, w.body.Dropped = w.splitDropped, w.splitDropped
}

// buildFrame creates the parts of the window and puts them in their places.
func (w *window) buildFrame() {
	w.bar = newCommandBar(w.Views)
	w.banner = newBanner(w.Tips, w.zoomToGap, w.Commands.Get("health").Do, func() { w.banner.root.Hide(); w.frame.Refresh() })
	w.status = newStatusLine(w.Tips, w.Commands.Get("health").Do)
	w.start = newStartPage(w.Host)
	w.loading = newLoadingPage(w.cancelLoading)
	w.failure = newErrorPage(w.Host)
	w.Recorder.AddParts()
	w.LiveShown, w.ShowLive, w.CloseLive = func() bool { return w.page == pageLive }, func() { w.show(pageLive) }, w.cancelLoading
	w.More = []views.TablePane{{Table: w.Live.Board.Table, Filter: w.Live.Board.Filter, Shown: w.LiveShown}}
	w.main = container.NewStack(append(w.PagesOfViews(), w.start.root, w.loading.root, w.failure.root, w.Live.Root, w.body)...)
	w.notes = container.New(kit.ColumnLayout(0), w.banner.root, w.Headline.Root)
	top := container.New(kit.ColumnLayout(0), w.bar.root, kit.NewRule(), w.Strip.Root, w.notes)
	w.frame = container.NewBorder(top, w.status.root, nil, nil, w.main)
	w.file = kit.NewCaption("", kit.ColorText2).Right().Fitting()
	w.file.TextSize = theme.SizeNameText
	w.Win.SetContent(container.New(rootLayout{w.resized}, kit.NewBox(kit.ColorWindow), w.file, w.frame, w.notice.layer, w.Tips.Layer))
}

// wireSurface connects the picture with the window.
func (w *window) wireSurface() {
	f := w.Surface
	f.Key, f.Rune = w.TypedKey, w.TypedRune
	if c, ok := w.Win.Canvas().(desktop.Canvas); ok { // keys pressed while nothing has the keyboard
		c.SetOnKeyDown(f.KeyDown)
		c.SetOnKeyUp(f.KeyUp)
	}
	f.Hovered = w.describe
	f.RowsScrolled = func() { w.Settled(); w.KeepSoon() }
	f.GutterDone = func() {
		w.Settings.Gutter = float64(f.Gutter)
		w.SaveSettings()
	}
	f.MenuAt = func(p timeline.Place, at fyne.Position) { w.ContextMenu(p.Segment != timeline.NoSegment, at) }
	f.SortMenu = w.HeaderMenu
	f.ToWaker = w.Commands.Get("waker").Do
	f.ZoomMarked = w.Session.ShowMarked
	if key := w.Commands.KeyOf("zoomRange"); key != "" {
		f.ZoomHint = " · " + key + " to zoom"
	}
	f.Fit, f.Clip = w.Session.FitSelection, w.Clip
	f.Chart.Wire(w.Commands, w.Tips)
	f.Filter.Button.Explain(w.Tips, w.Commands.Get("filter").Tip())
	w.second.wire()
	w.adoptSettings()
}
