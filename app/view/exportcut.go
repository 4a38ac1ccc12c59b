package view

import (
	"context"
	"io"

	"threadlens/app/view/kit"
	"threadlens/ingest/cut"
)

// cutCommand saves a part of the trace as a trace.
func (e *exports) cutCommand() *kit.Command {
	return &kit.Command{
		ID: "exportCut", Title: "Save Time Range as Trace…", Help: "Save a smaller trace of the selected range, or of the visible time, to hand on",
		Enabled: e.IsOpen, Run: e.exportCut,
	}
}

// exportCut writes the time that the window sums up.
func (e *exports) exportCut() {
	q, source := e.Session.FindingsQuery(), e.Session.Source()
	part := cut.File{Trace: q.Trace, Window: q.Scope().Range}
	e.ExportAs(e.ExportNameOf("part", cut.Packed[1:]), func(out io.Writer) error {
		f, err := source.Reopen(context.Background())
		if err != nil {
			return err
		}
		defer f.Close()
		return part.WritePacked(context.Background(), out, f)
	})
}
