package recording

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/dialog"
	"fyne.io/fyne/v2/theme"

	"threadlens/app/session/capture"
	"threadlens/app/view/host"
	"threadlens/app/view/kit"
	"threadlens/timeline"
)

// Sizes of the dialog that asks what to record, dp.
const (
	recordWidth  = 700
	recordAround = 145 // height of title, problem and buttons
	recordText   = 540 // width at which text wraps
	recordFigure = 76  // of a field for a number
	recordCheck  = 215 // width of a check box
	fieldHeight  = 32
)

// formFrame is the lowest floor of a form: the plan, the dialog around the choices, and why the plan
// cannot be recorded.
type formFrame struct {
	h    *runs
	Plan capture.RecordPlan
	show func(failure string) // opens the dialog, after a failure to record

	Dialog  *dialog.CustomDialog
	Page    *fyne.Container
	Body    *container.Scroll
	spare   float32 // height that other choices take more than those on Page
	height  float32 // of Page, the most so far: the dialog does not shrink
	until   *kit.Picker
	Path    *kit.Field
	missing bool   // rights are missing
	same    string // the equivalent command of a tool, shown in sameBox
	sameBox *fyne.Container
	why     string // why it cannot be recorded, shown in foot
	foot    *fyne.Container
	record  *kit.Button
	cost    *costLines
	Fields  map[capture.RecordField]fyne.Focusable
	wrong   capture.RecordField // the field with the problem, "" for missing rights or no problem
	setting bool                // the program is setting a field
}

// fit makes the dialog as high as its content, within the window. It has room for each kind of
// recording, so that its buttons do not move when another one is chosen.
func (f *formFrame) fit() {
	if f.Dialog == nil {
		return
	}
	size := f.h.Win.Canvas().Size()
	f.height = max(f.height, f.Page.MinSize().Height+f.spare)
	f.Body.SetMinSize(fyne.NewSize(0, max(60, min(f.height, size.Height-host.SheetEdge-kit.Scaled(recordAround)))))
	// The minimum height of the toolkit's dialogs does not include their own padding.
	height := f.Dialog.MinSize().Height + 2*theme.Padding()
	f.Dialog.Resize(fyne.NewSize(min(kit.Scaled(recordWidth), size.Width-host.SheetEdge), height))
}

// newField is a field of the form; typed gets the text that the user types.
func (f *formFrame) newField(name capture.RecordField, text string, typed func(string)) *kit.Field {
	e := kit.NewField("", kit.OnEscape(f.h.Escape))
	e.Text = text
	e.OnChanged = func(text string) {
		if !f.setting {
			typed(text)
			f.update()
		}
	}
	e.OnSubmitted = func(string) { f.submit() }
	f.Fields[name] = e
	return e
}

// submit starts recording, or goes to the field that prevents it.
func (f *formFrame) submit() {
	if !f.record.Off {
		f.start()
	} else if wrong := f.Fields[f.wrong]; wrong != nil {
		f.h.Win.Canvas().Focus(wrong)
	}
}

// tellWhy shows below the form why it cannot be recorded. It always has room for one line.
func (f *formFrame) tellWhy() {
	f.foot.Objects = nil
	for _, l := range kit.Wrap(timeline.Printable(f.why), f.h.TextRoom(recordText+host.FormLabel, 0)) {
		f.foot.Add(kit.NewLine(l, kit.ColorWarnStatus).Fitting())
	}
	f.foot.Refresh()
}

// update shows the current plan.
func (f *formFrame) update() {
	_, problems := f.Plan.Options()
	f.cost.follow(f.h.Recorder, f.Plan)
	why := ""
	f.wrong = ""
	if f.missing {
		why = "Rights needed to record are missing: grant them as shown above."
	}
	if len(problems) > 0 {
		f.wrong, why = problems[0].Field, problems[0].Text
	}
	f.record.Enable(why == "")
	if f.why != why {
		f.why = why
		f.tellWhy()
	}
	if same := f.Plan.EquivalentCommand(); f.same != same {
		f.same = same
		f.sameBox.Objects = []fyne.CanvasObject{kit.CommandBox(same, f.h.TextRoom(recordText+host.FormLabel, 0))}
		f.sameBox.Refresh()
	}
	if f.Plan.Path == "" && f.Path != nil {
		path, _ := f.Plan.File()
		f.setting = true
		f.Path.SetText(path)
		f.setting = false
	}
	stop := "Until stopped"
	if f.Plan.What == capture.RecordCommand {
		stop = "Until the program exits"
	}
	f.until.Buttons[0].Set(stop, "")
	f.fit()
	kit.FollowKeyboard(f.Body)
	f.h.Settled()
}

// start starts recording.
func (f *formFrame) start() {
	h := f.h
	// Since the last key the file may have appeared, or the program disappeared.
	if _, problems := f.Plan.Options(); len(problems) > 0 || f.missing {
		f.update()
		return
	}
	h.Settings.Record = f.Plan.Choice()
	h.SaveSettings()
	h.record(f.Plan, f.show)
}
