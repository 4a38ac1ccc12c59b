package record

import (
	"fmt"
	"slices"
)

// tracingMagic begins the descriptions of tracepoints (tools/perf, trace-event-info.c; the same as
// in trace.dat).
const tracingMagic = "\x17\x08\x44tracing"

// tracingData is the feature that describes the tracepoints in the file.
func (t tracefs) tracingData(points []tracepoint, pageSize int) ([]byte, error) {
	var b block
	b.raw([]byte(tracingMagic))
	b.line("0.6")
	b.raw([]byte{bigEndian(), 8}) // bytes of a long
	b.u32(uint32(pageSize))
	for _, name := range []string{"header_page", "header_event"} {
		text, err := t.page(name)
		if err != nil {
			return nil, fmt.Errorf("record: %w", err)
		}
		b.line(name)
		b.u64(uint64(len(text)))
		b.raw(text)
	}
	own := slices.DeleteFunc(slices.Clone(points), func(p tracepoint) bool { return p.system != ftraceSystem })
	b.u32(uint32(len(own)))
	if err := t.formats(&b, own); err != nil {
		return nil, err
	}
	var systems []string
	of := map[string][]tracepoint{}
	for _, p := range points {
		if p.system == ftraceSystem {
			continue
		}
		if of[p.system] == nil {
			systems = append(systems, p.system)
		}
		of[p.system] = append(of[p.system], p)
	}
	b.u32(uint32(len(systems)))
	for _, system := range systems {
		b.line(system)
		b.u32(uint32(len(of[system])))
		if err := t.formats(&b, of[system]); err != nil {
			return nil, err
		}
	}
	b.u32(0, 0) // addresses of functions, texts of printk
	b.u64(0)    // names of threads
	return b, nil
}

// formats adds the descriptions of tracepoints.
func (t tracefs) formats(b *block, points []tracepoint) error {
	for _, p := range points {
		text, err := t.format(p)
		if err != nil {
			return fmt.Errorf("record: %w", err)
		}
		b.u64(uint64(len(text)))
		b.raw(text)
	}
	return nil
}

// bigEndian is 1 on machines that store the most significant byte first.
func bigEndian() byte {
	var b block
	b.u32(1)
	return b[3]
}
