package view

import (
	"cmp"
	"context"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/dialog"
	"fyne.io/fyne/v2/theme"

	"threadlens/app/session"
	"threadlens/app/session/capture"
	"threadlens/app/session/keep"
	"threadlens/app/view/kit"
	"threadlens/model"
	"threadlens/timeline"
)

// window is one of the program's windows: one session, and the pages and panes about it. All
// its methods run on Fyne's goroutine.
type window struct {
	appState    *appState
	app         fyne.App
	win         fyne.Window
	look        *kit.Look
	s           *session.Session
	settings    *keep.Settings // of all windows
	settingsDir string         // "" keeps nothing

	table    *kit.CommandTable
	menu     *menu
	tips     *kit.TipLayer
	notice   *notice
	bar      *commandBar
	banner   *banner
	strip    *recordStrip
	status   *statusLine
	surface  *surface
	profile  *profile
	narrow   *profile // the same as a tab, for narrow windows
	details  *details
	hints    *hints
	report   *profilePane
	findings *findingsPane
	headline *headline
	path     *pathPane
	cpu      *cpuPane
	locks    *contentionPane
	calls    *callPane
	reports  *reportPane
	tabList  []*tab
	tabs     *kit.Tabs
	// Actions at the right end of the tabs.
	copyAction, percentAction, mineAction *kit.Button
	body                                  *kit.Split // surface and bottom pane
	bottom                                *kit.Split // profile and tabs, the pane of the Threads view
	viewPages                             []*viewPage
	cores                                 *coresPane
	coresReady                            *timeline.CoreColours // for which summaries are made
	measurement                           *measurePage
	monitor                               *monitorPage
	live                                  *livePage
	start                                 *startPage
	loading                               *loadingPage
	failure                               *errorPage

	views  keep.ViewStore  // remembers nothing until it has a folder
	keep   *kit.Coalescer  // the view of the trace, to be remembered
	known  []keep.ViewMark // marks that are in what is remembered
	wanted *keep.ViewFile  // to be shown with the trace being read

	page      page
	job       *session.Job       // being loaded
	run       *recordRun         // a recording that runs, nil without
	ran       *capture.Recording // the last one that has ended
	summaries context.CancelFunc
	// recounting ends the count of likely reasons that is under way.
	recounting context.CancelFunc
	preparing  context.Context   // of the summaries; ends with the trace
	measured   []model.ProcIx    // whose CPU use the overview shows
	modal      dialog.Dialog     // open, nil without
	modalTop   fyne.CanvasObject // the overlay that it is; others above it are its own
	files      *fileKeys         // of a dialog in which a file is chosen
	panes      *kit.Coalescer    // updates of the bottom pane
	frame      *fyne.Container
	file       *kit.Line       // the file's name, in the row of the menu bar
	main       *fyne.Container // the pages, stacked
	finder     *finder
	// keyProblems are what the file of the keys says and cannot have.
	keyProblems []string
	settled     func() // called after every change; for the state file
}

// newWindow makes the first window of an appState.
func newWindow(app fyne.App, settings keep.Settings, settingsDir, theme string) *window {
	return newAppState(app, settings, settingsDir, theme).add()
}

// add makes a window, with the start page, and does not show it.
func (d *appState) add() *window {
	settings := &d.settings
	// Before the window, laid out as small as it may be, has its size remembered.
	size := fyne.NewSize(float32(settings.Width), float32(settings.Height))
	w := &window{
		appState: d, app: d.app, settings: settings, settingsDir: d.settingsDir, s: session.New(), look: d.look,
		summaries: func() {}, recounting: func() {}, settled: func() {},
	}
	w.win = d.app.NewWindow("Threadlens")
	w.win.SetPadded(false)
	w.surface = newSurface(w.s, w.look)
	w.viewPages, w.tabList = viewList(), tabList()
	w.table = w.commands()
	w.remap()
	w.panes = kit.NewCoalescer(paneDelay, w.updatePanes)
	w.keep = kit.NewCoalescer(keepEvery, w.keepView)
	w.buildPanes()
	w.buildFrame()
	w.finder = newFinder(w)
	w.menu = newMenu(w)
	w.win.SetMainMenu(w.menu.main)
	w.wireSurface()
	w.addShortcuts()
	w.win.Canvas().SetOnTypedKey(w.typedKey)
	w.win.Canvas().SetOnTypedRune(w.typedRune)
	w.win.SetOnDropped(w.dropped)
	w.win.SetCloseIntercept(w.leave)
	w.win.Resize(size)
	w.s.SetTimeAs(timeAs(settings.TimeAs))
	w.takePercent()
	by, _ := timeline.ParseColourBy(settings.CoreColours)
	w.s.SetColourBy(by)
	w.s.Subscribe(w.changed)
	d.windows = append(d.windows, w)
	if v, ok := keep.ParseView(settings.View); ok {
		w.s.SetViewing(v)
	}
	w.show(pageStart)
	w.status.point("", cmp.Or(w.readLimits(), w.keyWarning()))
	return w
}

// buildPanes makes the picture and the bottom pane.
func (w *window) buildPanes() {
	w.tips, w.notice = kit.NewTipLayer(), newNotice()
	w.profile = newProfile(w.s, w.tips, w.surface.previewFocus)
	w.profile.menu = w.legendMenu
	w.fillTabs()
	w.tabs.Choose(tabReport)
	w.tabs.Show(tabProfile, false)
	w.tabs.Show(tabPath, false)
	w.chooseTab(w.settings.Tab)
	w.bottom = kit.NewSplit(false, w.profile.root, w.tabs.Root)
	w.bottom.Extent, w.bottom.Least, w.bottom.Most = float32(w.settings.ProfileWidth), 260, 440
	w.cpu, w.cores = newCPUPane(w), newCoresPane(w)
	w.fillViews()
	w.body = kit.NewSplit(true, w.surface, w.panesOfViews())
	w.body.Extent, w.body.Share = float32(w.settings.BottomShare), true
	w.body.Least, w.body.MostPart = 180, 0.6
	w.body.SetOpen(w.settings.BottomPane && w.settings.Height >= lowHeight)
	w.bottom.Dropped, w.body.Dropped = w.splitDropped, w.splitDropped
}

// buildFrame puts everything in its place.
func (w *window) buildFrame() {
	w.bar = newCommandBar(w)
	w.banner = newBanner(w.tips, w.zoomToGap, w.table.Get("health").Do, func() { w.banner.root.Hide(); w.frame.Refresh() })
	w.status = newStatusLine(w.tips, w.table.Get("health").Do)
	w.start = newStartPage(w)
	w.loading = newLoadingPage(w.cancelLoading)
	w.failure = newErrorPage(w)
	w.live = newLivePage(w)
	w.main = container.NewStack(append(w.pagesOfViews(), w.start.root, w.loading.root, w.failure.root, w.live.root, w.body)...)
	w.strip = newRecordStrip(w)
	w.headline = newHeadline(w)
	top := container.New(kit.ColumnLayout(0), w.bar.root, kit.NewRule(), w.strip.root, w.banner.root, w.headline.root)
	w.frame = container.NewBorder(top, w.status.root, nil, nil, w.main)
	w.file = kit.NewCaption("", kit.ColorText2).Right().Fitting()
	w.file.TextSize = theme.SizeNameText
	w.win.SetContent(container.New(rootLayout{w.resized}, kit.NewBox(kit.ColorWindow), w.file, w.frame, w.notice.layer, w.tips.Layer))
}
