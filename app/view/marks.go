package view

import (
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/dialog"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"threadlens/app/session"
	"threadlens/model"
	"threadlens/timeline"
)

// markCommands set marks and go to them.
func (w *window) markCommands() []*command {
	markable := func() bool {
		_, ok := w.s.Markable()
		return ok && w.isOpen()
	}
	keepable := func() bool {
		_, ok := w.toKeep()
		return ok && w.isOpen()
	}
	marked := func() bool { return w.isOpen() && len(w.s.Bookmarks()) > 0 }
	step := func(dir int) func() { return func() { w.s.StepBookmark(dir) } }
	return []*command{
		{
			id: "mark", title: "Mark", help: "Mark the selection or cursor A until the next mark", keys: []key{{name: fyne.KeyM}},
			enabled: markable, why: "Nothing is selected.", run: w.mark,
		},
		{
			id: "markKeep", title: "Keep Mark…", help: "Mark the selection and keep it under a name", keys: []key{{name: fyne.KeyM, mods: shift}},
			enabled: keepable, why: "Nothing is selected.", run: w.keepMark,
		},
		{id: "markNext", title: "Next Mark", keys: []key{{name: fyne.KeyN}}, enabled: marked, run: step(1)},
		{id: "markPrev", title: "Previous Mark", keys: []key{{name: fyne.KeyN, mods: shift}}, enabled: marked, run: step(-1)},
		{id: "marks", title: "Marks…", help: "List of the marks", enabled: marked, run: w.showMarks},
	}
}

func (w *window) mark() {
	if b, ok := w.s.Markable(); ok {
		w.s.AddBookmark(b)
	}
}

// toKeep is what Keep Mark keeps: the selection, or the mark that is not kept.
func (w *window) toKeep() (b session.Bookmark, ok bool) {
	if b, ok = w.s.Markable(); !ok {
		b, ok = w.s.Unkept()
	}
	return b, ok
}

// keepMark asks for the name of the mark.
func (w *window) keepMark() {
	b, ok := w.toKeep()
	if !ok {
		return
	}
	w.askName("Keep mark", "Keep", b.Name, func(name string) {
		b.Name, b.Kept = name, true
		w.s.AddBookmark(b)
	})
}

// askName asks for a name; done is not called without one.
func (w *window) askName(title, verb, name string, done func(name string)) {
	var d *dialog.ConfirmDialog
	entry := newField("", onEscape(func() { d.Hide() }))
	entry.SetText(name)
	d = dialog.NewCustomConfirm(title, verb, "Cancel", container.New(fixed{380, 34}, entry), func(ok bool) {
		if ok && entry.Text != "" {
			done(entry.Text)
		}
	}, w.win)
	entry.OnSubmitted = func(string) { d.Confirm() }
	w.present(d)
	newCoalescer(letterDelay, func() {
		if w.modal == d {
			w.win.Canvas().Focus(entry)
			entry.TypedShortcut(&fyne.ShortcutSelectAll{})
		}
	}).soon()
}

// letterDelay is the time after which a field gets the keyboard: the letter of
// the key that gave the command comes after the command, and would land in it.
const letterDelay = 30 * time.Millisecond

// markRow is the height of a row of the list of marks.
const markRow = 26

// markList is the list of marks, worked by mouse and keys.
type markList struct {
	widget.List
	at      int // the chosen mark
	pressed func(*fyne.KeyEvent)
}

// TypedKey implements fyne.Focusable: the arrows choose.
func (l *markList) TypedKey(e *fyne.KeyEvent) {
	switch e.Name {
	case fyne.KeyUp, fyne.KeyDown:
		l.List.TypedKey(e)
		l.List.TypedKey(&fyne.KeyEvent{Name: fyne.KeySpace})
	default:
		l.pressed(e)
	}
}

// showMarks lists the marks: to go to one, to rename or to delete it.
func (w *window) showMarks() {
	list := &markList{}
	list.Length = func() int { return len(w.s.Bookmarks()) }
	list.CreateItem = func() fyne.CanvasObject {
		return container.New(fixed{0, markRow}, container.New(insets{8, 0}, container.New(rowLayout{10},
			newLine("", theme.ColorNameForeground).fitting(), newCaption("", colorText2).right())))
	}
	list.UpdateItem = func(i widget.ListItemID, row fyne.CanvasObject) { w.showMark(i, row) }
	list.OnSelected = func(i widget.ListItemID) { list.at = i }
	list.ExtendBaseWidget(list)

	var d *dialog.CustomDialog
	goTo := func() { d.Hide(); w.s.GoBookmark(list.at) }
	rename := func() {
		if i := list.at; i < len(w.s.Bookmarks()) {
			w.askName("Rename mark", "Rename", w.s.Bookmarks()[i].Name, func(name string) { w.s.RenameBookmark(i, name) })
		}
	}
	remove := func() {
		w.s.DeleteBookmark(list.at)
		if len(w.s.Bookmarks()) == 0 {
			d.Hide()
			return
		}
		list.Refresh()
		list.Select(min(list.at, len(w.s.Bookmarks())-1))
	}
	list.pressed = func(e *fyne.KeyEvent) {
		switch e.Name {
		case fyne.KeyEscape:
			d.Hide()
		case fyne.KeyReturn, fyne.KeyEnter:
			goTo()
		case fyne.KeyF2:
			rename()
		case fyne.KeyDelete, fyne.KeyBackspace:
			remove()
		}
	}
	buttons := container.New(rowLayout{8}, newButton(bordered, "", "Go to mark", goTo).explain(w.tips, "Go to mark (Enter)"),
		newButton(bordered, "", "Rename", rename).explain(w.tips, "Rename (F2)"),
		newButton(bordered, "", "Delete", remove).explain(w.tips, "Delete (Delete)"), newBox(""))
	d = dialog.NewCustom("Marks", "Close", container.NewBorder(nil, container.New(insets{8, 6}, buttons), nil, nil, list), w.win)
	size := w.win.Canvas().Size()
	d.Resize(fyne.NewSize(min(560, size.Width-60), min(420, size.Height-60)))
	w.present(d)
	list.Select(0)
	w.win.Canvas().Focus(list)
}

// showMark fills a row of the list.
func (w *window) showMark(i int, row fyne.CanvasObject) {
	if i >= len(w.s.Bookmarks()) {
		return
	}
	b := w.s.Bookmarks()[i]
	name := b.Name
	if !b.Kept {
		name += " (not kept)"
	}
	texts := row.(*fyne.Container).Objects[0].(*fyne.Container).Objects[0].(*fyne.Container).Objects
	texts[0].(*line).set(name)
	texts[1].(*line).set(w.markPlace(b))
	row.Refresh()
}

// markPlace says where a mark is.
func (w *window) markPlace(b session.Bookmark) string {
	text := w.s.Clock().Instant(b.Range.From, w.s.Window().Len())
	if b.Range.Len() > 0 {
		text = timeline.FormatDuration(b.Range.Len()) + " at " + text
	}
	if b.Thread != model.NoThread {
		text = threadLabel(w.s, b.Thread) + " · " + text
	}
	return text
}
