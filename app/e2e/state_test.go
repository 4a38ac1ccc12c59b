//go:build e2e

package e2e

import (
	"reflect"
	"testing"
)

// TestEverythingIsAsItWas sets cursors and a mark, quits, and starts again.
func TestEverythingIsAsItWas(t *testing.T) {
	dir := t.TempDir()
	p := startIn(t, dir, demo(t))
	s := p.opened()
	x, y := s.Lanes[0]+s.Lanes[2]/2, s.Rows[2].Y
	p.zoom(x, y, 3)
	p.click(1, 1, "")
	p.await("cursor A", func(s *state) bool { return s.Cursors[0] >= 0 && s.Selected != nil })
	p.moveTo(x+100, y)
	p.click(1, 1, "shift")
	p.await("cursor B", func(s *state) bool { return s.Cursors[1] > s.Cursors[0] })
	p.key("shift+m")
	p.await("the dialog", func(s *state) bool { return s.Overlay })
	p.xdo("sleep", "0.3") // until the field has the keyboard
	p.xdo("type", "--delay", "60", "my mark")
	p.key("Return")
	left := p.await("the mark", func(s *state) bool { return len(s.Marks) == 1 && !s.Overlay })
	if left.Marks[0] != "my mark" {
		t.Errorf("the mark is called %q", left.Marks[0])
	}
	p.quit()

	again := startIn(t, dir, demo(t)).opened()
	if again.Window != left.Window || again.Cursors != left.Cursors || !reflect.DeepEqual(again.Marks, left.Marks) || !again.CanUndo {
		t.Errorf("found window %v, cursors %v, marks %v; left %v, %v, %v",
			again.Window, again.Cursors, again.Marks, left.Window, left.Cursors, left.Marks)
	}
}
