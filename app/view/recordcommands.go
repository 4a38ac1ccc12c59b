package view

import (
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"

	"threadlens/app/session"
	"threadlens/timeline"
)

// recordCommands make traces.
func (w *window) recordCommands() []*command {
	return []*command{
		{
			id: "record", title: "Start Recording…", help: "Record a program or the whole system, and open what comes of it",
			keys: []key{{name: fyne.KeyR, mods: ctrl}}, apart: true,
			enabled: func() bool { return w.appState.recorder.Supported }, why: "Recording is built for Linux and Windows only.", run: w.showRecord,
		},
		{
			id: "recordStop", title: "Stop Recording", help: "End the recording, and open it", apart: true,
			enabled: w.isRecording, why: "No recording runs in this window.", run: func() { w.run.stop() },
		},
		{
			id: "recordAgain", title: "Record with Last Settings", help: "Record at once, as was recorded last",
			enabled: func() bool { return w.appState.recorder.Supported && w.run == nil }, why: "A recording runs, or recording is not built for this system.",
			run: w.recordAgain,
		},
		{
			id: "recordOutput", title: "Output of the Program…", help: "What the program that was recorded last has written",
			enabled: func() bool { return w.ran != nil && len(w.ran.Output.Lines(1)) > 0 }, why: "No program that was recorded has written anything.",
			run: w.showOutput,
		},
		{id: "recipes", title: "Recipes…", help: "Commands that record a trace on this and other systems", run: w.showRecipes},
	}
}

// isRecording reports whether a recording of this window runs and has not been asked
// to end.
func (w *window) isRecording() bool { return w.run != nil && !w.run.stopping }

// showRecord asks what to record, or shows the recording that runs.
func (w *window) showRecord() {
	if w.run != nil {
		w.run.show()
		return
	}
	newRecordForm(w).show("")
}

// recordAgain records what was recorded last. Where that cannot be, the dialog says
// why.
func (w *window) recordAgain() {
	f := newRecordForm(w)
	if _, problems := f.plan.Options(); len(problems) > 0 || len(w.appState.recorder.Rights(f.plan.IsAlone()).Missing) > 0 {
		f.show("")
		return
	}
	w.record(f)
}

// mostOutput is how many lines a sheet shows of what a program wrote.
const mostOutput = 500

// showOutput shows what the program that was recorded last has written.
func (w *window) showOutput() {
	lines := w.ran.Output.Lines(mostOutput)
	shown := w.monoLines(lines, recipesWidth-84)
	page := container.New(columnLayout{2})
	for _, l := range shown {
		page.Add(newMono(l, theme.ColorNameForeground))
	}
	page.Add(newGap(0, 6))
	page.Add(container.New(rowLayout{10}, newLink("Copy", func() { w.clip(strings.Join(lines, "\n") + "\n") }), newBox("")))
	w.sheet("Output of "+timeline.Printable(w.ran.Plan.Title()), container.New(insets{12, 4}, page), recipesWidth,
		min(recipesHeight, 160+18*float32(len(shown))))
}

// monoLines are lines of a program as they are shown in a width, in dp: printable, and
// broken where they are too long.
func (w *window) monoLines(lines []string, width float32) (list []string) {
	letter := fyne.MeasureText("m", theme.Size(sizeMono), fyne.TextStyle{Monospace: true}).Width
	most := max(1, int((w.textRoom(width, 0)-24)/letter))
	for _, l := range lines {
		for runes := []rune(timeline.Printable(l)); ; runes = runes[most:] {
			if len(runes) <= most {
				list = append(list, string(runes))
				break
			}
			list = append(list, string(runes[:most]))
		}
	}
	return list
}

// Sizes of the sheet of recipes, dp.
const recipesWidth, recipesHeight = 760, 560

// showRecipes lists commands that record, by tool.
func (w *window) showRecipes() {
	page := container.New(columnLayout{6})
	room := w.textRoom(recipesWidth-84, 0)
	for _, r := range session.RecordRecipes() {
		page.Add(container.New(rowLayout{10}, newLine(r.What, theme.ColorNameForeground).bold(), newBox(""),
			newLink("Copy", func() { w.clip(r.Command) })))
		page.Add(commandBox(r.Command, room))
		page.Add(newGap(0, 4))
	}
	w.sheet("Recipes", container.New(insets{12, 4}, page), recipesWidth, recipesHeight)
}
