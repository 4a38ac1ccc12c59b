package view

import (
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"threadlens/app/session"
	"threadlens/app/session/naming"
	"threadlens/app/view/kit"
	"threadlens/app/view/kit/kittest"
	"threadlens/app/view/picture"
	"threadlens/model"
)

// hovered is a window whose card shows the wait of 6420, with the given modifiers held.
func hovered(t *testing.T, mods fyne.KeyModifier) *window {
	t.Helper()
	w := opened(t, story(t))
	w.Surface.MouseMoved(mouseEvent(w.spot(t, 6420, 100*ms), 0, 0))
	kittest.Eventually(t, func() bool { return w.Surface.Over.Card.Box.Visible() })
	w.Surface.Modifiers = func() fyne.KeyModifier { return mods }
	return w
}

func TestCtrlFreezesTheCard(t *testing.T) {
	w := hovered(t, kit.Ctrl)
	card := w.Surface.Over.Card
	at := card.Box.Position()
	w.Surface.MouseMoved(mouseEvent(w.spot(t, 6920, 100*ms), 0, 0))
	w.Surface.MouseOut()
	if !card.Box.Visible() || card.Box.Position() != at || card.Frozen.Head.Text != "Synchronization · 250 ms · "+w.Session.Title(w.thread(t, 6420)) {
		t.Errorf("at %v, was %v: %q", card.Box.Position(), at, card.Frozen.Head.Text)
	}
	if card.Loose.Visible() || !card.Frozen.Part.Visible() || !card.Frozen.Waker.Visible() {
		t.Error("a frozen card shows text to select and the link to the waker")
	}
	if words := naming.SubWords(model.SubGcWait); !strings.Contains(strings.ReplaceAll(card.Frozen.Text.Text, "\n", " "), words) {
		t.Errorf("%q lacks %q", card.Frozen.Text.Text, words)
	}
	w.Surface.Modifiers = func() fyne.KeyModifier { return 0 }
	w.Surface.MouseMoved(mouseEvent(w.spot(t, 6920, 100*ms), 0, 0))
	if card.Box.Visible() || card.Frozen.On || !card.Loose.Visible() {
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
		do   func(*window, *picture.HoverCard)
		tid  model.TID
	}{
		{"Select", func(_ *window, c *picture.HoverCard) { c.Pick() }, 6420},
		{"Go to waker", func(_ *window, c *picture.HoverCard) { test.Tap(c.Frozen.Waker) }, 6920},
	} {
		w := hovered(t, kit.Ctrl)
		card := w.Surface.Over.Card
		card.Hold()
		c.do(w, card)
		seg, ok := w.Session.Segment()
		if !ok || w.Session.Trace().Threads[seg.Thread].TID != c.tid || c.tid == 6420 && seg.Range != wait {
			t.Errorf("%s selects %v", c.name, seg)
		}
		if card.Box.Visible() || card.Frozen.On {
			t.Errorf("%s leaves the card", c.name)
		}
	}
}

func TestFrozenCardIsCopied(t *testing.T) {
	w := hovered(t, kit.Ctrl)
	card := w.Surface.Over.Card
	card.Hold()
	card.CopyText()
	lines := strings.Split(w.App.Clipboard().Content(), "\n")
	if len(lines) < 4 || !strings.HasPrefix(lines[0], "Synchronization · 250 ms · ") || !strings.HasPrefix(lines[1], w.Session.Clock().Range(model.Range{From: 2 * ms, To: 252 * ms})) {
		t.Errorf("clipboard %q", lines)
	}
}

// TestFrozenCardGoesWithWhatItTellsOf: a card next to the wrong segment is worse than none.
func TestFrozenCardGoesWithWhatItTellsOf(t *testing.T) {
	w := hovered(t, kit.Ctrl)
	card := w.Surface.Over.Card
	card.Hold()
	w.Session.Show(model.Range{From: 100 * ms, To: 200 * ms}, session.MoveJump)
	if card.Box.Visible() || card.Frozen.On {
		t.Error("the window has moved, the card has not left")
	}
}

// TestThawedCardIsAsLargeAsBefore: without its links, a card that stays on the same object has no
// space left for them.
func TestThawedCardIsAsLargeAsBefore(t *testing.T) {
	w := hovered(t, kit.Ctrl)
	card := w.Surface.Over.Card
	at, size := card.Box.Position(), card.Box.Size()
	w.Surface.MouseMoved(mouseEvent(w.spot(t, 6420, 100*ms), 0, 0))
	if card.Box.Size() == size {
		t.Fatal("the links take no room")
	}
	w.Surface.Modifiers = func() fyne.KeyModifier { return 0 }
	w.Surface.MouseMoved(mouseEvent(w.spot(t, 6420, 100*ms), 0, 0))
	if !card.Box.Visible() || card.Box.Position() != at || card.Box.Size() != size {
		t.Errorf("thawed: %v at %v, before %v at %v", card.Box.Size(), card.Box.Position(), size, at)
	}
}

// TestFrozenCardWhenTheTraceCloses: a frozen card disappears with its trace.
func TestFrozenCardWhenTheTraceCloses(t *testing.T) {
	w := hovered(t, kit.Ctrl)
	card := w.Surface.Over.Card
	w.Surface.MouseMoved(mouseEvent(w.spot(t, 6420, 100*ms), 0, 0))
	if !card.Frozen.On {
		t.Fatal("the card is not frozen")
	}
	w.Commands.Get("close").Do()
	if card.Box.Visible() || card.Frozen.On {
		t.Error("the card outlives its trace")
	}
}

// TestThawedCardGivesTheKeyboardBack: it returns the keyboard to whatever had it.
func TestThawedCardGivesTheKeyboardBack(t *testing.T) {
	w := hovered(t, kit.Ctrl)
	canvas, card := w.Win.Canvas(), w.Surface.Over.Card
	canvas.Focus(w.Surface)
	card.Hold()
	canvas.Focus(w.Surface.Filter.Entry)
	card.Thaw()
	if got := canvas.Focused(); got != fyne.Focusable(w.Surface) {
		t.Errorf("the keyboard is at %T", got)
	}
}

// TestMenusHideTheCard: neither a card that is shown nor one that is about to appear is under an open
// menu.
func TestMenusHideTheCard(t *testing.T) {
	w := opened(t, story(t))
	w.Session.Select(w.segment(t, 6920, 100*ms))
	card := w.Surface.Over.Card
	for _, wait := range []bool{true, false} {
		w.Surface.MouseMoved(mouseEvent(w.spot(t, 6420, 100*ms), 0, 0))
		if wait {
			kittest.Eventually(t, card.Box.Visible)
		}
		w.Commands.Get("context").Do()
		time.Sleep(250 * time.Millisecond) // longer than a card takes to appear
		if w.Win.Canvas().Overlays().Top() == nil || card.Box.Visible() {
			t.Errorf("shown before: %v; card below the menu: %v", wait, card.Box.Visible())
		}
		w.Escape()
		w.Surface.MouseOut()
	}
}
