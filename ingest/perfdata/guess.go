package perfdata

import (
	"fmt"
	"slices"
	"strings"

	"threadlens/ingest/internal/linuxsched"
	"threadlens/ingest/internal/tracepoint"
	"threadlens/ingest/internal/wire"
)

// A file that perf could not finish, or that was truncated, lacks the descriptions of its
// tracepoints, which perf writes last. The scheduler's events can still be recognised by their
// shape: sched_switch has two thread names, ids and priorities, and always names the thread in
// whose context it was recorded. Kernels number the events of one header in reverse order of their
// definitions, so that the wake events follow sched_switch and sched_migrate_task precedes it.

// maxSpecimens is how many records of a nameless tracepoint are examined.
const maxSpecimens = 24

// template is the shape that a known event has in some kernels.
type template struct {
	name   string
	fields []string // TYPE NAME OFFSET SIZE SIGNED
	fits   func(r shape) bool
}

// templates are the shapes of 64-bit kernels: those since 6.x, whose names are __data_loc fields,
// separate from the older ones.
var templates = []template{
	{"sched:sched_switch", []string{
		"char prev_comm[16] 8 16 0", "pid_t prev_pid 24 4 1", "int prev_prio 28 4 1", "long prev_state 32 8 1",
		"char next_comm[16] 40 16 0", "pid_t next_pid 56 4 1", "int next_prio 60 4 1",
	}, func(r shape) bool {
		return r.int("prev_pid") == r.int("common_pid") && r.int("next_pid") != r.int("prev_pid")
	}},
	{"wake", []string{
		"char comm[16] 8 16 0", "pid_t pid 24 4 1", "int prio 28 4 1", "int target_cpu 32 4 1",
	}, shape.awakened},
	{"wake", []string{
		"char comm[16] 8 16 0", "pid_t pid 24 4 1", "int prio 28 4 1", "int success 32 4 1", "int target_cpu 36 4 1",
	}, shape.awakened},
	{"sched:sched_migrate_task", []string{
		"__data_loc char[] comm 8 4 0", "pid_t pid 12 4 1", "int prio 16 4 1", "int orig_cpu 20 4 1", "int dest_cpu 24 4 1",
	}, shape.moved},
	{"sched:sched_migrate_task", []string{
		"char comm[16] 8 16 0", "pid_t pid 24 4 1", "int prio 28 4 1", "int orig_cpu 32 4 1", "int dest_cpu 36 4 1",
	}, shape.moved},
	{"sched:sched_stat_runtime", []string{
		"__data_loc char[] comm 8 4 0", "pid_t pid 12 4 1", "u64 runtime 16 8 0",
	}, shape.ran},
	{"sched:sched_stat_runtime", []string{
		"char comm[16] 8 16 0", "pid_t pid 24 4 1", "u64 runtime 32 8 0",
	}, shape.ran},
	{"sched:sched_stat_runtime", []string{
		"char comm[16] 8 16 0", "pid_t pid 24 4 1", "u64 runtime 32 8 0", "u64 vruntime 40 8 0",
	}, shape.ran},
}

// guess names nameless tracepoints by their shape, and reports that it did.
func (m *meta) guess(cpus int) {
	var found []string
	sched := m.firstShaped("sched:sched_switch", cpus)
	if sched == nil {
		return
	}
	for _, ev := range m.events.list {
		if !ev.nameless() || len(ev.specimens) == 0 {
			continue
		}
		for i := range templates {
			t := &templates[i]
			name := t.nameFor(int64(ev.config) - int64(sched.config))
			if f := t.format(ev); name != "" && f != nil && t.matches(f, ev, m.order, cpus) {
				system, event, _ := strings.Cut(name, ":")
				f.System, f.Name = system, event
				ev.format, ev.name = f, name
				found = append(found, event)
				break
			}
		}
	}
	m.diags.add("guessed-formats", "the file is incomplete and does not describe its tracepoints; these were guessed from the layout of their records: "+
		strings.Join(found, ", "), int64(len(found)))
}

// firstShaped is the first nameless event that has the shape of a template.
func (m *meta) firstShaped(name string, cpus int) *event {
	for _, ev := range m.events.list {
		for i := range templates {
			t := &templates[i]
			if t.name != name || !ev.nameless() || len(ev.specimens) == 0 {
				continue
			}
			if f := t.format(ev); f != nil && t.matches(f, ev, m.order, cpus) {
				return ev
			}
		}
	}
	return nil
}

// nameless reports whether the file does not describe the event.
func (ev *event) nameless() bool { return ev.tracepoint() && ev.format == nil }

// nameFor is the template's name for an event whose id is at that distance from sched_switch's, ""
// when that is impossible.
func (t *template) nameFor(distance int64) string {
	switch t.name {
	case "wake":
		if distance < 1 || distance > 3 {
			return ""
		}
		return [...]string{"sched:sched_wakeup_new", "sched:sched_wakeup", "sched:sched_waking"}[distance-1]
	case "sched:sched_switch":
		if distance != 0 {
			return ""
		}
	case "sched:sched_migrate_task":
		if distance != -1 {
			return ""
		}
	}
	return t.name
}

// format describes the template's records; nil when it is invalid.
func (t *template) format(ev *event) *tracepoint.Format {
	var b strings.Builder
	fmt.Fprintf(&b, "name: guess\nID: %d\n", ev.config&(1<<31-1))
	common := []string{
		"unsigned short common_type 0 2 0", "unsigned char common_flags 2 1 0",
		"unsigned char common_preempt_count 3 1 0", "int common_pid 4 4 1",
	}
	for _, fd := range slices.Concat(common, t.fields) {
		w := strings.Fields(fd)
		n := len(w)
		fmt.Fprintf(&b, "field:%s;offset:%s;size:%s;signed:%s;\n", strings.Join(w[:n-3], " "), w[n-3], w[n-2], w[n-1])
	}
	f, err := tracepoint.Parse(b.String())
	if err != nil {
		return nil
	}
	return f
}

// matches reports whether the fields of all specimens of an event fit the template, and the values
// of most of them make sense.
func (t *template) matches(f *tracepoint.Format, ev *event, order wire.Order, cpus int) bool {
	fit := 0
	for _, raw := range ev.specimens {
		r := shape{f, order, raw, cpus}
		if !r.sound(ev) {
			return false
		}
		if t.fits(r) {
			fit++
		}
	}
	return 2*fit >= len(ev.specimens)
}

// shape is one record seen through a template.
type shape struct {
	f     *tracepoint.Format
	order wire.Order
	raw   []byte
	cpus  int
}

func (r shape) int(field string) int64 { return r.f.Place(field).Int(r.order, r.raw) }

// sound reports whether the record has the template's length and plausible values in its fields.
func (r shape) sound(ev *event) bool {
	end, variable := 0, false
	for i := range r.f.Fields {
		end = max(end, r.f.Fields[i].End())
		variable = variable || r.f.Fields[i].Kind != tracepoint.Fixed
	}
	if len(r.raw) < end || !variable && len(r.raw) >= end+8 || r.int("common_type") != int64(uint16(ev.config)) {
		return false
	}
	for i := range r.f.Fields {
		if fd := &r.f.Fields[i]; !r.soundField(fd, fd.Int(r.order, r.raw)) {
			return false
		}
	}
	return true
}

func (r shape) soundField(fd *tracepoint.Field, v int64) bool {
	switch name := fd.Name; {
	case strings.HasSuffix(name, "comm"):
		return isComm(fd.Bytes(r.order, r.raw))
	case strings.HasSuffix(name, "pid"):
		return v >= -1 && v < linuxsched.MaxTID
	case strings.HasSuffix(name, "prio"):
		return v >= 0 && v <= 140
	case strings.HasSuffix(name, "_cpu"):
		return v >= 0 && v < int64(r.cpus)
	case name == "prev_state":
		return v >= 0 && v < 1<<13
	case name == "success":
		return v == 1
	case name == "runtime":
		return v >= 0 && v < 10*maxStep
	}
	return true
}

// isComm reports whether b holds a thread's name: some text, then a NUL.
func isComm(b []byte) bool {
	s := wire.Text(b)
	if len(s) == 0 || len(s) == len(b) || len(s) > maxComm {
		return false
	}
	return !slices.ContainsFunc(s, func(c byte) bool { return c < ' ' || c == 0x7f })
}

// awakened: only an interrupt wakes the thread that it interrupts.
func (r shape) awakened() bool {
	irq := r.int("common_flags")&(linuxsched.FlagHardIRQ|linuxsched.FlagSoftIRQ) != 0
	return r.int("pid") != 0 && (irq || r.int("pid") != r.int("common_pid"))
}

func (r shape) moved() bool { return r.int("orig_cpu") != r.int("dest_cpu") }
func (r shape) ran() bool   { return r.int("pid") == r.int("common_pid") }
