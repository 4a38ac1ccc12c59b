package perfdata

import (
	"threadlens/ingest/internal/linuxsched"
	"threadlens/ingest/internal/marktext"
	"threadlens/ingest/internal/tracepoint"
	"threadlens/ingest/internal/wire"
	"threadlens/model"
)

// newPrint handles ftrace:print: what a program wrote to trace_marker.
func newPrint(f *tracepoint.Format, _ *meta) handle {
	p, ok := present(f, "buf")
	if !ok {
		return nil
	}
	context, at := f.Place("common_pid"), p[0].Offset
	return func(d *decoder, s *sample) {
		if at > len(s.raw) { // the text has no length of its own
			return
		}
		tid := contextThread(context, d, s)
		if d.untracked(tid) {
			return // markers always concern the whole system
		}
		m := marktext.Parse(wire.Text(s.raw[at:]))
		e := d.add(model.KindMark)
		e.TID, e.PID, e.Stack = tid, s.pid, d.stack(s)
		left := d.spans.Left
		d.spans.Fill(e, &m, d.markName)
		if d.spans.Left > left {
			d.diags.add("spans", linuxsched.SpansWarning, d.spans.Left-left)
		}
	}
}

// markName is the id of a marker's name.
func (d *decoder) markName(b []byte) model.StringID { return d.out.Names.ID(marktext.Cut(b)) }
