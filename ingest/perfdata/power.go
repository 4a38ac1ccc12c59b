package perfdata

import (
	"threadlens/ingest/internal/tracepoint"
	"threadlens/model"
)

// newPower handles cpu_frequency and cpu_idle, which are about the CPU that they name; value decodes
// the state.
func newPower(kind model.Kind, value func(state int64) int64) func(*tracepoint.Format, *meta) handle {
	return func(f *tracepoint.Format, _ *meta) handle {
		p, ok := present(f, "state", "cpu_id")
		if !ok {
			return nil
		}
		return func(d *decoder, s *sample) {
			e := d.add(kind)
			e.Target = d.target(p[1].Int(d.order, s.raw))
			e.Arg = value(int64(p[0].Uint(d.order, s.raw)))
		}
	}
}
