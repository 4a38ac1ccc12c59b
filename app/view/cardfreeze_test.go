package view

import (
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"threadlens/app/session"
	"threadlens/app/session/naming"
	"threadlens/app/view/kit"
	"threadlens/model"
)

// hovered is a window whose card shows the wait of 6420, with Ctrl held or not.
func hovered(t *testing.T, mods fyne.KeyModifier) *window {
	t.Helper()
	w := opened(t, story(t))
	w.surface.MouseMoved(mouseEvent(w.spot(t, 6420, 100*ms), 0, 0))
	eventually(t, func() bool { return w.surface.over.card.box.Visible() })
	w.surface.modifiers = func() fyne.KeyModifier { return mods }
	return w
}

func TestCtrlFreezesTheCard(t *testing.T) {
	w := hovered(t, kit.Ctrl)
	card := w.surface.over.card
	at := card.box.Position()
	w.surface.MouseMoved(mouseEvent(w.spot(t, 6920, 100*ms), 0, 0))
	w.surface.MouseOut()
	if !card.box.Visible() || card.box.Position() != at || card.frozen.head.Text != "Synchronization · 250 ms · "+w.Session.Title(w.thread(t, 6420)) {
		t.Errorf("at %v, was %v: %q", card.box.Position(), at, card.frozen.head.Text)
	}
	if card.loose.Visible() || !card.frozen.part.Visible() || !card.frozen.waker.Visible() {
		t.Error("a frozen card shows text to select and the link to the waker")
	}
	if words := naming.SubWords(model.SubGcWait); !strings.Contains(strings.ReplaceAll(card.frozen.text.Text, "\n", " "), words) {
		t.Errorf("%q lacks %q", card.frozen.text.Text, words)
	}
	w.surface.modifiers = func() fyne.KeyModifier { return 0 }
	w.surface.MouseMoved(mouseEvent(w.spot(t, 6920, 100*ms), 0, 0))
	if card.box.Visible() || card.frozen.on || !card.loose.Visible() {
		t.Error("without Ctrl the card follows the pointer again")
	}
}

// thread is the index of the thread with an id.
func (w *window) thread(t *testing.T, tid model.TID) model.ThreadIx {
	t.Helper()
	for i := range w.Session.Trace().Threads {
		if w.Session.Trace().Threads[i].TID == tid {
			return model.ThreadIx(i)
		}
	}
	t.Fatalf("no thread %d", tid)
	return model.NoThread
}

func TestLinksOfTheFrozenCard(t *testing.T) {
	wait := model.Range{From: 2 * ms, To: 252 * ms}
	for _, c := range []struct {
		name string
		do   func(*window, *hoverCard)
		tid  model.TID
	}{
		{"Select", func(_ *window, c *hoverCard) { c.pick() }, 6420},
		{"Go to waker", func(_ *window, c *hoverCard) { test.Tap(c.frozen.waker) }, 6920},
	} {
		w := hovered(t, kit.Ctrl)
		card := w.surface.over.card
		card.hold(w.surface)
		c.do(w, card)
		seg, ok := w.Session.Segment()
		if !ok || w.Session.Trace().Threads[seg.Thread].TID != c.tid || c.tid == 6420 && seg.Range != wait {
			t.Errorf("%s selects %v", c.name, seg)
		}
		if card.box.Visible() || card.frozen.on {
			t.Errorf("%s leaves the card", c.name)
		}
	}
}

func TestFrozenCardIsCopied(t *testing.T) {
	w := hovered(t, kit.Ctrl)
	card := w.surface.over.card
	card.hold(w.surface)
	card.copyText()
	lines := strings.Split(w.App.Clipboard().Content(), "\n")
	if len(lines) < 4 || !strings.HasPrefix(lines[0], "Synchronization · 250 ms · ") || !strings.HasPrefix(lines[1], w.Session.Clock().Range(model.Range{From: 2 * ms, To: 252 * ms})) {
		t.Errorf("clipboard %q", lines)
	}
}

// TestFrozenCardGoesWithWhatItTellsOf: a card beside the wrong segment is worse
// than none.
func TestFrozenCardGoesWithWhatItTellsOf(t *testing.T) {
	w := hovered(t, kit.Ctrl)
	card := w.surface.over.card
	card.hold(w.surface)
	w.Session.Show(model.Range{From: 100 * ms, To: 200 * ms}, session.MoveJump)
	if card.box.Visible() || card.frozen.on {
		t.Error("the window has moved, the card has not left")
	}
}

// TestThawedCardIsAsLargeAsBefore: without its links the card that stays over the
// same thing has no room for them.
func TestThawedCardIsAsLargeAsBefore(t *testing.T) {
	w := hovered(t, kit.Ctrl)
	card := w.surface.over.card
	at, size := card.box.Position(), card.box.Size()
	w.surface.MouseMoved(mouseEvent(w.spot(t, 6420, 100*ms), 0, 0))
	if card.box.Size() == size {
		t.Fatal("the links take no room")
	}
	w.surface.modifiers = func() fyne.KeyModifier { return 0 }
	w.surface.MouseMoved(mouseEvent(w.spot(t, 6420, 100*ms), 0, 0))
	if !card.box.Visible() || card.box.Position() != at || card.box.Size() != size {
		t.Errorf("thawed: %v at %v, before %v at %v", card.box.Size(), card.box.Position(), size, at)
	}
}

// TestFrozenCardWhenTheTraceCloses: a card that is frozen goes with its trace.
func TestFrozenCardWhenTheTraceCloses(t *testing.T) {
	w := hovered(t, kit.Ctrl)
	card := w.surface.over.card
	w.surface.MouseMoved(mouseEvent(w.spot(t, 6420, 100*ms), 0, 0))
	if !card.frozen.on {
		t.Fatal("the card is not frozen")
	}
	w.Commands.Get("close").Do()
	if card.box.Visible() || card.frozen.on {
		t.Error("the card outlives its trace")
	}
}

// TestThawedCardGivesTheKeyboardBack: to whoever had it.
func TestThawedCardGivesTheKeyboardBack(t *testing.T) {
	w := hovered(t, kit.Ctrl)
	canvas, card := w.Win.Canvas(), w.surface.over.card
	canvas.Focus(w.surface)
	card.hold(w.surface)
	canvas.Focus(w.surface.filter.entry)
	card.thaw()
	if got := canvas.Focused(); got != fyne.Focusable(w.surface) {
		t.Errorf("the keyboard is at %T", got)
	}
}
