package view

import (
	"fmt"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"threadlens/app/session"
	"threadlens/app/session/find"
	"threadlens/app/view/controls"
	"threadlens/app/view/kit"
	"threadlens/timeline"
)

const (
	finderWidth  = 620
	finderMargin = 12 // between the card and the edges of the window
)

// finder is the one box for finding things and running commands: a field and, below it, the hits.
// It covers the whole window, because an overlay owns the keyboard, but draws only its card.
//
// While it is open, ↑ and ↓ show in the picture what the chosen hit is about. Escape undoes all of
// that.
type finder struct {
	widget.BaseWidget
	c     *controls.Controls
	menu  *menu
	bar   *commandBar
	rest  func() // shows in the status line what is selected
	card  *fyne.Container
	entry *kit.Field
	list  *hitList
	note  *kit.Line // what is wrong, or what else can be typed

	index   *find.Index // of the open trace; nil until built
	entered bool        // Enter was pressed before the index was built: it goes to the first hit then
	steps   int         // down the list, taken before the index was built: they are repeated then
	making  bool
	place   session.Place // where the user was when the finder opened
	scroll  int
	tab     string
	opened  bool
	text    string // searched for last
	seeking *seeker
	search  search
}

func newFinder(c *controls.Controls, m *menu, b *commandBar, rest func()) *finder {
	p := &finder{c: c, menu: m, bar: b, rest: rest, seeking: &seeker{}, note: kit.NewCaption("", kit.ColorText2).Fitting()}
	p.entry = kit.NewField("Find anything", p.key)
	p.entry.OnChanged = func(string) {
		p.entered, p.steps = false, 0
		p.find()
	}
	p.list = newHitList(p.accept)
	back := kit.NewBox(kit.ColorCard)
	back.Stroke, back.Radius = kit.ColorCardLine, 6
	foot := container.New(kit.Fixed{0, 24}, container.New(kit.Insets{12, 0}, container.New(kit.RowLayout(12),
		p.note, kit.NewCaption("↑ ↓ preview · Enter open · Esc cancel", kit.ColorText2))))
	p.card = container.NewStack(back, container.NewBorder(
		container.New(kit.Insets{6, 6}, container.New(kit.Fixed{0, 32}, p.entry)),
		container.New(kit.ColumnLayout(0), kit.NewRule(), foot), nil, nil, p.list.scroll))
	p.ExtendBaseWidget(p)
	return p
}

// opensFinder reports whether the command opens the finder.
func opensFinder(c *kit.Command) bool { return c.ID == "find" || strings.HasPrefix(c.ID, "find.") }

// open shows the finder with text in its field.
func (p *finder) open(text string) {
	if !p.opened {
		p.opened = true
		p.c.Tips.Hide()
		p.c.Surface.Over.Card.Hide()
		p.place, p.scroll, p.tab = p.c.Session.Here(), p.c.Surface.Scroll, p.c.Tabs.Chosen
		p.makeIndex()
		c := p.c.Win.Canvas()
		c.Overlays().Add(p)
		p.Resize(c.Size())
		p.card.Refresh() // the text size or the colours may have changed while it was hidden
	}
	p.entry.Fresh = false
	p.entry.Text, p.entry.CursorColumn = text, len([]rune(text))
	p.entry.Refresh()
	if text == p.text {
		p.entry.TypedShortcut(&fyne.ShortcutSelectAll{})
	}
	p.c.Win.Canvas().Focus(p.entry)
	p.find()
}

// makeIndex builds the index of the open trace in the background.
func (p *finder) makeIndex() {
	t := p.c.Session.Trace()
	if t == nil || p.index != nil || p.making {
		return
	}
	p.making = true
	go func() {
		x := find.NewIndex(t)
		fyne.Do(func() {
			p.making = false
			if p.c.Session.Trace() == t {
				p.index = x
			}
			if p.opened {
				p.makeIndex() // of a trace opened meanwhile
				p.find()
			}
		})
	}()
}

// current is the index of the trace on screen, nil while there is none.
func (p *finder) current() *find.Index {
	if !p.c.IsOpen() || p.index == nil || p.index.Trace() != p.c.Session.Trace() {
		return nil
	}
	return p.index
}

// traceChanged resets the finder for another trace and releases the old one.
func (p *finder) traceChanged() {
	if p.index != nil && p.index.Trace() != p.c.Session.Trace() {
		p.index, p.search, p.seeking = nil, search{}, &seeker{}
	}
	if p.opened {
		p.place, p.scroll = p.c.Session.Here(), 0
		p.makeIndex()
		p.find()
	}
}

// namesChanged rebuilds the index after the names of functions have changed.
func (p *finder) namesChanged() {
	p.index, p.search, p.seeking = nil, search{}, &seeker{}
	if p.opened {
		p.makeIndex()
		p.find()
	}
}

// find lists the hits for the text.
func (p *finder) find() {
	commands := make([]find.Command, len(p.c.Commands.List))
	places := p.menu.places()
	for i, c := range p.c.Commands.List {
		commands[i] = find.Command{Title: places[c].FullTitle(c), Name: c.Report, Also: c.Help, Off: !c.Can()}
	}
	var found find.Found
	if !p.making || !needsNames(p.entry.Text) {
		found = p.current().Find(p.entry.Text, commands, p.place.Window(), p.c.Session.Terms())
	}
	p.list.show(found, p.hitRow)
	p.note.Paint(kit.ColorText2)
	switch {
	case found.Note != "":
		p.note.Set(found.Note)
	case p.making:
		p.note.Set("Reading the names in the trace…")
	default:
		p.note.Set("Start with > for commands, @ for a time, or : for a thread or process id")
	}
	p.layoutCard(p.Size())
	p.c.Settled()
	if p.making {
		return
	}
	if p.steps != 0 {
		by := p.steps
		p.steps = 0
		p.look(by)
	}
	if p.entered {
		p.entered = false
		p.accept(p.list.chosen)
	}
}

// needsNames reports whether the hits for a text depend on the names in the trace.
func needsNames(text string) bool {
	text = strings.TrimSpace(text)
	return !strings.HasPrefix(text, find.FindCommand) && !strings.HasPrefix(text, find.FindTime)
}

// hitRow is the content of the row of a hit.
func (p *finder) hitRow(h find.Hit) (title, note, keys string, off bool) {
	if h.Subject != find.SubjectCommand {
		return h.Title, h.Note, "", false
	}
	c := p.c.Commands.List[h.Ref]
	note = p.whyNot(c)
	return h.Title, note, c.KeyText(), note != ""
}

// whyNot says why a command cannot run now, "" if it can.
func (p *finder) whyNot(c *kit.Command) string {
	switch {
	case c.Can():
		return ""
	case !p.c.IsOpen() && !c.Apart:
		return "No trace is open."
	case c.Why != "":
		return c.WhyNot()
	}
	return "Not available for this selection."
}

// key applies the keys typed in the field to the list.
func (p *finder) key(e *fyne.KeyEvent) bool {
	back := p.c.Surface.Modifiers()&kit.Shift != 0
	switch e.Name {
	case fyne.KeyEscape:
		p.cancel()
	case fyne.KeyReturn, fyne.KeyEnter:
		if back {
			p.look(-1)
		} else {
			p.accept(p.list.chosen)
		}
	case fyne.KeyUp:
		p.look(-1)
	case fyne.KeyDown:
		p.look(1)
	case fyne.KeyF3:
		p.look(1 - 2*int(kit.Bit(back)))
	case fyne.KeyPageUp:
		p.look(-pageOfHits)
	case fyne.KeyPageDown:
		p.look(pageOfHits)
	default:
		return false
	}
	return true
}

// look moves that many hits down the list and shows what the chosen one is about.
func (p *finder) look(by int) {
	if p.making {
		p.steps += by
	}
	hit, ok := p.list.step(by)
	if !ok {
		return
	}
	index := p.current()
	p.seeking.spots(index, hit, func(spots []find.Spot) {
		if !p.opened || index != p.current() {
			return
		}
		p.c.Session.Update(func() {
			p.c.Session.Return(p.place)
			p.c.Session.GoTo(hit, spots)
		})
		if hit.Subject == find.SubjectCommand {
			p.c.Surface.ScrollTo(p.scroll)
		}
	})
}

// accept goes to a hit, or runs the command.
func (p *finder) accept(i int) {
	hit, ok := p.list.hit(i)
	if !ok {
		p.entered = p.making
		return
	}
	if hit.Subject == find.SubjectCommand {
		c := p.c.Commands.List[hit.Ref]
		if why := p.whyNot(c); why != "" {
			p.note.Paint(theme.ColorNameError)
			p.note.Set(why)
			return
		}
		p.cancel()
		c.Run()
		return
	}
	p.text = p.entry.Text
	group, opened := p.list.groupOf(i), p.c.Session.Opened()
	index := p.current()
	p.cancel()
	p.seeking.spots(index, hit, func(spots []find.Spot) {
		if opened != p.c.Session.Opened() { // the hit is not of the trace that is open now
			return
		}
		at := p.c.Session.GoTo(hit, spots)
		p.c.Surface.Hits.Show(spots)
		if index == p.current() { // otherwise the other hits have different numbers now
			p.search = newSearch(hit, spots, group)
			p.search.at = max(p.search.at, at)
			p.tellSearch()
		}
	})
}

// cancel closes the finder and returns to where the user was.
func (p *finder) cancel() {
	if !p.opened {
		return
	}
	p.opened, p.entered, p.steps = false, false, 0
	p.c.Win.Canvas().Overlays().Remove(p)
	p.c.Session.Return(p.place)
	p.c.Surface.ScrollTo(p.scroll)
	if p.c.Tabs.Chosen != p.tab {
		p.c.Tabs.Choose(p.tab)
	}
	p.place = session.Place{}
	p.c.FocusPicture()
	p.c.Settled()
}

// hasHits reports whether there is a search to continue.
func (p *finder) hasHits() bool {
	return p.search.len() > 0 && p.current() != nil
}

// nextHit goes to the next (dir 1) or the previous (dir -1) place of the last search, wrapping
// around.
func (p *finder) nextHit(dir int) {
	s := &p.search
	s.at = (s.at + dir + s.len()) % s.len()
	if len(s.spots) > 0 {
		p.c.Session.GoToSpot(s.spots[s.at])
	} else {
		s.hit = s.group[s.at]
		p.c.Session.GoTo(s.hit, nil)
	}
	p.tellSearch()
}

// endSearch forgets the search; the text stays for the next one.
func (p *finder) endSearch() {
	p.search = search{}
	p.c.Surface.Hits.Show(nil)
	p.rest()
	p.c.Refresh()
}

// tellSearch shows the position in the search in the status line.
func (p *finder) tellSearch() {
	s := &p.search
	switch {
	case s.len() > 1:
		p.c.Point("", fmt.Sprintf("%s: match %s of %s", s.hit.Title,
			timeline.FormatCount(int64(s.at+1)), timeline.FormatCount(int64(s.len()))))
	case s.len() == 1 || s.hit.Subject == find.SubjectTime:
	default:
		p.c.Point("", s.hit.Title+" cannot be shown in the timeline: no stack, disk transfer or event with a known time contains it")
	}
	p.c.Refresh()
}

// Tapped implements fyne.Tappable: a click outside the card closes the finder, one on the card
// returns the keyboard to the field.
func (p *finder) Tapped(e *fyne.PointEvent) {
	if (kit.Rect{Pos: p.card.Position(), Size: p.card.Size()}).Contains(e.Position) {
		p.c.Win.Canvas().Focus(p.entry)
		return
	}
	p.cancel()
}

// layoutCard puts the card over the Find box of the command bar.
func (p *finder) layoutCard(size fyne.Size) {
	at := fyne.NewPos((size.Width-kit.Scaled(finderWidth))/2, 60)
	if box := p.bar.find; p.bar.traceOnly.Visible() {
		at = fyne.CurrentApp().Driver().AbsolutePositionForObject(box).SubtractXY(6, 8)
	}
	width := min(kit.Scaled(finderWidth), size.Width-2*finderMargin)
	at.X = max(finderMargin, min(at.X, size.Width-width-finderMargin))
	at.Y = max(4, at.Y)
	height := p.card.MinSize().Height - p.list.scroll.MinSize().Height + p.list.height()
	p.card.Move(at)
	p.card.Resize(fyne.NewSize(width, min(height, size.Height-at.Y-finderMargin)))
	p.list.reveal()
}

// CreateRenderer implements fyne.Widget.
func (p *finder) CreateRenderer() fyne.WidgetRenderer { return &finderRenderer{p} }

type finderRenderer struct{ p *finder }

func (r *finderRenderer) Destroy()                     {}
func (r *finderRenderer) MinSize() fyne.Size           { return fyne.Size{} }
func (r *finderRenderer) Objects() []fyne.CanvasObject { return []fyne.CanvasObject{r.p.card} }
func (r *finderRenderer) Layout(size fyne.Size)        { r.p.layoutCard(size) }
func (r *finderRenderer) Refresh()                     { r.p.card.Refresh() }

// VisibleText implements kit.TextWidget.
func (p *finder) VisibleText() (string, []fyne.CanvasObject) { return "", []fyne.CanvasObject{p.card} }
