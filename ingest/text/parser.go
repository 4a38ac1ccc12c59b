package text

import (
	"strings"

	"threadlens/model"
)

const (
	firstWord = "threadlens-trace"
	version   = "1"

	maxLine = 1 << 20 // bytes

	// How much memory a file's names and stacks may take: so many bytes for each byte of the file,
	// and as much again; and what each of them is assumed to take.
	memoryFactor  = 4
	memoryFloor   = 64 << 20
	stringCost    = 100
	nodeCost      = 150
	entryCost     = 50
	diagnosisCost = 200
	moduleCost    = 250
)

// parser is the state of one pass over a file, fed a line at a time.
type parser struct {
	tables *model.Tables
	info   *model.Info
	words  []word
	// out receives the events of the lines; the caller empties it.
	out []model.Event

	versioned bool // the first statement was read
	started   bool // the first event was read
	hasGiven  bool // the header states what the trace holds

	t0      model.Time
	highest int // CPU used
	kinds   [model.NumKinds]int64
	// latest is the latest time so far, back how far before it an event came.
	latest, back model.Time

	stacks  map[uint64]model.StackID
	pids    map[model.TID]uint32 // of declared threads that have not started yet
	strings model.StringID       // highest id so far
	cost    int64                // of what the file makes us keep, bytes
	limit   int64
}

func newParser(info *model.Info, tables *model.Tables, size int64) *parser {
	return &parser{
		tables: tables, info: info, latest: -maxTime,
		stacks: map[uint64]model.StackID{}, pids: map[model.TID]uint32{},
		limit: memoryFactor*size + memoryFloor,
	}
}

// emit adds an event to out.
func (p *parser) emit(e *model.Event) {
	p.kinds[e.Kind]++
	p.latest = max(p.latest, e.Time)
	p.back = max(p.back, p.latest-e.Time)
	p.out = append(p.out, *e)
}

// time reads an instant of the file, counted from t0.
func (p *parser) time(s string) (model.Time, bool) {
	t, ok := parseTime(s)
	t -= p.t0
	return t, ok && -maxTime <= t && t <= maxTime
}

// cpu reads a CPU's number and notes how many there are.
func (p *parser) cpu(s string) (model.CPU, bool) {
	c, ok := parseCPU(s)
	if ok && c != model.NoCPU {
		p.highest = max(p.highest, int(c))
	}
	return c, ok
}

// place reads the CPU of an event line.
func (p *parser) place(s string) (model.CPU, bool) {
	switch {
	case s == "all":
		return model.AllCPUs, true
	case s == "-", strings.HasPrefix(s, "cpu"):
		return p.cpu(s)
	}
	return 0, false
}

func (p *parser) name(s string) model.StringID {
	id := p.tables.Strings.ID(s)
	if id > p.strings {
		p.strings = id
		p.cost += int64(min(len(s), model.MaxName) + stringCost)
	}
	return id
}

func (p *parser) stack(s string) (model.StackID, bool) {
	n, ok := parseUint(s, 64)
	if !ok {
		return model.NoStack, false
	}
	id, ok := p.stacks[n]
	return id, ok
}
