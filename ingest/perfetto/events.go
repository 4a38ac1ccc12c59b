package perfetto

import (
	"fmt"
	"strings"

	"threadlens/ingest/internal/linuxsched"
)

// Numbers of events that are treated apart.
const (
	eventSwitch  fieldNum = 4
	eventBlocked fieldNum = 18
	eventWaking  fieldNum = 20
	eventNewTask fieldNum = 235
	eventExec    fieldNum = 237
	eventExit    fieldNum = 238
	eventFork    fieldNum = 239
	eventFree    fieldNum = 240
	eventGeneric fieldNum = 327

	firstDescribed fieldNum = 1 << 16 // events that the file describes itself
)

// layout is an event of the kernel as packets have it: its name, and the names of its fields by their
// numbers from 1 on, "" for those that are not used.
type layout struct {
	name   string
	fields string // separated by spaces, "-" for those that are not used
}

// layouts are the events by the numbers of their fields in an event.
var layouts = map[fieldNum]layout{
	3:   {"print", "- buf"},
	4:   {"sched_switch", "prev_comm prev_pid prev_prio prev_state next_comm next_pid next_prio"},
	11:  {"cpu_frequency", "state cpu_id"},
	13:  {"cpu_idle", "state cpu_id"},
	17:  {"sched_wakeup", "comm pid - success target_cpu"},
	18:  {"sched_blocked_reason", "pid caller io_wait"},
	20:  {"sched_waking", "comm pid - success target_cpu"},
	21:  {"ipi_entry", ""},
	22:  {"ipi_exit", ""},
	24:  {"softirq_entry", "vec"},
	25:  {"softirq_exit", "vec"},
	36:  {"irq_handler_entry", "irq name"},
	37:  {"irq_handler_exit", "irq"},
	45:  {"block_rq_issue", "dev sector nr_sector bytes rwbs"},
	114: {"sched_wakeup_new", "comm pid - success target_cpu"},
	125: {"block_rq_complete", "dev sector nr_sector - rwbs"},
	126: {"block_rq_insert", "dev sector nr_sector bytes rwbs"},
	235: {"task_newtask", "pid comm clone_flags"},
	236: {"task_rename", "pid - newcomm"},
	237: {"sched_process_exec", "filename pid"},
	238: {"sched_process_exit", "- pid"},
	239: {"sched_process_fork", "- parent_pid child_comm child_pid"},
	329: {"sys_enter", "id args0"},
	330: {"sys_exit", "id ret"},
	491: {"sched_migrate_task", "comm pid - orig_cpu dest_cpu"},
}

// otherEvents are the names of frequent events that are not used.
var otherEvents = map[fieldNum]string{
	12: "cpu_frequency_limits", 14: "clock_enable", 15: "clock_disable",
	16: "clock_set_rate", 23: "ipi_raise", 26: "softirq_raise", 56: "workqueue_activate_work",
	57: "workqueue_execute_end", 58: "workqueue_execute_start", 59: "workqueue_queue_work", 113: "suspend_resume",
	240: "sched_process_free", 242: "sched_process_wait", 313: "rss_stat", 324: "signal_deliver", 325: "signal_generate",
	326: "oom_score_adj_update", 332: "gpu_frequency", 340: "gpu_mem_total", 353: "sched_pi_setprio", 421: "sched_cpu_util_cfs",
}

// spec is how an event is read, and how often it came.
type spec struct {
	name   string
	ev     *linuxsched.Event // nil for one that is not used
	places []int8            // in its fields, by number; -1 for none
	count  int64
	born   fieldNum // field with the thread that it says starts, 0 for none
	repeat int8     // place of a field from which on repeated numbers go to the next ones, 0 for none
}

// place is where a field goes, -1 for none.
func (s *spec) place(n fieldNum) int {
	if int(n) < len(s.places) {
		return int(s.places[n])
	}
	return -1
}

// set puts a field in its place.
func (s *spec) set(n fieldNum, name string) {
	for i, f := range s.ev.Fields {
		if f.Name == name && int(n) < maxFields {
			for int(n) >= len(s.places) {
				s.places = append(s.places, -1)
			}
			s.places[n] = int8(i)
		}
	}
}

// specs are the events of a file.
type specs struct {
	table  [1 << 10]*spec // by number
	others map[fieldNum]*spec
	named  map[string]*spec // that events of a generic form name
	rest   *spec            // for which there was no room
}

func newSpecs() *specs {
	t := &specs{others: map[fieldNum]*spec{}, named: map[string]*spec{}, rest: &spec{name: "other events"}}
	for n, l := range layouts {
		s := &spec{name: l.name, ev: linuxsched.Find("", l.name)}
		if s.ev != nil {
			for i, name := range strings.Fields(l.fields) {
				s.set(fieldNum(i+1), name)
			}
		}
		switch l.name {
		case "task_newtask":
			s.born = 1
		case "sched_process_fork":
			s.born = 4
		case "sys_enter":
			s.repeat = 1
		}
		t.table[n] = s
	}
	for n, name := range otherEvents {
		t.table[n] = &spec{name: name}
	}
	return t
}

// of is how the event with a number is read; body is its contents, which distinguishes events of the
// generic form.
func (t *specs) of(n fieldNum, body []byte) *spec {
	if n == eventGeneric {
		return t.generic(body)
	}
	if int(n) < len(t.table) {
		s := t.table[n]
		if s == nil {
			s = &spec{name: fmt.Sprintf("event type %d", n)}
			t.table[n] = s
		}
		return s
	}
	s := t.others[n]
	if s == nil {
		if len(t.others) >= maxSpecs {
			return t.rest
		}
		s = &spec{name: fmt.Sprintf("event type %d", n)}
		t.others[n] = s
	}
	return s
}

// generic is how an event is read that names itself and its fields.
func (t *specs) generic(body []byte) *spec {
	for m := over(body); m.next(); {
		if m.num != 1 || !m.bytes() {
			continue
		}
		if s := t.named[string(m.data)]; s != nil {
			return s
		}
		if len(t.named) >= maxSpecs || len(m.data) > maxNameBytes {
			break
		}
		s := &spec{name: plain(m.data), ev: linuxsched.Find("", string(m.data))}
		t.named[string(m.data)] = s
		return s
	}
	return t.rest
}

// describe takes the description of an event: its number and the names of its fields.
func (t *specs) describe(b []byte) {
	f := flatten(b)
	if f.num[1] < uint64(firstDescribed) || f.num[1] >= 1<<29 {
		return
	}
	s := t.of(fieldNum(f.num[1]), nil)
	if s.ev != nil || s == t.rest {
		return
	}
	s.name = plain(firstOf(f.text[2], 1))
	if s.ev = linuxsched.Find("", s.name); s.ev == nil {
		return
	}
	arguments := 0
	for m := over(f.text[2]); m.next(); {
		if x := flatten(m.data); m.num == 2 && x.num[3] > 0 && x.num[3] < maxFields {
			s.set(fieldNum(x.num[3]), s.argument(string(x.text[1]), &arguments))
		}
	}
}

// argument is the name of a field in the event's own terms: the arguments of a system call have
// numbers there.
func (s *spec) argument(name string, arguments *int) string {
	if s.ev.Call == "" || name == "ret" || name == "__syscall_nr" || name == "nr" || *arguments == len(s.ev.Fields) {
		return name
	}
	*arguments++
	return s.ev.Fields[*arguments-1].Name
}
