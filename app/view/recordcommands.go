package view

import "fyne.io/fyne/v2"

// recordCommands make traces.
func (w *window) recordCommands() []*command {
	return []*command{
		{
			id: "record", title: "Record…", help: "Record a program or the whole system, and open what comes of it",
			keys: []key{{name: fyne.KeyR, mods: ctrl}}, apart: true,
			enabled: func() bool { return w.desk.recorder.Supported }, why: "Recording is built for Linux only.", run: w.showRecord,
		},
		{
			id: "recordStop", title: "Stop Recording", help: "End the recording, and open it", apart: true,
			enabled: w.isRecording, why: "No recording runs in this window.", run: func() { w.run.stop() },
		},
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
