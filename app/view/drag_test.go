package view

import (
	"testing"

	"fyne.io/fyne/v2"

	"threadlens/app/session"
	"threadlens/app/view/picture"
	"threadlens/model"
)

// TestBrushHandles: the edges of the brush can be dragged if there is room between them; otherwise
// the brush moves as a whole.
func TestBrushHandles(t *testing.T) {
	w := opened(t, story(t))
	f := w.Surface
	reach := f.Px(picture.GrabReach)
	for _, c := range []struct {
		width int
		edges bool
	}{{2*reach - 1, false}, {2 * reach, false}, {2*reach + 1, true}, {20 * reach, true}} {
		scene := f.Now()
		whole, mid := scene.Whole(), scene.OverviewArea().Dx()/2
		w.Session.Show(model.Range{From: whole.TimeAt(mid), To: whole.TimeAt(mid + c.width)}, session.MoveJump)
		scene = f.Now()
		brush := scene.Brush()
		if brush.Dx() != c.width {
			t.Fatalf("the brush is %d wide, want %d", brush.Dx(), c.width)
		}
		y := float32(brush.Min.Y + brush.Dy()/2)
		for _, edge := range []struct {
			x      int
			anchor model.Time
			near   bool
		}{
			{brush.Min.X - reach - 1, 0, false},
			{brush.Min.X - reach, scene.View.To, true},
			{brush.Min.X, scene.View.To, true},
			{brush.Max.X, scene.View.From, true},
			{brush.Max.X + reach, scene.View.From, true},
			{brush.Max.X + reach + 1, 0, false},
		} {
			f.Mouse.Anchor = 0
			kind := f.Grab(&scene, fyne.NewPos(float32(edge.x), y))
			if taken := edge.near && c.edges; taken != (kind == picture.DragWindow) || taken && f.Mouse.Anchor != edge.anchor {
				t.Errorf("brush from %d to %d: at %d is a drag of kind %d from %d", brush.Min.X, brush.Max.X, edge.x, kind, f.Mouse.Anchor)
			}
		}
	}
}
