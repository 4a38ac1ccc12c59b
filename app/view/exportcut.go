package view

import (
	"context"
	"fmt"
	"path/filepath"

	"threadlens/app/session"
	"threadlens/app/view/host"
	"threadlens/app/view/kit"
	"threadlens/ingest/cut"
)

// cutCommand saves a part of the trace as a trace.
func (e *exports) cutCommand() *kit.Command {
	return &kit.Command{
		ID: "exportCut", Title: "Save Time Range as Trace…", Help: "Save the selected time range as a smaller trace that you can share; if no range is selected, save the visible time range",
		Enabled: e.IsOpen, Run: e.exportCut,
	}
}

// exportCut asks for a file and writes the time that the window sums up.
func (e *exports) exportCut() {
	q, source := e.Session.FindingsQuery(), e.Session.Source()
	part := &cut.File{Trace: q.Trace, Window: q.Scope().Range}
	title := "Save as " + cut.Packed
	if q.Trace.Info.Format == "perf.data" && q.Trace.Info.Recorder == 0 {
		title += ", or as " + cut.Perf + " for perf"
	}
	e.AskFile(host.FileRequest{
		Mode: host.SaveFile, Title: title, Verb: "Save", Folder: e.StartFolder(), Name: e.ExportNameOf("part", cut.Packed[1:]),
		Chosen: func(path string) { e.saveCut(part, source, path) },
	})
}

// saveCut writes a part of a trace in the background.
func (e *exports) saveCut(part *cut.File, source session.Source, path string) {
	e.WriteFile(path, func() error {
		if !cut.Named(path) {
			return fmt.Errorf("%s: the name must end in %s or %s", filepath.Base(path), cut.Packed, cut.Perf)
		}
		f, err := source.Reopen(context.Background())
		if err != nil {
			return err
		}
		defer f.Close()
		return part.Save(context.Background(), path, f)
	})
}
