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
			Enabled: r.isRecording, Why: "This window is not recording.", Run: func() { r.Run.Stop() },
		},
		{
			ID: "recordAgain", Title: "Record with Last Settings", Help: "Record immediately with the last settings",
			Enabled: func() bool { return r.Recorder.Supported && r.Run == nil }, Why: "Recording is supported on Linux and Windows only.",
			Lacks: func() string {
				if r.Run != nil {
					return "A recording is already running: stop it first."
				}
				return ""
			},
			Run: r.recordAgain,
		},
		{
			ID: "recordOutput", Title: "Output of the Program…", Help: "Show the recorded program's output",
			Enabled: func() bool { return r.Ran != nil && len(r.Ran.Output.Lines(1)) > 0 }, Why: "The recorded program has written no output.",
			Run: r.showOutput,
		},
		{ID: "recipes", Title: "Recording Commands…", Help: "Commands that record a trace on this and other systems", Run: r.showRecipes},
	}
}

// NewRecordForm is a form with the choices of the last recording.
func NewRecordForm(r *Recorder) *recordForm { return newRecordForm(&r.runs) }

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
	r.record(f.Plan, f.Show)
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
	r.Sheet("Recording commands", container.New(kit.Insets{12, 4}, page), recipesWidth, recipesHeight)
}

// lacksLive says why this system has no live monitor, "" if it has.
func (r *Recorder) lacksLive() string {
	if r.Recorder.Supported {
		return ""
	}
	return "The live monitor is supported on Linux and Windows only."
}

// LiveCommands are the commands of the live monitor.
func (r *Recorder) LiveCommands() []*kit.Command {
	const why = "The live monitor is not running."
	shown := func() bool { return r.LiveShown() }
	watched := func() bool { return shown() && r.Live.Seen && r.Live.Watching != nil && !r.Live.Saving }
	return []*kit.Command{
		{
			ID: "live", Title: "Live Monitor", Help: "Watch the threads of this machine live",
			Keys:    []kit.Key{{Name: fyne.KeyR, Mods: kit.Ctrl | kit.Shift}},
			Enabled: func() bool { return r.Recorder.Supported && !shown() }, Why: "The live monitor is already shown.",
			Lacks: r.lacksLive, Run: func() { r.Live.open() },
		},
		{
			ID: "livePause", Title: "Pause or Resume Live Monitor", Help: "Pause or resume the live monitor",
			Enabled: watched, Why: why, Run: func() { r.Live.toggle() },
		},
		{
			ID: "liveProcesses", Title: "Choose Processes for Live Monitor…", Help: "Choose which processes the live monitor shows",
			Enabled: watched, Why: why, Run: func() { r.Live.pick() },
		},
		{
			ID: "liveSave", Title: "Open Last 60 s of Live Monitor", Help: "Open the live monitor's last 60 s as a trace",
			Enabled: watched, Why: why, Run: func() { r.Live.openKept() },
		},
		{ID: "liveClose", Title: "Close Live Monitor", Help: "Close the live monitor and return to what was shown before", Enabled: shown, Why: why, Run: func() { r.CloseLive() }},
	}
}
