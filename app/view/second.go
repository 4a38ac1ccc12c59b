package view

import (
	"context"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"threadlens/app/export"
	"threadlens/app/session"
	"threadlens/app/session/keep"
	"threadlens/app/session/pair"
	"threadlens/app/view/controls"
	"threadlens/app/view/host"
	"threadlens/app/view/kit"
	"threadlens/app/view/panes"
	"threadlens/app/view/picture"
	"threadlens/model"
	"threadlens/timeline"
	"threadlens/timeline/lanes"
)

// second is the timeline of the trace with which the open one is compared, below that one.
type second struct {
	*host.Host
	*pair.Pair
	above   *picture.Surface
	surface *picture.Surface
	split   *kit.Split // both timelines
	about   *kit.Line
	known   int                   // of Second.Opened: the trace for which everything is prepared
	by      string                // how the two are aligned, "" if by hand
	ctx     context.Context       // of the work on the trace
	cancel  context.CancelFunc    // ends it
	cores   *timeline.CoreColours // those for which frames are cheap
}

// secondShare is the part of the picture that the second timeline takes at first.
const secondShare = 0.45

// newSecond makes room for it below the picture of the open trace.
func newSecond(h *host.Host, above *picture.Surface) *second {
	s := &second{Host: h, above: above, cancel: func() {}}
	s.Pair = pair.New(h.Session, session.New())
	s.surface = picture.NewSurface(s.Second, h.Look)
	s.about = kit.NewLine("", kit.ColorText2).Fitting()
	align := kit.NewLink("Align"+kit.Ellipsis, nil)
	align.Run = func() { s.PopUp(s.items(), fyne.CurrentApp().Driver().AbsolutePositionForObject(align)) }
	shut := kit.NewLink("Close", func() { s.Commands.Get("compareClose").Do() })
	bar := container.NewBorder(nil, nil, nil, container.New(kit.RowLayout(12), align, shut, kit.NewGap(4, 0)), container.New(kit.Insets{14, 3}, s.about))
	page := container.NewBorder(container.New(kit.ColumnLayout(0), bar, kit.NewRule()), nil, nil, nil, s.surface)
	s.split = kit.NewSplit(true, above, container.NewStack(kit.NewBox(kit.ColorWindow), page))
	s.split.Extent, s.split.Share, s.split.Least, s.split.MostPart = secondShare, true, 120, 0.8
	s.split.Dropped = func() { s.Settled() }
	s.split.SetOpen(false)
	s.First.Subscribe(s.changed)
	return s
}

// wire connects its picture with the window: keys are for both timelines, the pointer for its own.
func (s *second) wire() {
	f := s.surface
	f.Overview = false // that of the open trace shows the same time
	f.Key, f.Rune = s.above.Key, s.above.Rune
	f.Hovered = s.describe
	f.RowsScrolled, f.GutterDone = func() { s.Settled() }, func() {}
	f.MenuAt = func(_ timeline.Place, at fyne.Position) { s.PopUp(s.items(), at) }
	f.SortMenu = func(at fyne.Position) { s.PopUp(s.items(), at) }
	f.ToWaker = func() { s.Second.ToWaker() }
	f.ZoomMarked, f.Fit, f.Clip = s.Second.ShowMarked, s.Second.FitSelection, s.Clip
	f.ZoomHint = s.above.ZoomHint
	f.Chart.Wire(s.Commands, s.Tips)
}

// describe shows in the status line what is under the pointer.
func (s *second) describe(p timeline.Place, over bool) {
	if s.Second.Trace() == nil {
		return
	}
	at, what := "", ""
	if over && p.Region != timeline.RegionGutter {
		at = s.Second.Clock().Instant(p.Time, s.Second.Window().Len())
	}
	if over && p.Segment.Index >= 0 {
		what = controls.TextOf(s.Second, p.Segment, over, &p)
	}
	s.Point(at, what)
}

// items are what can be done with the second timeline.
func (s *second) items() []*fyne.MenuItem {
	items := s.Passing("align.", alignTitle)
	return append(items, append([]*fyne.MenuItem{fyne.NewMenuItemSeparator()}, s.Items("alignEarlier", "alignLater", host.Separator, "compareClose")...)...)
}

// alignTitle begins the titles of the commands that align the timelines.
const alignTitle = "Align by "

// commands align the two timelines and close the second one.
func (s *second) commands() (list []*kit.Command) {
	const why = panes.NoOther
	shown := func() bool { return s.IsOpen() && s.Open() }
	for _, a := range pair.Alignments() {
		list = append(list, &kit.Command{
			ID: "align." + a.Key, Title: alignTitle + a.Title, Help: a.Help, Why: why,
			Enabled: shown, Checked: func() bool { return s.Open() && s.by == a.Title }, Run: func() { s.align(&a) },
		})
	}
	return append(
		list,
		&kit.Command{ID: "alignEarlier", Title: "Shift Second Timeline Left", Help: "Move the other trace's timeline left, showing later times", Enabled: shown, Why: why, Run: func() { s.shift(-shiftColumns) }},
		&kit.Command{ID: "alignLater", Title: "Shift Second Timeline Right", Help: "Move the other trace's timeline right, showing earlier times", Enabled: shown, Why: why, Run: func() { s.shift(shiftColumns) }},
		&kit.Command{ID: "compareClose", Title: "Close Compared Trace", Enabled: shown, Why: why, Run: func() { s.Session.SetOther(nil) }},
	)
}

// shiftColumns is by how many columns of pixels the second timeline is shifted at a time.
const shiftColumns = 10

func (s *second) align(a *pair.Alignment) {
	if !s.Align(a) {
		s.Say(session.Outcome{Text: a.Why})
		return
	}
	s.by = a.Title
	s.caption() // also if the offset is the same
}

func (s *second) shift(columns int) {
	s.by = ""
	s.Shift(columns)
	s.caption()
}

// changed shows or hides the second timeline.
func (s *second) changed(c session.Change) {
	if opened := s.Second.Opened(); opened != s.known {
		s.known, s.by = opened, pair.Alignments()[0].Title
		s.cancel()
		if t := s.Second.Trace(); t != nil {
			s.prepare(t)
		}
	}
	if c&session.ChangedOther != 0 {
		s.caption()
	}
	if c&(session.ChangedOther|session.ChangedView) != 0 {
		s.split.SetOpen(s.Open())
		s.prepareCores()
	}
	if s.Open() && s.surface.Gutter != s.above.Gutter {
		s.surface.Gutter = s.above.Gutter
		s.surface.Fitted()
	}
}

// caption says what is compared and how it is aligned.
func (s *second) caption() {
	t := s.Second.Trace()
	if t == nil {
		return
	}
	text := "B: " + timeline.Printable(model.CleanName(filepath.Base(t.Info.File)))
	switch offset := s.First.Offset(); {
	case s.by != "":
		text += ", aligned by " + strings.ToLower(s.by)
	case offset != 0:
		text += ", shifted by " + timeline.FormatDuration(offset)
	}
	s.about.Set(text)
}

// prepare computes in the background what makes frames of a large trace cheap, and what more can be
// known about it.
func (s *second) prepare(t *model.Trace) {
	ctx, cancel := context.WithCancel(context.Background())
	s.ctx, s.cancel, s.cores = ctx, cancel, nil
	paths, likely := slices.Clone(s.Settings.Symbols), s.Settings.CountLikely
	go func() {
		known, _, err := session.KnownOf(ctx, t, paths, s.SettingsDir, likely) // the open trace has the same problems
		if err != nil {
			return
		}
		use, sum := export.Utilization(known, known.Targets()), lanes.NewSummary(known)
		if sum.Build(ctx, max(1, runtime.GOMAXPROCS(0)-1), nil) != nil {
			return
		}
		fyne.Do(func() {
			if ctx.Err() == nil {
				s.Learn(known)
				s.surface.Summary, s.surface.Use = sum, use
				s.surface.Redraw()
				s.prepareCores()
			}
		})
	}()
}

// prepareCores makes frames of the Cores view cheap, once that is shown.
func (s *second) prepareCores() {
	sum, colours := s.surface.Summary, s.Second.CoreColours()
	if sum == nil || colours == nil || s.Second.Viewing() != keep.ViewCores || s.cores == colours {
		return
	}
	s.cores = colours
	ctx := s.ctx
	go func() {
		if sum.BuildCores(ctx, colours) != nil {
			return
		}
		fyne.Do(func() {
			if s.surface.Summary == sum {
				s.surface.Redraw()
			}
		})
	}()
}
