package view

import (
	"slices"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"

	"threadlens/app/session"
	"threadlens/app/view/kit"
	"threadlens/app/view/kit/kittest"
	"threadlens/app/view/picture"
	"threadlens/app/view/sheets"
	"threadlens/model"
	"threadlens/timeline"
)

// near reports whether two instants are in neighbouring columns.
func (w *window) near(a, b model.Time) bool {
	d := w.Session.View().X(a) - w.Session.View().X(b)
	return d >= -1 && d <= 1
}

func TestClicksSetCursors(t *testing.T) {
	w := opened(t, story(t))
	w.click(w.spot(t, 6420, 100*ms), desktop.MouseButtonPrimary, 0)
	selected := w.Session.Selected()
	w.click(w.spot(t, 6920, 300*ms), desktop.MouseButtonPrimary, kit.Shift)
	a, b := w.Session.Cursor(session.CursorA), w.Session.Cursor(session.CursorB)
	if !w.near(a, 100*ms) || !w.near(b, 300*ms) || w.Session.Selected() != selected {
		t.Errorf("A %d, B %d, selected %v", a, b, w.Session.Selected())
	}
	if got := plain(w.status.cursors.Text); !strings.HasPrefix(got, "A 99.") || !strings.Contains(got, " ms  B ") || !strings.HasSuffix(got, "Δ 200 ms") {
		t.Errorf("the status line says %q", got)
	}
	for c, f := range w.Surface.Over.Flags.Cursors {
		want := w.Session.View().X(w.Session.Cursor(session.Cursor(c)))
		if !f.Line.Visible() || !f.Label.Box.Visible() || int(f.Line.Position().X) != want {
			t.Errorf("the line of %s is at %v, want %d", session.Cursor(c), f.Line.Position().X, want)
		}
	}
}

func TestClickOnTheRulerSetsCursorA(t *testing.T) {
	w := opened(t, story(t))
	ruler := w.Surface.Now()
	p := w.spot(t, 6420, 200*ms)
	p.Y = float32(ruler.RulerArea().Min.Y + 5)
	w.click(p, desktop.MouseButtonPrimary, 0)
	if !w.near(w.Session.Cursor(session.CursorA), 200*ms) {
		t.Errorf("A at %d after a click on the ruler", w.Session.Cursor(session.CursorA))
	}
	w.Session.Select(timeline.SegmentRef{Thread: w.threadOf(t, 6420), Index: 1})
	w.Session.Show(model.Range{From: 250 * ms, To: 280 * ms}, session.MoveJump)
	if w.Surface.Over.Flags.Cursors[0].Line.Visible() {
		t.Error("the line of a cursor that is not in view is shown")
	}
	for range 2 {
		w.press(fyne.KeyEscape, 0)
	}
	if w.Session.HasCursors() || w.status.cursors.Visible() {
		t.Error("Escape should clear the cursors in the end")
	}
}

func plain(s string) string { return strings.ReplaceAll(s, "\u2009", " ") }

func TestKeysSetCursors(t *testing.T) {
	w := opened(t, story(t))
	w.Surface.MouseMoved(mouseEvent(w.spot(t, 6420, 100*ms), 0, 0))
	w.press(fyne.KeyT, 0)
	w.Surface.MouseOut()
	w.Session.Select(timeline.SegmentRef{Thread: w.threadOf(t, 6420), Index: 1})
	seg, _ := w.Session.Segment()
	w.press(fyne.KeyT, kit.Shift)
	if a, b := w.Session.Cursor(session.CursorA), w.Session.Cursor(session.CursorB); !w.near(a, 100*ms) || b != seg.To {
		t.Errorf("A %d, B %d; want the pointer and the end of the segment", a, b)
	}
	w.press(fyne.KeyT, 0)
	if a := w.Session.Cursor(session.CursorA); a != seg.From {
		t.Errorf("A %d, want the start of the segment", a)
	}
	w.press(fyne.KeyRight, kit.Shift)
	if r := w.Session.Marked(); r.From != seg.From || r.Len() == 0 {
		t.Errorf("selected %v, want a range from A", r)
	}
	w.Commands.Get("cursorsClear").Do()
	if w.Session.HasCursors() || w.Commands.Get("cursorsClear").Can() {
		t.Error("the cursors should be gone")
	}
}

func (w *window) threadOf(t *testing.T, tid model.TID) model.ThreadIx {
	t.Helper()
	for i := range w.Session.Trace().Threads {
		if w.Session.Trace().Threads[i].TID == tid {
			return model.ThreadIx(i)
		}
	}
	t.Fatalf("no thread %d", tid)
	return 0
}

// entry is the field of the open dialog.
func (w *window) entry(t *testing.T) *kit.Field {
	t.Helper()
	kittest.Eventually(t, func() bool { return w.Win.Canvas().Focused() != w.Surface && w.Win.Canvas().Focused() != nil })
	e, ok := w.Win.Canvas().Focused().(*kit.Field)
	if !ok {
		t.Fatalf("the keyboard is with %T", w.Win.Canvas().Focused())
	}
	return e
}

func TestMarks(t *testing.T) {
	w := opened(t, story(t))
	if w.Commands.Get("mark").Can() || w.Commands.Get("markNext").Can() || w.Commands.Get("marks").Can() {
		t.Error("there is nothing to mark nor any mark")
	}
	w.click(w.spot(t, 6420, 100*ms), desktop.MouseButtonPrimary, 0)
	w.press(fyne.KeyM, 0)
	if b, ok := w.Session.Unkept(); !ok || b.Range != (model.Range{From: 2 * ms, To: 252 * ms}) {
		t.Fatalf("M marked %v", b)
	}
	w.press(fyne.KeyM, kit.Shift)
	e := w.entry(t)
	if e.Text != "6420: Synchronization 250 ms" {
		t.Errorf("the name at first is %q", e.Text)
	}
	e.SetText("GC lock")
	e.TypedKey(&fyne.KeyEvent{Name: fyne.KeyReturn})
	if list := w.Session.Bookmarks(); len(list) != 1 || list[0].Name != "GC lock" || !list[0].Kept {
		t.Errorf("marks %v", list)
	}
	flags := w.Surface.Over.Flags
	if len(flags.Shown) != 1 || flags.Marks[0].Label.Text.Text != "GC lock" || !flags.Marks[0].Bar.Visible() {
		t.Error("the mark has no flag on the ruler")
	}

	w.press(fyne.KeyEscape, 0)
	w.press(fyne.KeyM, kit.Shift)
	w.entry(t).TypedKey(&fyne.KeyEvent{Name: fyne.KeyEscape})
	if len(w.Session.Bookmarks()) != 1 {
		t.Error("Escape kept a mark")
	}
}

func TestGoingToAMark(t *testing.T) {
	w := opened(t, story(t))
	w.Session.AddBookmark(session.Bookmark{Name: "wait", Range: model.Range{From: 2 * ms, To: 252 * ms}, Thread: w.threadOf(t, 6420), Kept: true})
	flags := w.Surface.Over.Flags
	w.Session.Show(model.Range{From: 200 * ms, To: 400 * ms}, session.MoveJump)
	w.Session.ShowWhole()
	w.Session.ClearCursors()
	w.press(fyne.KeyN, 0)
	if seg, ok := w.Session.Segment(); !ok || seg.From != 2*ms {
		t.Error("N should go to the mark")
	}
	w.Session.Select(timeline.NoSegment)
	p := flags.Marks[0].Label.Box.Position().Add(flags.Clip.Position()).AddXY(3, 3)
	w.click(p, desktop.MouseButtonPrimary, 0)
	if seg, ok := w.Session.Segment(); !ok || seg.From != 2*ms {
		t.Error("a click on the flag should go to the mark")
	}
}

func TestListOfMarks(t *testing.T) {
	w := opened(t, story(t))
	for i, name := range []string{"first", "second", "third"} {
		at := model.Time(i+1) * 100 * ms
		w.Session.AddBookmark(session.Bookmark{Name: name, Range: model.Range{From: at, To: at}, Thread: model.NoThread, Kept: true})
	}
	open := func() *sheets.RowList {
		w.Commands.Get("marks").Do()
		list, ok := w.Win.Canvas().Focused().(*sheets.RowList)
		if !ok {
			t.Fatalf("the keyboard is with %T", w.Win.Canvas().Focused())
		}
		return list
	}
	key := func(l *sheets.RowList, name fyne.KeyName) { l.TypedKey(&fyne.KeyEvent{Name: name}) }
	list := open()
	key(list, fyne.KeyDown)
	key(list, fyne.KeyDelete)
	if len(w.Session.Bookmarks()) != 2 || w.Session.Bookmarks()[1].Name != "third" {
		t.Errorf("marks %v, want the second deleted", w.Session.Bookmarks())
	}
	key(list, fyne.KeyF2)
	e := w.entry(t)
	e.SetText("renamed")
	e.TypedKey(&fyne.KeyEvent{Name: fyne.KeyReturn})
	if w.Session.Bookmarks()[1].Name != "renamed" {
		t.Errorf("marks %v", w.Session.Bookmarks())
	}
	list = open()
	key(list, fyne.KeyDown)
	key(list, fyne.KeyReturn)
	if w.Session.Cursor(session.CursorA) != 300*ms || w.Modal != nil {
		t.Errorf("A at %d, want the mark's place and no dialog", w.Session.Cursor(session.CursorA))
	}
	list = open()
	key(list, fyne.KeyDelete)
	key(list, fyne.KeyDelete)
	if len(w.Session.Bookmarks()) != 0 || w.Win.Canvas().Overlays().Top() != nil {
		t.Error("the list should close with its last mark")
	}
}

func TestManyMarksShareTheRuler(t *testing.T) {
	w := opened(t, story(t))
	for i := range 300 {
		at := model.Time(i) * ms
		w.Session.AddBookmark(session.Bookmark{Name: "a rather long name", Range: model.Range{From: at, To: at}, Thread: model.NoThread, Kept: true})
	}
	flags := w.Surface.Over.Flags
	if len(flags.Shown) != picture.MarksInView {
		t.Errorf("%d flags", len(flags.Shown))
	}
	w.Session.Show(model.Range{From: 10 * ms, To: 40 * ms}, session.MoveJump)
	right := float32(-1)
	for n := range flags.Shown {
		if box := flags.Marks[n].Label.Box; box.Visible() {
			if box.Position().X < right {
				t.Errorf("label %d begins at %v, the one before ends at %v", n, box.Position().X, right)
			}
			right = box.Position().X + box.Size().Width
		}
	}
	if right < 0 {
		t.Error("no label at all")
	}
}

// TestFlagsLeaveTheCommonPartOfTheRuler zooms in deep, where the labels of the ruler share a common
// part at its left: no flag may cover it.
func TestFlagsLeaveTheCommonPartOfTheRuler(t *testing.T) {
	w := opened(t, story(t))
	const from = 100*ms + 3*us
	w.Session.Show(model.Range{From: from, To: from + 2*us}, session.MoveJump)
	w.Session.SetCursor(session.CursorA, from+2)
	w.Session.AddBookmark(session.Bookmark{Name: "here", Range: model.Range{From: from + 4, To: from + 4}, Thread: model.NoThread, Kept: true})
	scene := w.Surface.Now()
	prefix := float32(scene.PrefixEnd())
	if prefix == 0 {
		t.Fatal("the ruler has no common part at this zoom")
	}
	flags := w.Surface.Over.Flags
	cursor, mark := flags.Cursors[0].Label.Box, flags.Marks[0].Label.Box
	if at := cursor.Position().X; !cursor.Visible() || at < prefix {
		t.Errorf("the letter of the cursor is at %v, the common part ends at %v", at, prefix)
	}
	if at := mark.Position().X; !mark.Visible() || at < cursor.Position().X+cursor.Size().Width {
		t.Errorf("the name of the mark is at %v, the letter before it at %v", at, cursor.Position().X)
	}
	if x := flags.Marks[0].Line.Position().X; x >= prefix {
		t.Errorf("the line of the mark is at %v and meets nothing", x)
	}
}

func TestTimeAs(t *testing.T) {
	w := opened(t, story(t))
	wall := w.Commands.Get("time.wall")
	if wall.Can() || !w.Commands.Get("time.start").Checked() {
		t.Error("the story does not tell the time of day")
	}
	w.menu.mark()
	for item, c := range w.menu.items {
		if c == wall && item.Label != "Wall Clock (the trace does not record the time of day)" {
			t.Errorf("the item reads %q", item.Label)
		}
	}
	w.Commands.Get("time.us").Do()
	if got := plain(w.bar.span.Text); !strings.HasSuffix(got, " µs") {
		t.Errorf("the read-out says %q", got)
	}
	w.click(w.spot(t, 6420, 100*ms), desktop.MouseButtonPrimary, 0)
	w.paneTimer.Flush()
	if facts, _ := w.Session.Facts(); plain(facts.Rows[0].Value) != "2 000 – 252 000 µs" {
		t.Errorf("the interval is %q", facts.Rows[0].Value)
	}
	if w.Settings.TimeAs != "us" || w.Surface.Now().Clock.As != timeline.InMicroseconds {
		t.Error("the choice is not remembered, or not drawn")
	}
	again := newWindow(w.App, *w.Settings, "", "")
	if again.Session.TimeAs() != timeline.InMicroseconds {
		t.Error("the next start forgets the choice")
	}
}

// TestSelectedRangeIsNamed: the range that governs all figures is named below the ruler, at the edge
// while it is out of the window, and in the profile; the × of either clears it.
func TestSelectedRangeIsNamed(t *testing.T) {
	w := opened(t, story(t))
	over, named := w.Surface.Over, w.Profile.Range
	if over.MarkedChip.Box.Visible() || named.Visible() {
		t.Error("no range is selected, and one is named")
	}
	r := model.Range{From: 100 * ms, To: 110 * ms}
	for _, c := range []struct {
		window model.Range
		begin  string
		at     func(left, right float32) bool
	}{
		{model.Range{To: 600 * ms}, "10.0 ms selected", func(left, _ float32) bool { return left > 50 }},
		{model.Range{From: 110 * ms, To: 200 * ms}, "← 10.0 ms selected", func(left, _ float32) bool { return left == 4 }},
		{model.Range{From: 0, To: 100 * ms}, "→ 10.0 ms selected", func(_, right float32) bool { return right == 4 }},
	} {
		w.Session.Mark(r)
		w.Session.Show(c.window, session.MoveJump)
		w.paneTimer.Flush()
		chip := over.MarkedChip
		left := chip.Box.Position().X
		if !chip.Box.Visible() || !strings.HasPrefix(chip.Text.Text, c.begin) || !c.at(left, over.Clip.Size().Width-left-chip.Box.Size().Width) {
			t.Errorf("in %v the chip %q is at %v", c.window, chip.Text.Text, left)
		}
		if want := "Range " + w.Session.Terms().Clock.Range(r); !named.Visible() || named.Text != want {
			t.Errorf("the profile names %q, want %q", named.Text, want)
		}
		w.click(over.UnmarkHit.Pos.AddXY(3, 3), desktop.MouseButtonPrimary, 0)
		if w.Session.Marked().Len() > 0 || chip.Box.Visible() || over.UnmarkHit.Size.Width > 0 {
			t.Errorf("in %v a click on × leaves %v", c.window, w.Session.Marked())
		}
	}
	w.Session.Mark(r)
	named.Tapped(nil)
	w.paneTimer.Flush()
	if w.Session.Marked().Len() > 0 || named.Visible() {
		t.Error("a click in the profile leaves the range")
	}
}

// TestChipsLieAboveTheCursors: the length of the selected range stays legible, and the line of a
// cursor inside it ends at its chip.
func TestChipsLieAboveTheCursors(t *testing.T) {
	w := opened(t, story(t))
	w.Session.Mark(model.Range{From: 100 * ms, To: 300 * ms})
	w.Session.SetCursor(session.CursorA, 201*ms)
	over := w.Surface.Over
	chip, line := over.MarkedChip.Box, over.Flags.Cursors[0].Line
	box := kit.Rect{Pos: over.Chips.Position().Add(chip.Position()), Size: chip.Size()}
	at := over.Flags.Clip.Position().Add(line.Position())
	at.Y = box.Pos.Y + 1
	if !chip.Visible() || !line.Visible() || !box.Contains(at) {
		t.Fatalf("the cursor at %v does not cross the chip %v", at, box)
	}
	order := over.Objects()
	above := slices.Index(order, fyne.CanvasObject(over.Chips))
	for _, o := range []fyne.CanvasObject{over.Flags.Clip, over.Cursor, over.Clip} {
		if i := slices.Index(order, o); i < 0 || i > above {
			t.Errorf("object %d is drawn above the chips, which are %d", i, above)
		}
	}
}

// TestWhereKeysPutCursors: at the pointer, else at an end of the selected segment, else in the
// middle of the window of time.
func TestWhereKeysPutCursors(t *testing.T) {
	w := opened(t, story(t))
	f := w.Surface
	f.Mouse.Inside = false
	w.Session.Select(timeline.NoSegment)
	w.Session.Show(model.Range{From: 100 * ms, To: 300 * ms}, session.MoveJump)
	for c, want := range map[session.Cursor]model.Time{session.CursorA: 200 * ms, session.CursorB: 200 * ms} {
		if got := f.CursorTime(c); got != want {
			t.Errorf("nothing selected: %s at %d, want %d", c, got, want)
		}
	}
	w.Session.Select(timeline.SegmentRef{Thread: w.threadOf(t, 6420), Index: 1})
	seg, _ := w.Session.Segment()
	for c, want := range map[session.Cursor]model.Time{session.CursorA: seg.From, session.CursorB: seg.To} {
		if got := f.CursorTime(c); got != want {
			t.Errorf("a segment selected: %s at %d, want %d", c, got, want)
		}
	}
	f.Mouse.Inside, f.Mouse.At = true, w.spot(t, 6420, 150*ms)
	for _, c := range []session.Cursor{session.CursorA, session.CursorB} {
		if got := f.CursorTime(c); !w.near(got, 150*ms) {
			t.Errorf("the pointer is there: %s at %d", c, got)
		}
	}
	f.Mouse.At.X = 20 // in the gutter
	if got := f.CursorTime(session.CursorB); got != seg.To {
		t.Errorf("the pointer is on the gutter: at %d, want %d", got, seg.To)
	}
}
