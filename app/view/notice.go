package view

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"

	"threadlens/app/session"
	"threadlens/app/view/kit"
	"threadlens/app/view/picture"
)

// The room between a notice and the edges of the lanes.
const (
	noticeGap    = 14 // below
	noticeMargin = 4  // at the sides, at least
)

// notice says in one line above the lanes why a search found nothing, and offers a way out. It
// stays until the session changes or Escape is pressed.
type notice struct {
	layer *fyne.Container
	card  *fyne.Container
	text  *kit.Line
	way   *kit.Button
	gap   fyne.CanvasObject
	run   func()
}

func newNotice(tips *kit.TipLayer) *notice {
	n := &notice{text: kit.NewLine("", theme.ColorNameForeground), gap: kit.NewGap(4, 0), run: func() {}}
	n.way = kit.NewLink("", func() { n.hide(); n.run() })
	back := kit.NewBox(kit.ColorCard)
	back.Stroke, back.Radius = kit.ColorCardLine, 6
	n.card = container.NewStack(back, container.New(kit.Insets{12, 6}, container.New(kit.RowLayout(8), kit.WithTip(n.text, tips), n.gap, n.way)))
	n.card.Hide()
	n.layer = container.NewWithoutLayout(n.card)
	return n
}

// hide hides the notice; it reports whether there was one.
func (n *notice) hide() bool {
	shown := n.card.Visible()
	kit.Hide(n.card, true)
	return shown
}

// show shows o at the lower edge of f.
func (n *notice) show(o session.Outcome, f *picture.Surface) {
	n.text.Set(o.Text)
	n.way.Set(o.Way, "")
	n.run = o.Run
	kit.Hide(n.way, o.Way == "")
	kit.Hide(n.gap, o.Way == "")
	driver := fyne.CurrentApp().Driver()
	at := driver.AbsolutePositionForObject(f).Subtract(driver.AbsolutePositionForObject(n.layer))
	n.text.Natural = true
	size, room := n.card.MinSize(), f.Size().Width-2*noticeMargin
	if size.Width > room { // the text gives way, never the way out
		n.text.Natural, size.Width = false, room
	}
	n.card.Resize(size)
	n.card.Move(at.AddXY(max(noticeMargin, (f.Size().Width-size.Width)/2), f.Size().Height-size.Height-noticeGap))
	kit.Hide(n.card, false)
	n.layer.Refresh()
}
