package view

import (
	"cmp"
	"context"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
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
	"threadlens/model"
	"threadlens/timeline"
)

// window is one of the program's windows: a session, and the pages and panes that show it. All its
// methods run on Fyne's goroutine.
type window struct {
	*host.Host
	*views.Views
	*controls.Controls
	*sheets.Sheets
	*recording.Recorder
	appState *appState

	menu    *menu
	notice  *notice
	bar     *commandBar
	banner  *banner
	status  *statusLine
	body    *kit.Split // surface and bottom pane
	start   *startPage
	loading *loadingPage
	failure *errorPage

	keep   *kit.Coalescer  // saves the view of the trace
	known  []keep.ViewMark // marks in the saved view
	wanted *keep.ViewFile  // view in which to show the trace being read

	page      page
	job       *session.Job // reads a trace
	summaries context.CancelFunc
	// recounting cancels the count of likely reasons that is under way.
	recounting context.CancelFunc
	learning   kit.Debouncer  // shows that the reasons of waits are being determined
	measured   []model.ProcIx // whose CPU use the overview shows
	paneTimer  *kit.Coalescer // updates of the bottom pane
	frame      *fyne.Container
	notes      *fyne.Container // about the open trace, above the picture
	file       *kit.Line       // the file's name, in the row of the menu bar
	main       *fyne.Container // the pages, stacked
	finder     *finder
}

// newWindow creates the first window of an appState.
func newWindow(app fyne.App, settings keep.Settings, settingsDir, theme string) *window {
	return newAppState(app, settings, settingsDir, theme).add()
}

// add creates a window with the start page, without showing it.
func (d *appState) add() *window {
	settings := &d.settings
	// Read before the first layout, as small as possible, overwrites it.
	size := fyne.NewSize(float32(settings.Width), float32(settings.Height))
	w := &window{
		Host: &host.Host{
			App: d.app, Look: d.look, Session: session.New(), Settings: settings, SettingsDir: d.settingsDir, Kept: &d.kept, Settled: func() {},
		},
		appState: d, summaries: func() {}, recounting: func() {},
	}
	w.Room = w
	w.Views = views.New(w.Host)
	w.Sheets = &sheets.Sheets{Host: w.Host}
	w.Recorder = &recording.Recorder{Host: w.Host, Recorder: &d.recorder}
	w.Win = d.app.NewWindow("Threadlens")
	w.Win.SetPadded(false)
	w.Controls = &controls.Controls{Views: w.Views, Surface: picture.NewSurface(w.Session, w.Look)}
	w.Commands = w.commands()
	w.Remap()
	w.paneTimer = kit.NewCoalescer(paneDelay, w.updatePanes)
	w.keep = kit.NewCoalescer(keepEvery, w.keepView)
	w.buildPanes()
	w.buildFrame()
	w.finder = newFinder(w)
	w.menu = newMenu(w)
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
	d.windows = append(d.windows, w)
	if v, ok := keep.ParseView(settings.View); ok {
		w.Session.SetViewing(v)
	}
	w.show(pageStart)
	w.status.point("", cmp.Or(w.ReadLimits(), w.KeyWarning()))
	return w
}

// buildPanes creates the picture and the bottom pane.
func (w *window) buildPanes() {
	w.Tips, w.notice = kit.NewTipLayer(), newNotice()
	w.Fill(w.Settings.Tab)
	w.FillViews()
	w.body = kit.NewSplit(true, w.Surface, w.PanesOfViews())
	w.body.Extent, w.body.Share = float32(w.Settings.BottomShare), true
	w.body.Least, w.body.MostPart = 180, 0.6
	w.body.SetOpen(w.Settings.BottomPane && w.Settings.Height >= lowHeight)
	w.Split.Dropped, w.body.Dropped = w.splitDropped, w.splitDropped
}

// buildFrame creates the parts of the window and puts them in their places.
func (w *window) buildFrame() {
	w.bar = newCommandBar(w)
	w.banner = newBanner(w.Tips, w.zoomToGap, w.Commands.Get("health").Do, func() { w.banner.root.Hide(); w.frame.Refresh() })
	w.status = newStatusLine(w.Tips, w.Commands.Get("health").Do)
	w.start = newStartPage(w.Host)
	w.loading = newLoadingPage(w.cancelLoading)
	w.failure = newErrorPage(w.Host)
	w.Live = recording.NewLivePage(w.Recorder)
	w.LiveShown, w.ShowLive, w.CloseLive = func() bool { return w.page == pageLive }, func() { w.show(pageLive) }, w.cancelLoading
	w.More = []views.TablePane{{Table: w.Live.Board.Table, Filter: w.Live.Board.Filter, Shown: w.LiveShown}}
	w.main = container.NewStack(append(w.PagesOfViews(), w.start.root, w.loading.root, w.failure.root, w.Live.Root, w.body)...)
	w.Strip = recording.NewRecordStrip(w.Recorder)
	w.notes = container.New(kit.ColumnLayout(0), w.banner.root, w.Headline.Root)
	top := container.New(kit.ColumnLayout(0), w.bar.root, kit.NewRule(), w.Strip.Root, w.notes)
	w.frame = container.NewBorder(top, w.status.root, nil, nil, w.main)
	w.file = kit.NewCaption("", kit.ColorText2).Right().Fitting()
	w.file.TextSize = theme.SizeNameText
	w.Win.SetContent(container.New(rootLayout{w.resized}, kit.NewBox(kit.ColorWindow), w.file, w.frame, w.notice.layer, w.Tips.Layer))
}
