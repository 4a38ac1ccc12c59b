package view

import (
	"fmt"
	"image/color"
	"slices"
	"strings"
	"testing"
	"unicode"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"

	"threadlens/app/view/kit"
	"threadlens/app/view/kit/kittest"
	"threadlens/model"
	"threadlens/timeline"
)

// notCopied are the texts with a number that the audit sees on screen but that are missing from the
// copy of the window as text. The audit reads the renderers and the copy reads the widgets, so the
// two are independent.
func (w *window) notCopied() []string {
	top := w.Win.Canvas().Overlays().Top()
	switch top.(type) {
	case nil:
		top = w.Win.Canvas().Content()
	case *widget.PopUp, *finder:
	default:
		return nil // a menu, whose numbers are names of keys
	}
	a := &auditor{window: kit.Rect{Size: w.Win.Canvas().Size()}}
	a.walk(top, where{clip: a.window})
	copied := w.readout()
	var missing []string
	for _, s := range a.list {
		for _, part := range strings.Split(s.text, kit.Ellipsis) {
			if part = strings.TrimSpace(part); strings.ContainsFunc(part, unicode.IsDigit) && !strings.Contains(copied, part) {
				missing = append(missing, s.text)
				break
			}
		}
	}
	return missing
}

// TestCopyWindowAsText: the copy contains what is on screen with its figures, line by line.
func TestCopyWindowAsText(t *testing.T) {
	w := opened(t, story(t))
	w.Session.Select(w.Surface.Now().Selected)
	w.press(fyne.KeyC, kit.Ctrl|kit.Alt)
	got := strings.Split(plain(w.App.Clipboard().Content()), "\n")
	for _, want := range append(legendByHand(w.Session.Trace()), "Visible timeline profile\t3 threads") {
		if !slices.Contains(got, want) {
			t.Errorf("no line %q in\n%s", want, strings.Join(got, "\n"))
		}
	}
	// What is next to the threads in the gutter, and in their rows of the table.
	written := func(d model.Time) string {
		if d == 0 {
			return "0"
		}
		return fmt.Sprintf("%.3f", float64(d)/float64(ms))
	}
	for _, tid := range []model.TID{6920, 6420, 4664} {
		sums := w.Session.Trace().Sums(w.threadOf(t, tid), w.Session.Trace().Whole())
		share := timeline.FormatPercent(sums[model.Execution], w.Session.Trace().End)
		for _, want := range []string{
			fmt.Sprintf("Thread\t%d\t%s\t", tid, share),
			fmt.Sprintf("%d\t%s\t%s\t%s\t", tid, written(sums[model.Execution]), written(sums[model.Synchronization]), written(sums[model.Sleep])),
		} {
			if !slices.ContainsFunc(got, func(line string) bool { return strings.HasPrefix(line, plain(want)) }) {
				t.Errorf("no line begins with %q in\n%s", want, strings.Join(got, "\n"))
			}
		}
	}
}

func TestCopyStatus(t *testing.T) {
	w := opened(t, story(t))
	w.Commands.Get("copyStatus").Do()
	if got := plain(w.App.Clipboard().Content()); !strings.Contains(got, "events") || strings.Count(got, "\n") != 1 || !strings.Contains(got, "\t") {
		t.Errorf("the status line is copied as %q", got)
	}
}

// TestPlacedTexts: a text is listed as far as it is visible, and not at all where its clip leaves
// nothing of it.
func TestPlacedTexts(t *testing.T) {
	kittest.NewApp(t)
	text := canvas.NewText("word", color.Black)
	size := text.MinSize()
	for _, c := range []struct {
		x, y float32
		want []textState
	}{
		{10, 20, []textState{{"word", [4]int{10, 20, int(size.Width), int(size.Height)}}}},
		{99, 79, []textState{{"word", [4]int{99, 79, 1, 1}}}},
		{99, 80, nil},
		{100, 79, nil},
		{1 - size.Width, 1 - size.Height, []textState{{"word", [4]int{0, 0, 1, 1}}}},
		{1 - size.Width, -size.Height, nil},
		{-size.Width, 1 - size.Height, nil},
	} {
		text.Move(fyne.NewPos(c.x, c.y))
		s := &placedTexts{px: func(dp float32) int { return int(dp) }}
		s.walk(container.NewWithoutLayout(text), fyne.Position{}, kit.Rect{Size: fyne.NewSize(100, 80)})
		if !slices.Equal(s.list, c.want) {
			t.Errorf("at %v, %v: %v, want %v", c.x, c.y, s.list, c.want)
		}
	}
}

// TestHeapIsCalledHeap: the status line names what it counts: the program's heap, which is less than
// the memory that the system shows for the process.
func TestHeapIsCalledHeap(t *testing.T) {
	w := opened(t, story(t))
	for bytes, want := range map[int64]string{0: "", 1: "Threadlens heap 1 B", 100 << 20: "Threadlens heap 100 MiB"} {
		w.status.memory(bytes)
		if got := w.status.heap.Text; got != want {
			t.Errorf("%d bytes: %q, want %q", bytes, got, want)
		}
	}
}
