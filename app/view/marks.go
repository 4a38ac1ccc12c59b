package view

import (
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/dialog"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"threadlens/app/session"
	"threadlens/app/view/kit"
	"threadlens/model"
	"threadlens/timeline"
)

// markCommands set marks and go to them.
func (w *window) markCommands() []*kit.Command {
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
	return []*kit.Command{
		{
			ID: "mark", Title: "Mark", Help: "Mark the selection or cursor A until the next mark", Keys: []kit.Key{{Name: fyne.KeyM}},
			Enabled: markable, Why: "Nothing is selected.", Run: w.mark,
		},
		{
			ID: "markKeep", Title: "Keep Mark…", Help: "Mark the selection and keep it under a name", Keys: []kit.Key{{Name: fyne.KeyM, Mods: kit.Shift}},
			Enabled: keepable, Why: "Nothing is selected.", Run: w.keepMark,
		},
		{ID: "markNext", Title: "Next Mark", Keys: []kit.Key{{Name: fyne.KeyN}}, Enabled: marked, Run: step(1)},
		{ID: "markPrev", Title: "Previous Mark", Keys: []kit.Key{{Name: fyne.KeyN, Mods: kit.Shift}}, Enabled: marked, Run: step(-1)},
		{ID: "marks", Title: "Marks…", Help: "List of the marks", Enabled: marked, Run: w.showMarks},
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
	entry := kit.NewField("", kit.OnEscape(func() { d.Hide() }))
	entry.SetText(name)
	d = dialog.NewCustomConfirm(title, verb, "Cancel", container.New(kit.Fixed{380, 34}, entry), func(ok bool) {
		if ok && entry.Text != "" {
			done(entry.Text)
		}
	}, w.win)
	entry.OnSubmitted = func(string) { d.Confirm() }
	w.present(d)
	kit.NewCoalescer(letterDelay, func() {
		if w.modal == d {
			w.win.Canvas().Focus(entry)
			entry.TypedShortcut(&fyne.ShortcutSelectAll{})
		}
	}).Soon()
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
		return container.New(kit.Fixed{0, markRow}, container.New(kit.Insets{8, 0}, container.New(kit.RowLayout(10),
			kit.NewLine("", theme.ColorNameForeground).Fitting(), kit.NewCaption("", kit.ColorText2).Right())))
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
	buttons := container.New(kit.RowLayout(8), kit.NewButton(kit.Bordered, "", "Go to mark", goTo).Explain(w.tips, "Go to mark (Enter)"),
		kit.NewButton(kit.Bordered, "", "Rename", rename).Explain(w.tips, "Rename (F2)"),
		kit.NewButton(kit.Bordered, "", "Delete", remove).Explain(w.tips, "Delete (Delete)"), kit.NewBox(""))
	d = dialog.NewCustom("Marks", "Close", container.NewBorder(nil, container.New(kit.Insets{8, 6}, buttons), nil, nil, list), w.win)
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
	texts[0].(*kit.Line).Set(name)
	texts[1].(*kit.Line).Set(w.markPlace(b))
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
