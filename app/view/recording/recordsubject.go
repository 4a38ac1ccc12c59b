package recording

import (
	"strconv"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"

	"threadlens/app/grid"
	"threadlens/app/session/capture"
	"threadlens/app/view/host"
	"threadlens/app/view/kit"
	"threadlens/model"
	"threadlens/model/report"
	"threadlens/timeline"
)

// processRows is the number of processes in view.
const processRows = 5

// showSubject shows the part that depends on the kind of recording.
func (f *recordForm) showSubject() {
	f.subject.Objects = nil
	hint := func(text string) {
		for _, l := range kit.Wrap(text, f.h.TextRoom(recordText, host.FormLabel)) {
			f.subject.Add(host.FormRow("", kit.NewLine(l, kit.ColorText2).Fitting()))
		}
	}
	beside := " The rest of the system is recorded beside it."
	if f.Plan.IsAlone() {
		beside = ""
	}
	switch f.Plan.What {
	case capture.RecordCommand:
		f.Command = f.newField(capture.FieldCommand, f.Plan.Command, func(text string) { f.Plan.Command = text })
		f.Command.PlaceHolder = capture.CommandExample()
		f.subject.Add(host.FormRow("Command", container.New(kit.Stretch(fieldHeight), f.Command)))
		hint("It reads no input, and Stop ends it too. For pipes and variables: " + capture.ShellExample() + "." + beside)
		f.alone()
	case capture.RecordProcess:
		f.subject.Add(f.processes())
		hint("It runs on when the recording ends." + beside)
		f.alone()
	case capture.RecordSystem:
		hint("Every thread of every process, on all processors.")
	}
	f.subject.Refresh()
}

// processes is the list of processes to choose from.
func (f *recordForm) processes() fyne.CanvasObject {
	h := f.h
	f.Table = kit.NewTableView(nil)
	h.WireTable(f.Table, processesTable)
	f.Table.Leave = h.Escape
	f.Table.Chosen = func(r *grid.Row) {
		f.Plan.Process = processOf(r)
		f.update()
	}
	f.Table.Enter = func(r *grid.Row) {
		f.Table.Chosen(r)
		h.Win.Canvas().Focus(f.record)
	}
	f.Fields[capture.FieldProcess] = f.Table
	filter := kit.NewTableFilter(f.Table, h.Look)
	again := kit.NewLink("Look again", f.fillProcesses)
	f.fillProcesses()
	return container.New(kit.ColumnLayout(4),
		host.FormRow("Process", container.New(kit.Stretch(24), container.New(kit.RowLayout(10), again, filter.Root))),
		container.New(kit.Fixed{0, kit.TableHead + 2 + processRows*kit.TableRow}, f.Table))
}

// processesTable is the name under which the table's layout is kept.
const processesTable = "processes"

// fillProcesses lists the running processes. The chosen one stays chosen while it exists.
func (f *recordForm) fillProcesses() {
	list, err := f.h.Recorder.Processes()
	f.Table.Hint = "No process was found"
	if err != nil {
		f.Table.Hint = kit.Sentence(err)
	}
	content := &grid.Content{
		Columns: []grid.Column{
			{Name: "name", Title: "Process", Kind: report.KindText, Width: 130},
			{Name: "pid", Title: "PID", Kind: report.KindCount, Width: 80},
			{Name: "command", Title: "Command", Kind: report.KindText, Width: 330},
		},
		Table: &report.Table{Name: processesTable, Title: "Processes", Columns: []report.Column{
			{Name: "name", Kind: report.KindText}, {Name: "pid", Kind: report.KindCount}, {Name: "command", Kind: report.KindText},
		}},
	}
	at := -1
	for i, p := range list {
		cells := []report.Value{
			{Kind: report.KindText, Text: timeline.Printable(p.Name)},
			{Kind: report.KindCount, Int: int64(p.PID), Display: strconv.Itoa(p.PID)},
			{Kind: report.KindText, Text: timeline.Printable(p.Command)},
		}
		content.Rows = append(content.Rows, grid.Row{
			Key: p.Name + "\x00" + strconv.Itoa(p.PID), Parent: grid.NoParent, Thread: model.NoThread, Proc: model.NoProc, Leads: true,
			Cells: cells, Data: []report.Value{{Kind: report.KindText, Text: p.Name}, cells[1], {Kind: report.KindText, Text: p.Command}},
		})
		if p.PID == f.Plan.Process.PID && p.Name == f.Plan.Process.Name {
			at = i
		}
	}
	f.Table.Fill(content, grid.Scope{})
	if at < 0 {
		f.Plan.Process = capture.RecordProc{}
	}
}

// processOf is the process of a row.
func processOf(r *grid.Row) capture.RecordProc {
	return capture.RecordProc{Name: r.Data[0].Text, PID: int(r.Data[1].Int)}
}

// showRights shows which rights are missing and how to grant them, or nothing if none are.
func (f *recordForm) showRights() {
	r := f.h.Recorder.Rights(f.Plan.IsAlone())
	f.missing = len(r.Missing) > 0
	f.rights.Objects = nil
	kit.Hide(f.rights, !f.missing)
	addWarnings(f.rights, r.Missing, f.h.TextRoom(recordText+host.FormLabel, 30))
	if r.Remedy != "" {
		f.h.AddRemedy(f.rights, r.Remedy, f.h.TextRoom(recordText+host.FormLabel, 0), f.lookAgain)
	}
	if f.missing && !f.Plan.IsAlone() && f.Plan.What != capture.RecordSystem && f.h.Recorder.CheckTree() == nil {
		f.rights.Add(container.New(kit.RowLayout(6), kit.NewLine("No rights are wanted for a process that is recorded alone:", theme.ColorNameForeground).Fitting(),
			kit.NewLink("Record it alone", func() { f.setAlone(true) }), kit.NewBox("")))
	}
	f.rights.Add(kit.NewRule())
	f.rights.Refresh()
}

// lookAgain checks the rights again.
func (f *recordForm) lookAgain() {
	f.showRights()
	f.update()
}

// alone offers to record a process without the rest of the system, where that is possible.
func (f *recordForm) alone() {
	if !f.h.Recorder.RecordsAlone() {
		return
	}
	f.only = kit.NewCheckBox("Only it, and what it begins", f.setAlone)
	f.only.Checked = f.Plan.Alone
	f.subject.Add(host.FormRow("", container.New(kit.Fixed{recordAlone, 28}, f.only)))
	if f.Plan.Alone {
		for _, l := range kit.Wrap("Without the rest of the system it is not known who woke a thread from outside, nor what else had the processors.", f.h.TextRoom(recordText, host.FormLabel)) {
			f.subject.Add(host.FormRow("", kit.NewLine(l, kit.ColorText2).Fitting()))
		}
	}
}

// recordAlone is the width of the check box, dp.
const recordAlone = 260

// setAlone chooses whether a process is recorded without the rest of the system.
func (f *recordForm) setAlone(on bool) {
	f.Plan.Alone = on
	f.showSubject()
	f.lookAgain()
	f.h.Win.Canvas().Focus(f.only)
}
