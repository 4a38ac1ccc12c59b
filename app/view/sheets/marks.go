package sheets

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/dialog"

	"threadlens/app/session"
	"threadlens/app/view/kit"
	"threadlens/model"
	"threadlens/timeline"
)

// MarkCommands set marks and go to them.
func (s *Sheets) MarkCommands() []*kit.Command {
	markable := func() bool {
		_, ok := s.Session.Markable()
		return ok && s.IsOpen()
	}
	keepable := func() bool {
		_, ok := s.toKeep()
		return ok && s.IsOpen()
	}
	marked := func() bool { return s.IsOpen() && len(s.Session.Bookmarks()) > 0 }
	step := func(dir int) func() { return func() { s.Session.StepBookmark(dir) } }
	return []*kit.Command{
		{
			ID: "mark", Title: "Mark", Help: "Highlight the selected time (or else cursor A) with a temporary mark; to save the mark, use Keep Mark…", Keys: []kit.Key{{Name: fyne.KeyM}},
			Enabled: markable, Why: "Nothing is selected.", Run: s.mark,
		},
		{
			ID: "markKeep", Title: "Keep Mark…", Help: "Save the selected time as a named mark", Keys: []kit.Key{{Name: fyne.KeyM, Mods: kit.Shift}},
			Enabled: keepable, Why: "Nothing is selected.", Run: s.keepMark,
		},
		{ID: "markNext", Title: "Next Mark", Help: "Go to the next mark that you set", Keys: []kit.Key{{Name: fyne.KeyN}}, Enabled: marked, Run: step(1)},
		{ID: "markPrev", Title: "Previous Mark", Help: "Go to the previous mark that you set", Keys: []kit.Key{{Name: fyne.KeyN, Mods: kit.Shift}}, Enabled: marked, Run: step(-1)},
		{ID: "marks", Title: "Marks…", Help: "List the marks that you set", Enabled: marked, Run: s.showMarks},
	}
}

func (s *Sheets) mark() {
	if b, ok := s.Session.Markable(); ok {
		s.Session.AddBookmark(b)
	}
}

// toKeep is the mark that Keep Mark keeps: the selection, or the mark that is not kept yet.
func (s *Sheets) toKeep() (b session.Bookmark, ok bool) {
	if b, ok = s.Session.Markable(); !ok {
		b, ok = s.Session.Unkept()
	}
	return b, ok
}

// keepMark asks for the mark's name.
func (s *Sheets) keepMark() {
	b, ok := s.toKeep()
	if !ok {
		return
	}
	s.AskName("Keep this mark", "Keep", b.Name, func(name string) {
		b.Name, b.Kept = name, true
		s.Session.AddBookmark(b)
	})
}

// showMarks lists the marks; the user can go to one, rename or delete it.
func (s *Sheets) showMarks() {
	list := newRowList(s.Tips, func() int { return len(s.Session.Bookmarks()) }, s.markTexts)

	var d *dialog.CustomDialog
	goTo := func() { d.Hide(); s.Session.GoBookmark(list.at) }
	rename := func() {
		if i := list.at; i < len(s.Session.Bookmarks()) {
			s.AskName("Rename mark", "Rename", s.Session.Bookmarks()[i].Name, func(name string) { s.Session.RenameBookmark(i, name) })
		}
	}
	remove := func() {
		s.Session.DeleteBookmark(list.at)
		if len(s.Session.Bookmarks()) == 0 {
			d.Hide()
			return
		}
		list.Refresh()
		list.Select(min(list.at, len(s.Session.Bookmarks())-1))
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
	buttons := container.New(kit.RowLayout(8), kit.NewButton(kit.Bordered, "", "Go to mark", goTo).Explain(s.Tips, "Go to mark (Enter)"),
		kit.NewButton(kit.Bordered, "", "Rename", rename).Explain(s.Tips, "Rename mark (F2)"),
		kit.NewButton(kit.Bordered, "", "Delete", remove).Explain(s.Tips, "Delete mark (Delete)"), kit.NewBox(""))
	d = dialog.NewCustom("Marks", "Close", container.NewBorder(nil, container.New(kit.Insets{8, 6}, buttons), nil, nil, list), s.Win)
	size := s.Win.Canvas().Size()
	d.Resize(fyne.NewSize(min(kit.Scaled(760), size.Width-60), min(420, size.Height-60)))
	s.Present(d)
	list.Select(0)
	s.Win.Canvas().Focus(list)
}

// markTexts are the name of a mark and its place.
func (s *Sheets) markTexts(i int) (name, place string) {
	if i >= len(s.Session.Bookmarks()) {
		return "", ""
	}
	b := s.Session.Bookmarks()[i]
	name = b.Name
	if !b.Kept {
		name += " (not saved)"
	}
	return name, s.markPlace(b)
}

// markPlace describes where a mark is.
func (s *Sheets) markPlace(b session.Bookmark) string {
	text := s.Session.Clock().Instant(b.Range.From, s.Session.Window().Len())
	if b.Range.Len() > 0 {
		text = timeline.FormatDuration(b.Range.Len()) + " at " + text
	}
	if b.Thread != model.NoThread {
		text = kit.ShortTitle(s.Session.Title(b.Thread)) + " · " + text
	}
	return text
}
