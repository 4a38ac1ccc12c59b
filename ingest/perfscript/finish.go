package perfscript

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"threadlens/model"
)

// text is what all chunks of the text contain.
type text struct {
	data   []byte
	header *header
	chunks []*chunk
	counts
	starts  []record
	columns map[uint32]column
	sources []*source // of all chunks, each name once
	records [][]record
	total   int // records
	// switches is set where the text has the tracepoint of context switches.
	switches bool
	counter  string // of the samples that are used
	// unplaced counts records left out because they do not name their CPU, as others do.
	unplaced int64
}

// finish puts the chunks together and sorts the records by time.
func finish(data []byte, head *header, list []*chunk) *text {
	t := &text{data: data, header: head, chunks: list, columns: map[uint32]column{}}
	byName := map[string]*source{}
	sorted, last := true, model.Time(0)
	for _, c := range list {
		t.merge(&c.counts)
		for _, src := range c.sources.list {
			t.source(byName, src)
		}
		t.name(c.columns)
		t.starts = append(t.starts, c.starts[:min(len(c.starts), maxTasks-len(t.starts))]...)
		sorted = sorted && c.sorted
		if n := len(c.records); n > 0 {
			sorted = sorted && c.records[0].time >= last
			last = c.records[n-1].time
			t.records = append(t.records, c.records)
			t.total += n
		}
	}
	if !sorted {
		all := make([]record, 0, t.total)
		for _, rs := range t.records {
			all = append(all, rs...)
		}
		slices.SortStableFunc(all, func(a, b record) int { return cmp.Compare(a.time, b.time) })
		t.records = [][]record{all}
	}
	slices.SortStableFunc(t.sources, func(a, b *source) int { return cmp.Or(cmp.Compare(b.count, a.count), strings.Compare(a.name, b.name)) })
	t.choose()
	return t
}

// merge adds the sums of the next chunk.
func (t *text) merge(c *counts) {
	if c.bad > 0 && t.bad == 0 {
		t.badAt = c.badAt
	}
	if c.otherSwitch > 0 && t.otherSwitch == 0 {
		t.otherSwitchAt = c.otherSwitchAt
	}
	t.lines += c.lines
	t.bad += c.bad
	t.full += c.full
	t.cpus, t.decimals = max(t.cpus, c.cpus), max(t.decimals, c.decimals)
	t.withCPU += c.withCPU
	t.withoutCPU += c.withoutCPU
	t.placedSwitch += c.placedSwitch
	t.otherSwitch += c.otherSwitch
	t.timed.merge(&c.timed)
	for role, n := range c.kept {
		t.kept[role] += n
	}
}

// merge adds the times of the next chunk.
func (t *timed) merge(next *timed) {
	switch {
	case next.n == 0:
		return
	case t.n == 0:
		*t = *next
		return
	}
	if next.first < t.last {
		t.backs++
	}
	t.n += next.n
	t.backs += next.backs
	t.last = next.last
	t.least, t.latest = min(t.least, next.least), max(t.latest, next.latest)
}

// source adds a source of the next chunk.
func (t *text) source(byName map[string]*source, src *source) {
	have := byName[src.name]
	if have == nil && len(t.sources) >= maxSources {
		have = byName[tooMany]
	}
	if have == nil {
		sum := *src
		if len(t.sources) >= maxSources {
			sum = source{name: tooMany, provider: "perf", count: src.count}
		}
		byName[sum.name] = &sum
		t.sources = append(t.sources, &sum)
		return
	}
	have.count += src.count
	have.varies = have.varies || src.varies || have.period != src.period
}

// name adds the names in the first columns of the next chunk.
func (t *text) name(columns map[uint32]column) {
	for _, tid := range slices.Sorted(maps.Keys(columns)) {
		c := columns[tid]
		if have, known := t.columns[tid]; !known && len(t.columns) < maxNamed || known && c.time < have.time {
			t.columns[tid] = c
		}
	}
}

// choose decides which events are used: not those that records of perf itself describe better, nor
// tracepoints of which only some events were recorded; and the samples are those of one counter.
func (t *text) choose() {
	for _, s := range t.sources {
		t.switches = t.switches || s.is("sched_switch") && !t.header.sampled[s.name]
	}
	t.counter = t.sampled()
	for _, c := range t.chunks {
		for _, s := range c.sources.list {
			if t.ignores(s) {
				s.role = roleNone
			}
		}
		c.records = nil
	}
}

func (t *text) ignores(s *source) bool {
	switch s.role {
	case roleEvent:
		return t.header.sampled[s.name] || s.is("task_newtask") && t.kept[roleFork] > 0 ||
			s.is("sched_process_exec") && t.kept[roleComm] > 0
	case roleSwitch:
		return t.switches
	case roleSample:
		return s.counter != t.counter
	}
	return false
}

// sampled is the counter of which the samples are used: a clock or cycles where there are some,
// otherwise that with the most records.
func (t *text) sampled() (counter string) {
	sums := map[string]int64{}
	for _, s := range t.sources {
		if s.role != roleSample {
			continue
		}
		sums[s.counter] += s.count
		switch s.counter {
		case "cpu-clock", "task-clock", "cycles", "cpu-cycles":
			sums[s.counter] += preferred
		}
	}
	for _, c := range slices.Sorted(maps.Keys(sums)) {
		if counter == "" || sums[c] > sums[counter] {
			counter = c
		}
	}
	return counter
}

// preferred is more records than a text has.
const preferred = 1 << 60
