//go:build e2e

package e2e

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
)

// targetRows are the rows of a report on the target processes of the demo.
func targetRows(t *testing.T, name string, args ...string) []map[string]string {
	t.Helper()
	out, err := verb(append(append([]string{"report", name, "--format", "csv", "--process", targets}, args...), demo(t))...)
	if err != nil {
		t.Fatalf("report %s: %v", name, err)
	}
	return table(t, out)
}

// times is how often a text is on screen.
func (s *state) times(text string) (n int) {
	for _, w := range s.Texts {
		if w.Text == text {
			n++
		}
	}
	return n
}

// TestContentionByLock: the locks that threads waited for have a row each, which opens to the pairs of
// waiter and unblocker that the command line lists.
func TestContentionByLock(t *testing.T) {
	rows := targetRows(t, "contention")
	most, pairs := rows[0]["lock"], 0
	largest := fmt.Sprintf("%.3f", float(t, rows[0]["total_ns"])/1e6)
	for _, row := range rows {
		if row["lock"] == most {
			pairs++
		}
	}
	if pairs < 2 {
		t.Fatalf("%s has %d pairs", most, pairs)
	}
	p := start(t, demo(t))
	p.opened()
	p.key("alt+4")
	var lock string
	p.await("the lock", func(s *state) bool {
		i := slices.IndexFunc(s.Texts, func(w word) bool { return strings.Contains(w.Text, most) })
		if s.Tab != "contention" || i < 0 {
			return false
		}
		lock = s.Texts[i].Text
		return s.times("same lock") == 0
	})
	p.tap(lock, "")
	p.await("its longest wait", func(s *state) bool { return s.Selected != nil && s.Selected.Category == "Synchronization" })
	p.rest() // a second click at once would be a double click
	at, _ := p.read().near(lock, "")
	p.tapBeside(lock, "", -at.Rect[2]/2-12)
	p.await("the pairs", func(s *state) bool { return s.times("same lock") > 1 && s.says(largest) })
}

// TestDistributionOfDurations: from a wait to all that are like it, and to how long they took.
func TestDistributionOfDurations(t *testing.T) {
	p := start(t, demo(t))
	p.opened()
	p.key("ctrl+p")
	p.enter("worker-2")
	p.await("the thread", func(s *state) bool { return s.Selected != nil && !s.Overlay })
	p.key("shift+w")
	wait := p.await("its longest wait", func(s *state) bool { return s.Selected.Category == "Synchronization" && s.Details != "" }).Selected
	one := []string{"--category", "synchronization", "--reason", "futex"}
	list := targetRows(t, "waits", append(one, "--thread", fmt.Sprintf("tid:%d", wait.TID), "--sort", "-waiting_ns")...)
	p.key("shift+i")
	p.await("its instances", func(s *state) bool {
		if s.Tab != "reports" || !slices.ContainsFunc(s.Texts, func(w word) bool { return strings.HasPrefix(w.Text, "Synchronization, futex · worker-2") }) {
			return false
		}
		for _, row := range list[:3] { // the first ones of the list are in view
			if !s.says(fmt.Sprintf("%.3f", math.Floor(float(t, row["out_ns"])/1e3)/1e3)) {
				return false
			}
		}
		return true
	})
	p.key("ctrl+shift+d")
	p.await("the distribution in all threads", func(s *state) bool { return s.says("Synchronization, futex · all threads") })
}

// TestRangeIsNamed: a selected range is named in the picture; the × of the name clears it.
func TestRangeIsNamed(t *testing.T) {
	p := start(t, demo(t))
	s := p.opened()
	p.drag(1, s.Lanes[0]+300, s.Lanes[1]+80, s.Lanes[0]+500, s.Lanes[1]+80)
	var name word
	p.moveTo(s.Lanes[0]+5, s.Lanes[1]+s.Lanes[3]-5)
	p.rest()
	p.await("the name", func(s *state) bool {
		i := slices.IndexFunc(s.Texts, func(w word) bool { return strings.Contains(w.Text, " selected") && strings.HasSuffix(w.Text, "×") })
		if i >= 0 {
			name = s.Texts[i]
		}
		return i >= 0 && s.Marked != [2]int64{}
	})
	_, y := name.middle()
	p.moveTo(name.Rect[0]+name.Rect[2]-3, y)
	p.click(1, 1, "")
	p.await("no range", func(s *state) bool {
		return s.Marked == [2]int64{} && !slices.ContainsFunc(s.Texts, func(w word) bool { return strings.HasSuffix(w.Text, "×") })
	})
}
