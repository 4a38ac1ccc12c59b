//go:build e2e

package e2e

import (
	"image/color"
	"math"
	"strings"
	"testing"
	"time"
)

func TestWheelZoomKeepsTheTimeUnderTheCursor(t *testing.T) {
	p := start(t, demo(t))
	s := p.opened()
	x, y := s.Lanes[0]+s.Lanes[2]*2/3, s.Lanes[1]+60
	for step := range 4 {
		before := p.read()
		after := p.zoom(x, y, 2)
		if d := math.Abs(after.timeAt(x) - before.timeAt(x)); d > 1.01*before.pixel() {
			t.Errorf("step %d: the time under the cursor moved by %.0f ns, a pixel is %.0f ns", step, d, before.pixel())
		}
	}
	in := p.read()
	p.click(5, 8, "ctrl")
	p.await("zooming out again", func(s *state) bool { return s.length() > in.length()*5 })
}

func TestKeysZoomAndPan(t *testing.T) {
	p := start(t, demo(t))
	s := p.opened()
	p.moveTo(s.Lanes[0]+s.Lanes[2]/2, s.Lanes[1]+60)
	whole := s.length()
	p.key("w", "w")
	before := p.await("zooming by 1.5, twice", func(s *state) bool { return math.Abs(float64(whole)/float64(s.length())-2.25) < 0.01 })
	p.key("d")
	p.await("panning by a quarter", func(s *state) bool {
		return math.Abs(float64(s.Window[0]-before.Window[0])/float64(before.length())-0.25) < 0.01
	})
	p.key("a")
	p.await("panning back", func(s *state) bool { return s.Window == before.Window })
	p.key("ctrl+0")
	p.await("the whole trace", func(s *state) bool { return s.Window == s.Whole })
}

func TestMiddleDragPans(t *testing.T) {
	p := start(t, demo(t))
	s := p.opened()
	x, y := s.Lanes[0]+s.Lanes[2]/2, s.Lanes[1]+60
	before := p.zoom(x, y, 6)
	p.drag(2, x, y, x-160, y)
	after := p.await("panning", func(s *state) bool {
		return math.Abs(s.timeAt(x-160)-before.timeAt(x)) < 3*before.pixel()
	})
	if after.length() != before.length() {
		t.Errorf("panning changed the scale from %d to %d", before.length(), after.length())
	}
}

func TestWheelScrollsRows(t *testing.T) {
	p := start(t, "--size", "1440x600", demo(t))
	s := p.opened()
	p.key("q") // the bottom pane, which starts hidden in a low window
	p.await("the bottom pane", func(s *state) bool { return s.Pane })
	p.moveTo(s.Lanes[0]+100, s.Lanes[1]+60)
	p.click(5, 2, "")
	p.await("scrolling", func(s *state) bool { return s.Scroll > 0 })
	p.key("Home")
	p.await("scrolling back", func(s *state) bool { return s.Scroll == 0 })
}

// selectWait clicks into the lane of a worker where it waits longest.
func (p *program) selectInLane(name string, part float64) *state {
	p.opened()
	for {
		p.rest() // the first finding sorts the lanes
		s := p.opened()
		y := s.rowY(p.t, name)
		p.moveTo(s.Lanes[0]+int(part*float64(s.Lanes[2])), y)
		p.click(1, 1, "")
		s = p.await("a selected segment", func(s *state) bool { return s.Selected != nil && s.Selected.Index >= 0 && s.Details != "" })
		if s.rowY(p.t, name) == y { // otherwise, on a busy machine, they were sorted only now
			return s
		}
	}
}

func TestClickSelectsAndShowsDetails(t *testing.T) {
	p := start(t, demo(t))
	s := p.selectInLane("worker-2", 0.55)
	if s.Tab != "current" || !s.Pane {
		t.Errorf("tab %s, pane %v: the details should be shown", s.Tab, s.Pane)
	}
	for _, want := range []string{"worker-2", "Interval: ", "From: ", "To: "} {
		if !strings.Contains(s.Details, want) {
			t.Errorf("%q is not in the details:\n%s", want, s.Details)
		}
	}
	at := int64(s.timeAt(s.Lanes[0] + int(0.55*float64(s.Lanes[2]))))
	if pixel := int64(s.pixel()) + 1; at+pixel < s.Selected.Range[0] || at-pixel > s.Selected.Range[1] {
		t.Errorf("clicked at %d, selected %v", at, s.Selected.Range)
	}
	time.Sleep(300 * time.Millisecond)
	p.key("Escape", "Escape") // the hover card, then the segment
	p.await("Escape", func(s *state) bool { return s.Selected == nil })
}

func TestFitAndUndo(t *testing.T) {
	p := start(t, demo(t))
	s := p.selectInLane("worker-2", 0.55)
	p.key("f")
	fit := p.await("F", func(s *state) bool { return s.Window != s.Whole })
	if fit.Window[0] > s.Selected.Range[0] || fit.Window[1] < s.Selected.Range[1] {
		t.Errorf("F shows %v, the segment is %v", fit.Window, s.Selected.Range)
	}
	p.key("f")
	p.await("F again", func(s *state) bool { return s.Window == s.Whole })
	p.key("ctrl+z")
	p.await("undo", func(s *state) bool { return s.Window == fit.Window && s.CanRedo })
	p.key("ctrl+z")
	p.await("undo again", func(s *state) bool { return s.Window == s.Whole && !s.CanUndo })
	p.key("ctrl+shift+z")
	p.await("redo", func(s *state) bool { return s.Window == fit.Window })
}

func TestDoubleClickZooms(t *testing.T) {
	p := start(t, demo(t))
	s := p.opened()
	p.moveTo(s.Lanes[0]+s.Lanes[2]/2, s.rowY(t, "worker-1"))
	p.xdo("click", "--repeat", "2", "--delay", "80", "1")
	s = p.await("zooming to the segment", func(s *state) bool { return s.Window != s.Whole && s.Selected != nil })
	if s.Window[0] > s.Selected.Range[0] || s.Window[1] < s.Selected.Range[1] {
		t.Errorf("window %v, segment %v", s.Window, s.Selected.Range)
	}
}

func TestKeysWalkSegmentsAndLanes(t *testing.T) {
	p := start(t, demo(t))
	s := p.selectInLane("worker-2", 0.3)
	index, tid := s.Selected.Index, s.Selected.TID
	p.key("Right", "Right")
	p.await("two to the right", func(s *state) bool { return s.Selected != nil && s.Selected.Index == index+2 })
	p.key("Left")
	p.await("one to the left", func(s *state) bool { return s.Selected.Index == index+1 })
	p.key("Down")
	s = p.await("a lane down", func(s *state) bool { return s.Selected.TID != tid && s.Selected.Index >= 0 })
	if s.Selected.Range[1] <= s.Window[0] || s.Selected.Range[0] >= s.Window[1] {
		t.Errorf("the segment %v is outside the window %v", s.Selected.Range, s.Window)
	}
	p.key("Up")
	p.await("back up", func(s *state) bool { return s.Selected.TID == tid })
}

func TestWakerAndWoken(t *testing.T) {
	p := start(t, demo(t))
	s := p.selectInLane("worker-2", 0.3)
	tid := s.Selected.TID
	for range 60 { // to a wait that a thread ended
		if strings.Contains(s.Details, "Woken by: worker") {
			p.key("bracketleft")
			p.await("the waker", func(s *state) bool { return s.Selected != nil && s.Selected.TID != tid })
			p.key("bracketright")
			p.await("the woken", func(s *state) bool { return s.Selected != nil && s.Selected.TID == tid })
			return
		}
		index := s.Selected.Index
		p.key("Right")
		s = p.await("a step", func(s *state) bool { return s.Selected.Index == index+1 && s.Details != "" })
	}
	t.Error("worker-2 never waited for another worker")
}

func TestDragSelectsARange(t *testing.T) {
	p := start(t, demo(t))
	s := p.opened()
	x0, x1, y := s.Lanes[0]+300, s.Lanes[0]+500, s.Lanes[1]+80
	p.drag(1, x0, y, x1, y)
	s = p.await("the range", func(s *state) bool {
		return math.Abs(float64(s.Marked[0])-s.timeAt(x0)) < 4*s.pixel() && math.Abs(float64(s.Marked[1])-s.timeAt(x1)) < 2*s.pixel()
	})
	marked := s.Marked
	p.key("z")
	p.await("zooming to it", func(s *state) bool { return s.Window == marked })
	time.Sleep(300 * time.Millisecond)
	p.key("Escape", "Escape") // the hover card, if there is one, then the range
	p.await("Escape", func(s *state) bool { return s.Marked == [2]int64{} })
}

func TestOverviewBrush(t *testing.T) {
	p := start(t, demo(t))
	s := p.opened()
	p.zoom(s.Lanes[0]+s.Lanes[2]/2, s.Lanes[1]+60, 8)
	y := s.Overview[1] + s.Overview[3]*2/3
	p.drag(1, s.Overview[0]+s.Overview[2]/10, y, s.Overview[0]+s.Overview[2]*3/10, y)
	p.await("the window drawn on the overview", func(s *state) bool {
		from, to := float64(s.Window[0])/float64(s.Whole[1]), float64(s.Window[1])/float64(s.Whole[1])
		return math.Abs(from-0.1) < 0.02 && math.Abs(to-0.3) < 0.02
	})
}

func TestDialogsCloseWithEscape(t *testing.T) {
	p := start(t, demo(t))
	s := p.opened()
	for _, keys := range []string{"ctrl+o", "question", "ctrl+g"} {
		p.key(keys)
		p.await("a dialog for "+keys, func(s *state) bool { return s.Overlay })
		p.key("Escape")
		p.await("no dialog after "+keys, func(s *state) bool { return !s.Overlay })
	}
	p.moveTo(s.Lanes[0]+300, s.Lanes[1]+80)
	p.key("w")
	p.await("the keyboard back at the lanes", func(s *state) bool { return s.length() < s.Whole[1] })
}

func TestGoToTime(t *testing.T) {
	p := start(t, demo(t))
	p.opened()
	p.key("ctrl+g")
	p.await("the field", func(s *state) bool { return s.Overlay })
	p.xdo("type", "--delay", "40", "100 - 200 ms")
	p.key("Return")
	p.await("the range", func(s *state) bool { return s.Window == [2]int64{100e6, 200e6} && !s.Overlay })
}

func TestHoverDrawsNoNewPicture(t *testing.T) {
	p := start(t, demo(t))
	p.opened()
	p.rest() // the summary and the first finding may bring more pictures
	tab := p.read().Tab
	p.key("ctrl+Tab")
	s := p.await("another tab", func(s *state) bool { return s.Tab != tab })
	for i := range 40 {
		p.moveTo(s.Lanes[0]+20*i, s.Lanes[1]+5*i)
	}
	p.key("ctrl+shift+Tab")
	after := p.await("the first tab again", func(s *state) bool { return s.Tab == tab })
	if after.Frames != s.Frames {
		t.Errorf("%d pictures drawn, were %d: hovering must not draw any", after.Frames, s.Frames)
	}
}

// TestThemeSwitch: the picture is dark in the dark theme, and light again in the light
// one.
func TestThemeSwitch(t *testing.T) {
	p := start(t, demo(t))
	s := p.opened()
	at := [2]int{s.Lanes[0] + s.Lanes[2] - 40, s.Lanes[1] + s.Lanes[3] - 3}
	for _, c := range []struct {
		theme       string
		least, most uint32 // of the picture's background, of 255
	}{{"light", 0xc0, 0xff}, {"dark", 0, 0x40}, {"light", 0xc0, 0xff}} {
		if s.Theme != c.theme {
			p.command("theme " + c.theme)
			s = p.await("the theme "+c.theme, func(s *state) bool { return s.Theme == c.theme && !s.Overlay })
		}
		p.shows(at, "the background in the theme "+c.theme, func(col color.Color) bool {
			r, _, _, _ := col.RGBA()
			return r>>8 >= c.least && r>>8 <= c.most
		})
	}
}

func TestCategoryColoursAreTrue(t *testing.T) {
	p := start(t, demo(t))
	s := p.opened()
	p.zoom(s.Lanes[0]+s.Lanes[2]*3/10, s.rowY(t, "worker-2"), 6)
	p.selectInLane("worker-2", 0.3)
	p.moveTo(10, s.Size[1]-5) // a lane under the pointer is drawn in other colours
	s = p.await("the segment's place", func(s *state) bool { return s.Selected.Rect[2] > 0 })
	want := map[string]color.RGBA{
		"Execution": {0x35, 0x9B, 0x55, 255}, "Sleep": {0x8F, 0xB5, 0xE4, 255},
		"Synchronization": {0xCC, 0x43, 0x3D, 255}, "Preemption": {0xF1, 0xC2, 0x32, 255},
	}[s.Selected.Category]
	if want.A == 0 || s.Selected.Rect[2] < 6 {
		t.Fatalf("%s, %d pixels wide: nothing to measure", s.Selected.Category, s.Selected.Rect[2])
	}
	time.Sleep(300 * time.Millisecond) // the picture is redrawn
	r := s.Selected.Rect
	got := color.RGBAModel.Convert(p.shot().At(r[0]+r[2]-3, r[1]+3)).(color.RGBA)
	if got != want {
		t.Errorf("%s is drawn as %v, want %v", s.Selected.Category, got, want)
	}
}
