package command

import (
	"bytes"
	"encoding/json"
	"strings"
	"time"

	"threadlens/model"
)

// facts is the output of info about a trace; its JSON form is part of the command line's contract.
type facts struct {
	File       string        `json:"file"`
	Format     string        `json:"format"`
	Files      []string      `json:"files"`
	OS         osFacts       `json:"os"`
	Clock      clockFacts    `json:"clock"`
	CPUs       int           `json:"cpus"`
	StartWall  *string       `json:"start_wall"`
	Span       int64         `json:"span_ns"`
	Cut        *rangeFacts   `json:"cut,omitempty"`
	Size       int64         `json:"size_bytes"`
	Has        hasFacts      `json:"has"`
	Every      int64         `json:"sample_every_ns"`
	EventCost  int64         `json:"event_cost_ns,omitempty"`
	Events     kindCounts    `json:"events"`
	Source     []sourceFacts `json:"source_events"`
	Lost       lostFacts     `json:"lost"`
	Diagnostic []diagnostic  `json:"diagnostics"`
}

// rangeFacts is a part of the trace.
type rangeFacts struct {
	From int64 `json:"from_ns"`
	To   int64 `json:"to_ns"`
}

type osFacts struct {
	Family    string `json:"family"`
	Version   string `json:"version"`
	Machine   string `json:"machine"`
	Processor string `json:"processor,omitempty"`
}

type clockFacts struct {
	Name       string `json:"name"`
	Resolution int64  `json:"resolution_ns"`
}

type hasFacts struct {
	Wakes      bool `json:"wakes"`
	Stacks     bool `json:"stacks"`
	Samples    bool `json:"samples"`
	Interrupts bool `json:"interrupts"`
	Disk       bool `json:"disk"`
	Faults     bool `json:"faults"`
	Counters   bool `json:"counters"`
}

type sourceFacts struct {
	Name     string `json:"name"`
	Provider string `json:"provider"`
	ID       int    `json:"id"`
	Version  int    `json:"version"`
	Count    int64  `json:"count"`
}

type lostFacts struct {
	Events  int64 `json:"events"`
	Buffers int64 `json:"buffers"`
	Windows int64 `json:"windows"`
	NS      int64 `json:"ns"`
}

type diagnostic struct {
	Severity string `json:"severity"`
	Code     string `json:"code"`
	Text     string `json:"text"`
	Count    int64  `json:"count"`
}

// kindCount is a count of normalised events of one kind.
type kindCount struct {
	name string
	n    int64
}

// kindCounts is written as a JSON object that keeps its order.
type kindCounts []kindCount

// MarshalJSON writes the counts as one object, name by name.
func (k kindCounts) MarshalJSON() ([]byte, error) {
	var b bytes.Buffer
	b.WriteByte('{')
	for i, c := range k {
		if i > 0 {
			b.WriteByte(',')
		}
		name, err := json.Marshal(c.name)
		if err != nil {
			return nil, err
		}
		n, err := json.Marshal(c.n)
		if err != nil {
			return nil, err
		}
		b.Write(name)
		b.WriteByte(':')
		b.Write(n)
	}
	b.WriteByte('}')
	return b.Bytes(), nil
}

// kindNames maps the kinds of events to the names under which they are counted, in a fixed order.
// The two ends of an interrupt or call that are recorded separately share a name; an interrupt
// counts once, a call twice.
var kindNames = []struct {
	name  string
	kinds []model.Kind
}{
	{"switch", []model.Kind{model.KindSwitch}},
	{"wake", []model.Kind{model.KindWake}},
	{"irq", []model.Kind{model.KindIrq, model.KindIrqEnter}},
	{"start", []model.Kind{model.KindStart}},
	{"exit", []model.Kind{model.KindExit}},
	{"exists", []model.Kind{model.KindExists}},
	{"name", []model.Kind{model.KindName}},
	{"process", []model.Kind{model.KindProcess}},
	{"migrate", []model.Kind{model.KindMigrate}},
	{"sample", []model.Kind{model.KindSample}},
	{"ran", []model.Kind{model.KindRan}},
	{"call", []model.Kind{model.KindCallEnter, model.KindCallExit}},
	{"fault", []model.Kind{model.KindFault}},
	{"io", []model.Kind{model.KindIO}},
	{"blocked", []model.Kind{model.KindBlocked}},
	{"loss", []model.Kind{model.KindLoss}},
	{"cpu", []model.Kind{model.KindCPU}},
	{"mark", []model.Kind{model.KindMark}},
	{"count", []model.Kind{model.KindCount}},
	{"frequency", []model.Kind{model.KindFrequency}},
	{"idle-state", []model.Kind{model.KindIdle}},
}

func countKinds(t *model.Trace) kindCounts {
	var list kindCounts
	for _, k := range kindNames {
		c := kindCount{name: k.name}
		for _, kind := range k.kinds {
			c.n += t.Events[kind]
		}
		list = append(list, c)
	}
	return list
}

// factsOf gathers the facts of a trace.
func factsOf(t *model.Trace) *facts {
	n := t.Info
	f := &facts{
		File: n.File, Format: n.Format, Files: append([]string{}, n.Files...),
		OS:    osFacts(n.OS),
		Clock: clockFacts{n.Clock.Name, n.Clock.ResolutionNS},
		CPUs:  len(t.Cores), Span: int64(t.Held().Len()), Size: n.Size,
		Has: hasFacts{
			n.Has.Wakes, n.Has.Stacks, n.Has.Samples, n.Has.Interrupts, n.Has.Disk, n.Has.Faults, n.Has.Counters,
		},
		Every: int64(n.SampleEvery), EventCost: int64(n.EventCost),
		Events: countKinds(t), Source: []sourceFacts{}, Lost: lostOf(t), Diagnostic: []diagnostic{},
	}
	if len(f.Files) == 0 {
		f.Files = []string{n.File}
	}
	if !n.StartWall.IsZero() {
		wall := n.StartWall.UTC().Format(time.RFC3339Nano)
		f.StartWall = &wall
	}
	if n.Cut.Len() > 0 {
		held := t.Held()
		f.Cut = &rangeFacts{int64(held.From), int64(held.To)}
	}
	for _, e := range n.SourceEvents {
		f.Source = append(f.Source, sourceFacts(e))
	}
	for _, d := range t.Diagnostics {
		f.Diagnostic = append(f.Diagnostic, diagnostic{d.Severity.String(), d.Code, d.Text, d.Count})
	}
	return f
}

// lostOf sums up what was lost: the source's own total where it has one, otherwise the sum of the
// losses found.
func lostOf(t *model.Trace) lostFacts {
	var placed int64
	for _, l := range t.Losses {
		placed += l.Count
	}
	return lostFacts{
		Events: max(t.Info.LostEvents, placed), Buffers: t.Info.LostBuffers,
		Windows: t.Counters[model.CountLoss], NS: t.Counters[model.CountLossNS],
	}
}

// kinds lists the facts that a trace holds, and those that it lacks.
func (h *hasFacts) kinds() (has, not string) {
	var yes, no []string
	for _, k := range []struct {
		name string
		has  bool
	}{
		{"wakes", h.Wakes},
		{"stacks", h.Stacks},
		{"samples", h.Samples},
		{"interrupts", h.Interrupts},
		{"disk", h.Disk},
		{"faults", h.Faults},
		{"counters", h.Counters},
	} {
		if k.has {
			yes = append(yes, k.name)
		} else {
			no = append(no, k.name)
		}
	}
	return strings.Join(yes, ", "), strings.Join(no, ", ")
}
