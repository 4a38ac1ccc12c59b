package view

import (
	"strings"
	"testing"
	"unicode"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/widget"
)

// notCopied are the texts with a number that the audit sees on screen and that the
// copy of the window as text does not have: ux.md 18, point 7. The audit asks the
// renderers, the copy the widgets, so that neither can agree with itself.
func (w *window) notCopied() []string {
	top := w.win.Canvas().Overlays().Top()
	switch top.(type) {
	case nil:
		top = w.win.Canvas().Content()
	case *widget.PopUp, *finder:
	default:
		return nil // a menu, the numbers of which are names of keys
	}
	a := &auditor{window: fyneRect{size: w.win.Canvas().Size()}}
	a.walk(top, where{clip: a.window})
	copied := w.readout()
	var missing []string
	for _, s := range a.list {
		for _, part := range strings.Split(s.text, ellipsis) {
			if part = strings.TrimSpace(part); strings.ContainsFunc(part, unicode.IsDigit) && !strings.Contains(copied, part) {
				missing = append(missing, s.text)
				break
			}
		}
	}
	return missing
}

func TestCopyWindowAsText(t *testing.T) {
	w := opened(t, story(t))
	w.s.Select(w.surface.now().Selected)
	w.press(fyne.KeyC, ctrl|alt)
	got := plain(w.app.Clipboard().Content())
	for _, want := range []string{"Visible timeline profile", "Synchronization", "6420"} {
		if !strings.Contains(got, want) {
			t.Errorf("%q is not in\n%s", want, got)
		}
	}
	for _, row := range strings.Split(got, "\n") {
		if strings.HasPrefix(row, "Execution\t") {
			if cells := strings.Split(row, "\t"); len(cells) != 3 || !strings.HasSuffix(cells[2], "%") {
				t.Errorf("the row of the legend is %q", row)
			}
			return
		}
	}
	t.Errorf("no row of the legend in\n%s", got)
}

func TestCopyStatus(t *testing.T) {
	w := opened(t, story(t))
	w.table.get("copyStatus").do()
	if got := plain(w.app.Clipboard().Content()); !strings.Contains(got, "events") || strings.Count(got, "\n") != 1 || !strings.Contains(got, "\t") {
		t.Errorf("the status line is copied as %q", got)
	}
}
