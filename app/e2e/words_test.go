//go:build e2e

package e2e

import (
	"slices"
	"strings"
	"testing"
	"time"
)

// word is a text on screen, and its place.
type word struct {
	Text string
	Rect [4]int
}

// middle is the middle of a place.
func (w word) middle() (x, y int) { return w.Rect[0] + w.Rect[2]/2, w.Rect[1] + w.Rect[3]/2 }

// says reports whether a text is on screen.
func (s *state) says(text string) bool {
	return slices.ContainsFunc(s.Texts, func(w word) bool { return w.Text == text })
}

// after is the text that follows another, of several the last; "" without one.
func (s *state) after(text string) (next string) {
	for i := range s.Texts[:max(0, len(s.Texts)-1)] {
		if s.Texts[i].Text == text {
			next = s.Texts[i+1].Text
		}
	}
	return next
}

// near is a text on screen: among several the one nearest to another, which may be "" where there
// is only one.
func (s *state) near(text, label string) (found word, ok bool) {
	from := func(w word) int { return 0 }
	if i := slices.IndexFunc(s.Texts, func(w word) bool { return w.Text == label }); i >= 0 {
		x, y := s.Texts[i].middle()
		from = func(w word) int {
			wx, wy := w.middle()
			return (wx-x)*(wx-x) + (wy-y)*(wy-y)
		}
	}
	for _, w := range s.Texts {
		if w.Text == text && (!ok || from(w) < from(found)) {
			found, ok = w, true
		}
	}
	return found, ok
}

// line is the texts in one line with another, from that to the right; see near for label.
func (s *state) line(text, label string) (list []string) {
	at, ok := s.near(text, label)
	if !ok {
		return nil
	}
	_, y := at.middle()
	var in []word
	for _, w := range s.Texts {
		if _, wy := w.middle(); wy >= y-1 && wy <= y+1 && w.Rect[0] >= at.Rect[0] {
			in = append(in, w)
		}
	}
	slices.SortFunc(in, func(a, b word) int { return a.Rect[0] - b.Rect[0] })
	for _, w := range in {
		list = append(list, w.Text)
	}
	return list
}

// tap waits for a text on screen and clicks on it; see near for label.
func (p *program) tap(text, label string) {
	p.t.Helper()
	p.tapBeside(text, label, 0)
}

// tapBeside clicks at a distance of some pixels from the middle of a text.
func (p *program) tapBeside(text, label string, by int) {
	p.t.Helper()
	var at word
	p.await("the text "+text, func(s *state) (ok bool) {
		at, ok = s.near(text, label)
		return ok && (label == "" || s.says(label))
	})
	x, y := at.middle()
	p.moveTo(x+by, y)
	p.click(1, 1, "")
}

// copied is what the command Copy puts on the clipboard, as rows by column. It is
// pasted into the palette, whose one line has spaces between the rows; the last
// column must have none of its own.
func (p *program) copied() []map[string]string {
	p.t.Helper()
	p.key("ctrl+c")
	p.key("ctrl+p")
	p.await("the palette", func(s *state) bool { return s.Overlay && s.Field != nil && *s.Field == "" })
	p.key("ctrl+a", "ctrl+v")
	asked := time.Now()
	text := *p.await("what was copied", func(s *state) bool {
		if time.Since(asked) > 3*time.Second { // a server under load sometimes returns nothing
			p.key("ctrl+a", "ctrl+v")
			asked = time.Now()
		}
		return s.Field != nil && *s.Field != ""
	}).Field
	p.key("Escape")
	p.await("the end of the palette", func(s *state) bool { return !s.Overlay })
	return pasted(p.t, text)
}

// pasted are the rows of a table with tabs between its cells and a space between
// its rows.
func pasted(t *testing.T, text string) (rows []map[string]string) {
	t.Helper()
	parts := strings.Split(text, "\t")
	step := slices.IndexFunc(parts, func(s string) bool { return strings.Contains(s, " ") })
	if step < 1 {
		t.Fatalf("no table was copied: %q", text)
	}
	var head []string
	for at := 0; at+step < len(parts); at += step {
		cells := slices.Clone(parts[at : at+step+1])
		if head != nil {
			_, cells[0], _ = strings.Cut(cells[0], " ")
		}
		cells[step], _, _ = strings.Cut(cells[step], " ")
		if head == nil {
			head = cells
			continue
		}
		row := map[string]string{}
		for i, name := range head {
			row[name] = cells[i]
		}
		rows = append(rows, row)
	}
	return rows
}
