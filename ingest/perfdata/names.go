package perfdata

import "fmt"

// Names of hardware and software events by their configuration, as perf list
// prints them (uapi perf_event.h).
var (
	hardwareNames = [...]string{
		"cycles", "instructions", "cache-references", "cache-misses", "branches", "branch-misses",
		"bus-cycles", "stalled-cycles-frontend", "stalled-cycles-backend", "ref-cycles",
	}
	softwareNames = [...]string{
		"cpu-clock", "task-clock", "page-faults", "context-switches", "cpu-migrations", "minor-faults",
		"major-faults", "alignment-faults", "emulation-faults", "dummy", "bpf-output", "cgroup-switches",
	}
)

// nameEvents gives every event its format and a name: a tracepoint's from its format, otherwise
// perf's name for it, otherwise one made from its type.
func (m *meta) nameEvents() {
	for i, ev := range m.events.list {
		if ev.tracepoint() && m.tracing != nil && ev.config <= 1<<31-1 {
			if f := m.tracing.Formats[int(ev.config)]; f != nil {
				ev.format = f
				ev.name = f.System + ":" + f.Name
				continue
			}
		}
		ev.name = m.described(i, ev)
	}
}

func (m *meta) described(i int, ev *event) string {
	if i < len(m.descs) {
		if d := m.descs[i]; d.typ == ev.typ && d.config == ev.config && d.name != "" {
			return d.name
		}
	}
	switch {
	case ev.typ == typeHardware && ev.config < uint64(len(hardwareNames)):
		return hardwareNames[ev.config]
	case ev.typ == typeSoftware && ev.config < uint64(len(softwareNames)):
		return softwareNames[ev.config]
	case ev.tracepoint():
		return fmt.Sprintf("tracepoint:%d", ev.config)
	}
	return fmt.Sprintf("event:%d:%#x", ev.typ, ev.config)
}
