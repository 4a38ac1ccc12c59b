package view

import (
	"testing"

	"fyne.io/fyne/v2"

	"threadlens/app/session"
	"threadlens/model"
)

func TestEmptySearchesOfferAWayOut(t *testing.T) {
	w := opened(t, story(t))
	w.s.Show(model.Range{From: 300 * ms, To: 400 * ms}, session.MoveJump)
	w.press(fyne.KeyL, shift)
	if !w.notice.card.Visible() || w.notice.way.text != "Go there" || !w.notice.way.Visible() {
		t.Fatalf("notice %q, way %q", w.notice.text.text, w.notice.way.text)
	}
	w.notice.way.Tapped(nil)
	if seg, ok := w.s.Segment(); !ok || seg.Range != (model.Range{From: 2 * ms, To: 252 * ms}) {
		t.Errorf("the way out leads to %v", seg)
	}
	if w.notice.card.Visible() {
		t.Error("the notice should go once its way is taken")
	}
	w.table.get("prevSame").do()
	if !w.notice.card.Visible() || w.notice.way.Visible() {
		t.Errorf("notice %q", w.notice.text.text)
	}
	w.press(fyne.KeyEscape, 0)
	if _, ok := w.s.Segment(); w.notice.card.Visible() || !ok {
		t.Error("Escape should take the notice away, and only that")
	}
}
