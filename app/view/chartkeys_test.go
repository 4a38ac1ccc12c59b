package view

import (
	"testing"

	"fyne.io/fyne/v2"

	"threadlens/app/session"
	"threadlens/app/view/kit"
	"threadlens/app/view/picture"
	"threadlens/app/view/views"
	"threadlens/model"
)

// TestChartIsReadByKeys: the arrows move the instant at which the chart of the CPU use is read and
// show what is there; beyond the edge they pan, and Escape ends it.
func TestChartIsReadByKeys(t *testing.T) {
	w := openedUse(t)
	w.Session.Show(model.Range{From: 100 * ms, To: 200 * ms}, session.MoveJump)
	card := w.Surface.Chart.Card
	w.press(fyne.KeyRight, 0)
	scene := w.Surface.Now()
	if at := w.Session.Window().From + w.Session.Window().Len()/2; !card.Box.Visible() || card.Column != picture.ColumnAt(&scene, at) {
		t.Errorf("reads %v, the middle is %d", card.Column, at)
	}
	first := card.Column
	w.press(fyne.KeyRight, 0)
	if card.Column.From <= first.From {
		t.Errorf("→ reads %v after %v", card.Column, first)
	}
	w.press(fyne.KeyT, 0)
	if a := w.Session.Cursor(session.CursorA); !card.Column.Contains(a) {
		t.Errorf("cursor A is at %d, read is %v", a, card.Column)
	}
	before := w.Session.Window()
	for range kit.ChartSteps {
		w.press(fyne.KeyRight, 0)
	}
	if now := w.Session.Window(); now.From <= before.From || now.Len() != before.Len() || !now.Contains(card.Column.From) {
		t.Errorf("shows %v, reads %v", now, card.Column)
	}
	w.Escape()
	if card.Box.Visible() {
		t.Error("Escape leaves the card")
	}
}

// TestMeasurementIsReadByKeys: both charts are read at the same instant, until the pointer moves
// onto one.
func TestMeasurementIsReadByKeys(t *testing.T) {
	w := measuring(t)
	p := w.Measurement
	for _, v := range []*views.PlotView{p.Use, p.Queue} {
		v.Resize(fyne.NewSize(800, 240))
	}
	w.press(fyne.KeyLeft, 0)
	at, _ := p.Use.TimeAt(p.Use.At)
	queue, _ := p.Queue.TimeAt(p.Queue.At)
	if !p.Use.Card.Root.Visible() || !p.Queue.Card.Root.Visible() || at != queue {
		t.Errorf("read at %d and %d", at, queue)
	}
	w.press(fyne.KeyLeft, 0)
	if to, _ := p.Use.TimeAt(p.Use.At); to >= at {
		t.Errorf("← reads %d after %d", to, at)
	}
	p.Use.MouseIn(mouseEvent(fyne.NewPos(400, 100), 0, 0))
	if p.Queue.Card.Root.Visible() || !p.Use.Card.Root.Visible() {
		t.Error("the keys still read where the pointer is not")
	}
	p.Use.MouseOut()
	w.press(fyne.KeyLeft, 0)
	w.Escape()
	if p.Use.Card.Root.Visible() || p.Queue.Cursor.Visible() {
		t.Error("Escape leaves what was read")
	}
}
