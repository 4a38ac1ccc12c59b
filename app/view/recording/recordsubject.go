package recording

import (
	"strconv"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"

	"threadlens/app/grid"
	"threadlens/app/session/capture"
	"threadlens/app/session/query"
	"threadlens/app/view/host"
	"threadlens/app/view/kit"
	"threadlens/model/report"
	"threadlens/timeline"
)

// processRows is the number of processes in view.
const processRows = 5

// subjectForm is the floor of a form that asks what to record, and shows the rights for it.
type subjectForm struct {
	formFrame
	subject *fyne.Container // the part that depends on the kind of recording
	Command *kit.Field
	List    *host.ProcessList
	running map[string]capture.RecordProc // the processes of List
	only    *kit.CheckBox                 // records only the process
	rights  *fyne.Container
}

// showSubject shows the part that depends on the kind of recording.
func (f *subjectForm) showSubject() {
	f.subject.Objects = nil
	hint := func(text string) {
		for _, l := range kit.Wrap(text, f.h.TextRoom(recordText, host.FormLabel)) {
			f.subject.Add(host.FormRow("", kit.NewLine(l, kit.ColorText2).Fitting()))
		}
	}
	beside := " Other processes are recorded too."
	if f.Plan.IsAlone() {
		beside = ""
	}
	switch f.Plan.What {
	case capture.RecordCommand:
		f.Command = f.newField(capture.FieldCommand, f.Plan.Command, func(text string) { f.Plan.Command = text })
		f.Command.PlaceHolder = capture.CommandExample()
		f.subject.Add(host.FormRow("Command", container.New(kit.Stretch(fieldHeight), f.Command)))
		hint("The program runs without stdin; Stop also ends it. For pipes and variables: " + capture.ShellExample() + "." + beside)
		f.alone()
	case capture.RecordProcess:
		f.subject.Add(f.processes())
		hint("The process keeps running when the recording ends." + beside)
		f.alone()
	case capture.RecordSystem:
		hint("Every thread of every process, on all CPUs.")
	}
	f.subject.Refresh()
}

// processes is the list of processes to choose from.
func (f *subjectForm) processes() fyne.CanvasObject {
	f.List = f.h.NewProcessList()
	f.List.Leave = f.h.Escape
	f.List.Table.Chosen = f.choose
	f.List.Table.Preview = f.choose
	f.List.Enter = func() {
		if r := f.List.Under(); r != nil {
			f.choose(r)
			f.h.Win.Canvas().Focus(f.record)
		}
	}
	f.Fields[capture.FieldProcess] = f.List.Entry
	f.fillProcesses()
	return container.New(kit.ColumnLayout(0),
		host.FormRow("Process", container.New(kit.Stretch(24), container.New(kit.RowLayout(0), kit.NewLink("Refresh", f.fillProcesses), kit.NewBox("")))),
		container.New(kit.Fixed{0, pickField + kit.TableHead + 2 + processRows*kit.TableRow}, f.List.Root))
}

// pickField is the height of the field above the list, dp.
const pickField = 48

// choose chooses the process of a row.
func (f *subjectForm) choose(r *grid.Row) {
	f.List.Picker.Only(r.Key)
	f.List.Show()
	f.Plan.Process = f.running[r.Key]
	f.update()
}

// fillProcesses lists the running processes. The chosen one stays chosen while it exists.
func (f *subjectForm) fillProcesses() {
	list, err := f.h.Recorder.Processes()
	f.List.Table.Hint = "No processes found"
	if err != nil {
		f.List.Table.Hint = kit.Sentence(err)
	}
	p := &query.Picker{Since: "time since the process started", One: true}
	f.running = map[string]capture.RecordProc{}
	key := func(r *capture.RecordProc) string { return strconv.Itoa(r.PID) + " " + r.Name }
	for i := range list {
		r := &list[i]
		f.running[key(r)] = *r
		it := query.Pickable{
			Key: key(r), Name: timeline.Printable(r.Name), Command: timeline.Printable(r.Command),
			PID: report.ID(r.PID),
		}
		if r.CPU >= 0 {
			it.CPU = report.Value{Kind: report.KindDuration, Int: r.CPU}
		}
		if r.Threads > 0 {
			it.Threads = report.Value{Kind: report.KindCount, Int: int64(r.Threads)}
		}
		p.Items = append(p.Items, it)
	}
	chosen := key(&f.Plan.Process)
	p.Pick([]string{chosen})
	f.Plan.Process = f.running[chosen] // none if it has ended
	f.List.Offer(p)
}

// showRights shows which rights are missing and how to grant them, or nothing if none are.
func (f *subjectForm) showRights() {
	r := f.h.Recorder.Rights(f.Plan.IsAlone())
	f.missing = len(r.Missing) > 0
	f.rights.Objects = nil
	kit.Hide(f.rights, !f.missing)
	addWarnings(f.rights, r.Missing, f.h.TextRoom(recordText+host.FormLabel, 30))
	if r.Remedy != "" {
		f.h.AddRemedy(f.rights, r.Remedy, f.h.TextRoom(recordText+host.FormLabel, 0), f.lookAgain)
	}
	if f.missing && !f.Plan.IsAlone() && f.Plan.What != capture.RecordSystem && f.h.Recorder.CheckTree() == nil {
		f.rights.Add(container.New(kit.RowLayout(6), kit.NewLine("Recording only one process needs no special rights:", theme.ColorNameForeground).Fitting(),
			kit.NewLink("Record only this process", func() { f.setAlone(true) }), kit.NewBox("")))
	}
	f.rights.Add(kit.NewRule())
	f.rights.Refresh()
}

// lookAgain checks the rights again.
func (f *subjectForm) lookAgain() {
	f.showRights()
	f.update()
}

// alone offers to record a process without the rest of the system, where that is possible.
func (f *subjectForm) alone() {
	if !f.h.Recorder.RecordsAlone() {
		return
	}
	f.only = kit.NewCheckBox("Only this program and its children", f.setAlone)
	f.only.Checked = f.Plan.Alone
	f.subject.Add(host.FormRow("", container.New(kit.Fixed{recordAlone, 28}, f.only)))
	if f.Plan.Alone {
		for _, l := range kit.Wrap("If the rest of the system is not recorded, it is unknown which other programs woke these threads or used the CPUs.", f.h.TextRoom(recordText, host.FormLabel)) {
			f.subject.Add(host.FormRow("", kit.NewLine(l, kit.ColorText2).Fitting()))
		}
	}
}

// recordAlone is the width of the check box, dp.
const recordAlone = 260

// setAlone chooses whether a process is recorded without the rest of the system.
func (f *subjectForm) setAlone(on bool) {
	f.Plan.Alone = on
	f.showSubject()
	f.lookAgain()
	f.h.Win.Canvas().Focus(f.only)
}
