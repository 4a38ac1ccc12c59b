package recording

import (
	"path/filepath"
	"slices"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/dialog"
	"fyne.io/fyne/v2/theme"

	"threadlens/app/session/capture"
	"threadlens/app/view/host"
	"threadlens/app/view/kit"
)

// recordForm asks what to record. All choices are kept in Plan; as they change, the form shows what
// is wrong with them and the equivalent command.
type recordForm struct {
	subjectForm
	what *kit.Picker
}

// newRecordForm is a form with the choices of the last recording.
func newRecordForm(h *runs) *recordForm {
	f := &recordForm{}
	f.h, f.show, f.Fields = h, f.Show, map[capture.RecordField]fyne.Focusable{}
	f.Plan = capture.RecordPlan{RecordChoice: h.Settings.Record, At: time.Now()}
	f.subject, f.rights = container.New(kit.ColumnLayout(4)), container.New(kit.ColumnLayout(4))
	f.cost = newCostLines()
	f.sameBox, f.foot = container.NewStack(), container.New(kit.ColumnLayout(0))
	return f
}

// Show opens the dialog; failure is why the last attempt to record failed, "" for none.
func (f *recordForm) Show(failure string) {
	h := f.h
	f.record = kit.NewButton(kit.Primary, kit.IconRecord, "Record", f.start)
	f.Page = container.New(kit.Insets{12, 8}, f.content(failure))
	f.Body = container.NewVScroll(f.Page)
	foot := container.New(kit.Insets{12, 4}, f.foot)
	f.tellWhy()
	d := dialog.NewCustomWithoutButtons("Record", container.NewBorder(nil, foot, nil, nil, f.Body), h.Win)
	d.SetButtons([]fyne.CanvasObject{kit.NewButton(kit.Bordered, "", "Cancel", d.Hide), f.record})
	f.Dialog = d
	f.update()
	h.Present(d)
	f.focusOn(f.what.Buttons[slices.Index(recordKinds, f.Plan.What)])
}

// recordKinds are the choices of what to record, in their order.
var recordKinds = []string{capture.RecordCommand, capture.RecordProcess, capture.RecordSystem}

// focusOn moves the keyboard to the field for the command if there is one, or else to the button of
// the choice: a space there starts nothing.
func (f *recordForm) focusOn(b *kit.Button) {
	if f.Plan.What == capture.RecordCommand {
		f.h.Win.Canvas().Focus(f.Command)
	} else {
		f.h.Win.Canvas().Focus(b)
	}
}

// content are the rows of the dialog.
func (f *recordForm) content(failure string) fyne.CanvasObject {
	f.what = kit.NewPicker([]string{"Start a program", "Running process", "The whole system"}, recordKinds, f.Plan.What, func(v string) {
		f.Plan.What = v
		f.showSubject()
		f.lookAgain()
	})
	for _, b := range f.what.Buttons {
		choose := b.Run
		b.Run = func() {
			choose()
			f.focusOn(b)
		}
	}
	page := container.New(kit.ColumnLayout(7))
	if failure != "" {
		for i, l := range kit.Wrap(failure, f.h.TextRoom(recordText, 30)) {
			mark := []fyne.CanvasObject{kit.NewGap(16, 1), kit.NewLine(l, theme.ColorNameForeground)}
			if i == 0 {
				mark[0] = kit.NewGlyph(kit.IconError, theme.ColorNameError)
			}
			page.Add(container.New(kit.RowLayout(8), mark...))
		}
	}
	page.Add(f.rights)
	page.Add(host.FormRow("Record", f.what.Root))
	page.Add(f.subject)
	page.Add(host.FormRow("Duration", f.length()))
	page.Add(host.FormRow("Keep", f.keep()))
	page.Add(kit.NewRule())
	for _, row := range f.events() {
		page.Add(row)
	}
	page.Add(kit.NewRule())
	f.Path = f.newField(capture.FieldPath, "", func(text string) { f.Plan.Path = text })
	page.Add(host.FormRow("File", container.New(kit.Stretch(fieldHeight), container.New(kit.RowLayout(10),
		container.New(kit.Stretch(fieldHeight), f.Path), kit.NewLink("Folder…", f.chooseFolder)))))
	page.Add(f.equivalent())
	f.showSubject()
	f.showRights()
	return page
}

// figure is a field for a number, and the unit.
func (f *recordForm) figure(name capture.RecordField, text *string, unit string) *fyne.Container {
	e := f.newField(name, *text, func(typed string) { *text = typed })
	return container.New(kit.RowLayout(8), container.New(kit.Fixed{recordFigure, fieldHeight}, e), kit.NewLine(unit, kit.ColorText2))
}

// choice is a row of two buttons; the second one has a figure.
func (f *recordForm) choice(titles []string, on *bool, figure *fyne.Container) (fyne.CanvasObject, *kit.Picker) {
	chosen := map[bool]string{false: "all", true: "some"}
	p := kit.NewPicker(titles, []string{"all", "some"}, chosen[*on], func(v string) {
		*on = v == "some"
		kit.Hide(figure, !*on)
		f.update()
	})
	kit.Hide(figure, !*on)
	// The same height with and without the figure.
	return container.New(kit.Stretch(fieldHeight), container.New(kit.RowLayout(10), p.Root, figure)), p
}

// length is the row on how long to record.
func (f *recordForm) length() fyne.CanvasObject {
	row, p := f.choice([]string{"Until stopped", "Limited time"}, &f.Plan.Limited, f.figure(capture.FieldSeconds, &f.Plan.Seconds, "seconds at most"))
	f.until = p
	return row
}

// keep is the row on how much to keep.
func (f *recordForm) keep() fyne.CanvasObject {
	row, _ := f.choice([]string{"All events", "Latest events (ring buffer)"}, &f.Plan.Newest, f.figure(capture.FieldKeep, &f.Plan.Keep, "MiB of memory"))
	return row
}

// events are the rows on what to record.
func (f *recordForm) events() []fyne.CanvasObject {
	check := func(title string, on bool, set func(bool)) fyne.CanvasObject {
		box := kit.NewCheckBox(title, func(on bool) {
			set(on)
			f.update()
		})
		box.Checked = on
		return container.New(kit.Fixed{recordCheck, 28}, box)
	}
	rows := []fyne.CanvasObject{host.FormRow("Events", kit.NewLine("Context switches and wake-ups (always on)", theme.ColorNameForeground).Fitting())}
	var boxes []fyne.CanvasObject
	for _, g := range capture.RecordGroups() {
		boxes = append(boxes, check(g.Title, slices.Contains(f.Plan.Groups, g.Name), func(on bool) { f.Plan.SetGroup(g.Name, on) }))
	}
	boxes = append(boxes, check("Call stacks of programs", f.Plan.Stacks, func(on bool) { f.Plan.Stacks = on }))
	for pair := range slices.Chunk(boxes, 2) {
		rows = append(rows, host.FormRow("", container.New(kit.RowLayout(8), pair...)))
	}
	rate := f.figure(capture.FieldSamples, &f.Plan.Samples, "per second on each CPU")
	kit.Hide(rate, !f.Plan.Sampled)
	samples := check("CPU samples", f.Plan.Sampled, func(on bool) {
		f.Plan.Sampled = on
		kit.Hide(rate, !on)
	})
	return append(rows, host.FormRow("", container.New(kit.Stretch(fieldHeight), container.New(kit.RowLayout(8), samples, rate))),
		host.FormRow("Overhead", f.cost.each), host.FormRow("", f.cost.example))
}

// chooseFolder asks for the file's folder, and then shows the form again.
func (f *recordForm) chooseFolder() {
	h := f.h
	path, _ := f.Plan.File()
	d := h.AskFile(host.FileRequest{
		Mode: host.OpenFolder, Title: "Folder for the recording", Verb: "Choose folder", Folder: filepath.Dir(path),
		Chosen: func(path string) { f.Plan.Folder, f.Plan.Path = path, "" },
	}).Dialog
	closed := kit.NewCoalescer(0, func() {
		if h.Modal == nil && h.Run == nil {
			f.Show("")
		}
	})
	d.SetOnClosed(func() {
		if h.Modal == d {
			h.Modal = nil
		}
		closed.Soon() // when the chosen folder is known
	})
}

// equivalent shows the command that records the same.
func (f *recordForm) equivalent() fyne.CanvasObject {
	tools := kit.NewPicker(capture.RecordTools(), capture.RecordTools(), f.Plan.Tool, func(v string) {
		f.Plan.Tool = v
		f.update()
	})
	copied := kit.NewLink("Copy", func() { f.h.Clip(f.same) })
	return container.New(kit.ColumnLayout(5),
		host.FormRow("As command", container.New(kit.Stretch(26), container.New(kit.RowLayout(10), tools.Root, copied))),
		f.sameBox)
}
