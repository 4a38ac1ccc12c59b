package recording

import (
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"

	"threadlens/app/session/capture"
	"threadlens/app/view/kit"
	"threadlens/timeline"
)

// RecordCommands record traces.
func (r *Recorder) RecordCommands() []*kit.Command {
	return []*kit.Command{
		{
			ID: "record", Title: "Start Recording…", Help: "Record a program or the whole system, and open the trace",
			Keys: []kit.Key{{Name: fyne.KeyR, Mods: kit.Ctrl}}, Apart: true,
			Enabled: func() bool { return r.Recorder.Supported }, Why: "Recording is supported on Linux and Windows only.", Run: r.showRecord,
		},
		{
			ID: "recordStop", Title: "Stop Recording", Help: "Stop recording and open the trace", Apart: true,
			Enabled: r.isRecording, Why: "No recording is running in this window.", Run: func() { r.Run.Stop() },
		},
		{
			ID: "recordAgain", Title: "Record with Last Settings", Help: "Record immediately with the last settings",
			Enabled: func() bool { return r.Recorder.Supported && r.Run == nil }, Why: "A recording is running, or this build cannot record on this system.",
			Run: r.recordAgain,
		},
		{
			ID: "recordOutput", Title: "Output of the Program…", Help: "Show the recorded program's output",
			Enabled: func() bool { return r.Ran != nil && len(r.Ran.Output.Lines(1)) > 0 }, Why: "The recorded program has written no output.",
			Run: r.showOutput,
		},
		{ID: "recipes", Title: "Recipes…", Help: "Commands that record a trace on this and other systems", Run: r.showRecipes},
	}
}

// isRecording reports whether a recording of this window is running and not being stopped.
func (r *Recorder) isRecording() bool { return r.Run != nil && !r.Run.stopping }

// showRecord asks what to record, or shows the running recording.
func (r *Recorder) showRecord() {
	if r.Run != nil {
		r.Run.Show()
		return
	}
	NewRecordForm(r).Show("")
}

// recordAgain repeats the last recording. Where that is impossible, the dialog shows why.
func (r *Recorder) recordAgain() {
	f := NewRecordForm(r)
	if _, problems := f.Plan.Options(); len(problems) > 0 || len(r.Recorder.Rights(f.Plan.IsAlone()).Missing) > 0 {
		f.Show("")
		return
	}
	r.record(f)
}

// mostOutput is the maximum number of lines of a program's output that a sheet shows.
const mostOutput = 500

// showOutput shows the output of the program that was recorded last.
func (r *Recorder) showOutput() {
	lines := r.Ran.Output.Lines(mostOutput)
	shown := r.monoLines(lines, recipesWidth-84)
	page := container.New(kit.ColumnLayout(2))
	for _, l := range shown {
		page.Add(kit.NewMono(l, theme.ColorNameForeground))
	}
	page.Add(kit.NewGap(0, 6))
	page.Add(container.New(kit.RowLayout(10), kit.NewLink("Copy", func() { r.Clip(strings.Join(lines, "\n") + "\n") }), kit.NewBox("")))
	r.Sheet("Output of "+timeline.Printable(r.Ran.Plan.Title()), container.New(kit.Insets{12, 4}, page), recipesWidth,
		min(recipesHeight, 160+18*float32(len(shown))))
}

// monoLines are lines of a program's output as shown in a width in dp: printable, and wrapped where
// they are too long.
func (r *Recorder) monoLines(lines []string, width float32) (list []string) {
	letter := fyne.MeasureText("m", theme.Size(kit.SizeMono), fyne.TextStyle{Monospace: true}).Width
	most := max(1, int((r.TextRoom(width, 0)-24)/letter))
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

// showRecipes lists commands for recording, by tool.
func (r *Recorder) showRecipes() {
	page := container.New(kit.ColumnLayout(6))
	room := r.TextRoom(recipesWidth-84, 0)
	for _, recipe := range capture.RecordRecipes() {
		page.Add(container.New(kit.RowLayout(10), kit.NewLine(recipe.What, theme.ColorNameForeground).Bold(), kit.NewBox(""),
			kit.NewLink("Copy", func() { r.Clip(recipe.Command) })))
		page.Add(kit.CommandBox(recipe.Command, room))
		page.Add(kit.NewGap(0, 4))
	}
	r.Sheet("Recipes", container.New(kit.Insets{12, 4}, page), recipesWidth, recipesHeight)
}
