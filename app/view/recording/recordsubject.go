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
	room := container.New(kit.Fixed{0, processLink + processList})
	tallest := container.New(f.subject.Layout, f.subjectOf(capture.RecordProcess, func() fyne.CanvasObject { return room })...).MinSize().Height
	f.subject.Objects = f.subjectOf(f.Plan.What, f.processes)
	f.spare = max(0, tallest-f.subject.MinSize().Height)
	f.subject.Refresh()
}

// subjectOf are the rows of a kind of recording; processes makes the list to choose from.
func (f *subjectForm) subjectOf(what string, processes func() fyne.CanvasObject) (rows []fyne.CanvasObject) {
	hint := func(text string) {
		for _, l := range kit.Wrap(text, f.h.TextRoom(recordText, host.FormLabel)) {
			rows = append(rows, host.FormRow("", kit.NewLine(l, kit.ColorText2).Fitting()))
		}
	}
	beside := " Other processes are recorded too."
	if f.Plan.IsAlone() {
		beside = ""
	}
	switch what {
	case capture.RecordCommand:
		f.Command = f.newField(capture.FieldCommand, f.Plan.Command, func(text string) { f.Plan.Command = text })
		f.Command.PlaceHolder = capture.CommandExample()
		rows = append(rows, host.FormRow("Command", container.New(kit.Stretch(fieldHeight), f.Command)))
		hint("The program's standard input is empty. “Stop” ends both the recording and the program. To use pipes or variables, start the program in a shell: " + capture.ShellExample() + "." + beside)
		rows = append(rows, f.alone()...)
	case capture.RecordProcess:
		rows = append(rows, processes())
		hint("The process keeps running when the recording ends." + beside)
		rows = append(rows, f.alone()...)
	case capture.RecordSystem:
		hint("Every thread of every process, on all CPUs.")
	}
	return rows
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
		host.FormRow("Process", container.New(kit.Stretch(processLink), container.New(kit.RowLayout(0), kit.NewLink("Refresh", f.fillProcesses), kit.NewBox("")))),
		container.New(kit.Fixed{0, processList}, f.List.Root))
}

// Heights of the choice of a process, dp: of the row with the link, of the field above the list,
// and of the list with its field.
const (
	processLink = 24
	pickField   = 48
	processList = pickField + kit.TableHead + 2 + processRows*kit.TableRow
)

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
		f.rights.Add(container.New(kit.RowLayout(6), kit.NewLine("This needs no special rights:", theme.ColorNameForeground).Fitting(),
			kit.NewLink("Record only the program and its children", func() { f.setAlone(true) }), kit.NewBox("")))
	}
	f.rights.Add(kit.NewRule())
	f.rights.Refresh()
}

// lookAgain checks the rights again.
func (f *subjectForm) lookAgain() {
	f.showRights()
	f.update()
}

// alone are rows that offer to record a process without the rest of the system, none where that is
// impossible.
func (f *subjectForm) alone() (rows []fyne.CanvasObject) {
	if !f.h.Recorder.RecordsAlone() {
		return nil
	}
	f.only = kit.NewCheckBox("Record only the program and its children", f.setAlone)
	f.only.Checked = f.Plan.Alone
	rows = append(rows, host.FormRow("", container.New(kit.Fixed{recordAlone, 28}, f.only)))
	if f.Plan.Alone {
		for _, l := range kit.Wrap("The trace then does not show which other programs woke the recorded threads or used the CPUs.", f.h.TextRoom(recordText, host.FormLabel)) {
			rows = append(rows, host.FormRow("", kit.NewLine(l, kit.ColorText2).Fitting()))
		}
	}
	return rows
}

// recordAlone is the width of the check box, dp.
const recordAlone = 290

// setAlone chooses whether a process is recorded without the rest of the system.
func (f *subjectForm) setAlone(on bool) {
	f.Plan.Alone = on
	f.showSubject()
	f.lookAgain()
	f.h.Win.Canvas().Focus(f.only)
}
