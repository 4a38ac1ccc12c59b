package explain

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"threadlens/app/session/naming"
	"threadlens/model"
	"threadlens/model/measure"
	"threadlens/timeline"
)

// Meanwhile is what the CPUs did while a thread was in their run queues or, without CPUs, which
// threads of its process ran during a wait of which the trace does not show the cause.
type Meanwhile struct {
	CPUs []model.CPU
	Rows []Occupant // the largest first, at most occupantRows
	// Others are the further ones, and Rest is their time.
	Others []Occupant
	Rest   model.Time
	// Missing is why there are no rows, "" if there are.
	Missing string
	// Interrupts is the time that interrupts took from them, ns.
	Interrupts model.Time
}

// Occupant is who had a CPU, and for how long.
type Occupant struct {
	Thread model.ThreadIx // NoThread for idle, unknown, offline and stolen
	Title  string
	Whose  string // the name of the thread's process, or Title
	Time   model.Time
	// At is when it first had the CPU.
	At model.Time
}

// occupantRows is the number of occupants that are named.
const occupantRows = 3

// sliceLimit bounds the slices of a CPU that are added up: so many take about 50 ms.
const sliceLimit = 2_000_000

// meanwhile is what the CPUs in whose run queues a thread was did during a segment, by occupant if
// that is at most limit slices; nil where no CPU is known.
func meanwhile(t *model.Trace, seg *model.Segment, terms naming.Terms, limit int) *Meanwhile {
	if !seg.State.Queued() {
		return nil
	}
	m := &Meanwhile{}
	for q, piece := range t.RunQueues(seg.Thread, seg.Range) {
		if int(q.CPU) < len(t.Cores) {
			m.CPUs = append(m.CPUs, q.CPU)
			times := t.CoreTime(q.CPU, piece)
			m.Interrupts += times.ISR + times.DPC
		}
	}
	if len(m.CPUs) == 0 {
		return nil
	}
	had, complete := measure.Occupants(t, seg.Thread, seg.Range, limit)
	list := make([]Occupant, len(had))
	for i := range had {
		list[i] = newOccupant(t, &had[i], terms)
	}
	if !complete {
		m.Missing = "What ran is not shown: too many time slices"
	}
	m.fill(list)
	return m
}

// fill takes the occupants, the largest first.
func (m *Meanwhile) fill(list []Occupant) {
	m.Rows = list[:min(len(list), occupantRows)]
	m.Others = list[len(m.Rows):]
	for _, o := range m.Others {
		m.Rest += o.Time
	}
}

func newOccupant(t *model.Trace, had *measure.Occupancy, terms naming.Terms) Occupant {
	o := Occupant{Thread: model.NoThread, Time: had.Time, At: had.At}
	switch ix, ok := had.Occupant.Thread(); {
	case ok:
		o.Thread, o.Title = ix, terms.Thread(t, ix)
	case had.Occupant == model.OccupantIdle:
		o.Title = "idle"
	case had.Occupant == model.OccupantOffline:
		o.Title = "offline"
	case had.Occupant == model.OccupantStolen:
		o.Title = model.StolenWords
	default:
		o.Title = "unknown"
	}
	o.Whose = o.Title
	if o.Thread != model.NoThread {
		p := t.Process(o.Thread)
		if o.Whose = timeline.Printable(p.Title()); o.Whose == "" || !p.Known {
			o.Whose = measure.ProcessName(p)
		}
	}
	return o
}

// Title is the heading of the list.
func (m *Meanwhile) Title() string {
	if len(m.CPUs) == 0 {
		return "Threads of this process that ran during the wait"
	}
	return "Meanwhile " + queueTitle(m.CPUs) + " ran"
}

// Lines are the rows as text, including the unnamed ones and the interrupts.
func (m *Meanwhile) Lines() []string {
	var lines []string
	for _, o := range m.Rows {
		lines = append(lines, o.Title+" "+timeline.FormatDuration(o.Time))
	}
	for _, l := range m.Further() {
		lines = append(lines, l.Text)
	}
	return lines
}

// Further are the lines below the rows.
func (m *Meanwhile) Further() []Further {
	var lines []Further
	if m.Missing != "" {
		lines = append(lines, Further{Text: m.Missing})
	}
	if len(m.Others) > 0 {
		l := more(len(m.Others), m.Rest, func(i int) string { return m.Others[i].Title + " " + timeline.FormatDuration(m.Others[i].Time) })
		if len(m.CPUs) > 0 {
			l.Text += "; " + m.byProcess()
		}
		lines = append(lines, l)
	}
	if m.Interrupts > 0 {
		lines = append(lines, Further{Text: "Interrupts: " + timeline.FormatDuration(m.Interrupts)})
	}
	return lines
}

// byProcess sums up all occupants by the names of their processes, the largest first, until at least
// 90 % of the time has a name.
func (m *Meanwhile) byProcess() string {
	sums, total := map[string]model.Time{}, model.Time(0)
	for _, o := range slices.Concat(m.Rows, m.Others) {
		sums[o.Whose] += o.Time
		total += o.Time
	}
	names := slices.SortedFunc(maps.Keys(sums), func(a, b string) int {
		return cmp.Or(cmp.Compare(sums[b], sums[a]), cmp.Compare(a, b))
	})
	if len(names) == 1 {
		return "all threads of " + names[0]
	}
	var text []string
	left := total
	for i, name := range names {
		if left <= total/10 && i < len(names)-1 {
			text = append(text, "others "+timeline.FormatDuration(left))
			break
		}
		text = append(text, name+" "+timeline.FormatDuration(sums[name]))
		left -= sums[name]
	}
	return "by process: " + strings.Join(text, ", ")
}
