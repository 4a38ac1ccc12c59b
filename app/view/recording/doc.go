// Package recording records traces from within the window.
//
// A Recorder is built of three floors; each embeds the one below, so it can use that and cannot
// even name what is above. From the ground up:
//
//	tools     tools.go      the window, what records, and the strip that shows a recording whose
//	                        dialog is hidden (recordstrip.go)
//	runs      recordrun.go  the running recording (progress.go) and its dialog, and the last one
//	Recorder  recorder.go   the commands (recordcommands.go) and the live monitor (livepage.go)
//
// The form that asks what to record uses runs, and has three floors too: formFrame (recordframe.go)
// is the plan and the dialog around the choices, subjectForm (recordsubject.go) asks which program
// or process, recordForm (recordform.go) the rest. The live page uses only the tools.
package recording
