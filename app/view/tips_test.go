package view

import (
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"

	"threadlens/app/view/kit/kittest"
)

// TestTipsAreNear: a tooltip of the legend is just below or above its row and within the window,
// where a long text wraps.
func TestTipsAreNear(t *testing.T) {
	w := opened(t, story(t))
	w.paneTimer.Flush() // the table hides tooltips when it changes
	driver := fyne.CurrentApp().Driver()
	row, card := w.Profile.Rows[0], w.Tips.Card
	short := row.About
	for _, text := range []string{short, strings.Repeat(short+" ", 5)} {
		row.About = text
		row.MouseIn(&desktop.MouseEvent{})
		kittest.Eventually(t, func() bool { return card.Visible() && w.Tips.Text == text })
		at, size := driver.AbsolutePositionForObject(card), card.Size()
		owner := driver.AbsolutePositionForObject(row.ListRow)
		below, above := at.Y-owner.Y-row.Size().Height, owner.Y-at.Y-size.Height
		if owner.Y < 100 || max(below, above) < 0 || max(below, above) > 8 || at.X < owner.X-size.Width {
			t.Errorf("the tooltip is at %v, %v, the row at %v", at, size, owner)
		}
		if room := w.Win.Canvas().Size(); at.X < 0 || at.X+size.Width > room.Width || size.Width > 600 {
			t.Errorf("the tooltip at %v, %v does not fit %v", at, size, room)
		}
		row.MouseOut()
	}
}
