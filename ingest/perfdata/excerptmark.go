package perfdata

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"

	"threadlens/ingest/internal/linuxsched"
	"threadlens/ingest/internal/wire"
	"threadlens/model"
)

// excerptMark is what a part of a recording contains about the whole. Times are the clock's.
type excerptMark struct {
	Start   uint64        `json:"start"` // of the whole
	From    uint64        `json:"from"`  // of the part
	To      uint64        `json:"to"`    // end of it
	Targets []uint32      `json:"targets,omitempty"`
	Starts  []threadStart `json:"starts,omitempty"`
}

// threadStart is the function that a thread was started with.
type threadStart struct {
	PID      uint32 `json:"pid"`
	TID      uint32 `json:"tid"`
	Module   string `json:"module"`
	Function string `json:"function"`
}

const (
	maxExcerptMark = 1 << 26 // bytes
	maxClock       = 1 << 62 // ns
)

// excerptOf reads the mark of a part; it is empty where that is damaged.
func excerptOf(c *wire.Cursor) (x excerptMark) {
	if c.Left() == 0 || string(c.Block(uint64(len(recorderMagic)))) != recorderMagic {
		return x
	}
	err := json.Unmarshal(bytes.TrimRight(c.Bytes(min(c.Left(), maxExcerptMark)), "\x00"), &x)
	if err != nil || x.Start > x.From || x.From >= x.To || x.To > maxClock || len(x.Starts) > maxTasks || len(x.Targets) > maxTasks {
		return excerptMark{}
	}
	slices.Sort(x.Targets)
	return x
}

// whole reports whether the file is no part of another.
func (m *excerptMark) whole() bool { return m.To == 0 }

// cutTo is the time of the part, empty if the file is whole.
func (s *scan) cutTo() model.Range {
	if s.m.excerpt.whole() {
		return model.Range{}
	}
	return model.Range{From: s.timeOf(s.m.excerpt.From), To: s.timeOf(s.m.excerpt.To)}
}

// declares reports whether the whole trace is about a process.
func (m *excerptMark) declares(pid uint32) bool {
	_, found := slices.BinarySearch(m.Targets, pid)
	return found
}

// mark is the mark of the part.
func (x *excerpt) mark() (feature, error) {
	s := x.s
	mark := excerptMark{Start: s.start, From: s.start + uint64(x.part.Window.From), To: s.start + uint64(x.part.Window.To)}
	mark.Targets = s.m.excerpt.Targets
	stacks, names := &x.part.Tables.Stacks, &x.part.Tables.Strings
	for i := range x.part.Known {
		switch e := &x.part.Known[i]; {
		case e.Kind == model.KindProcess:
			mark.Targets = append(mark.Targets, e.PID)
		case e.Kind == model.KindExists && e.Stack != model.NoStack:
			_, f := stacks.Node(e.Stack)
			mark.Starts = append(mark.Starts, threadStart{e.PID, uint32(e.TID), names.Get(f.Module), names.Get(f.Name)})
		}
	}
	text, err := json.Marshal(&mark)
	if err != nil {
		return feature{}, fmt.Errorf("the part of the trace was not saved, because its times cannot be described: %w", err)
	}
	return feature{featExcerpt, append([]byte(recorderMagic), text...)}, nil
}

// starts emits the functions that threads were started with, as far as the file says so.
func (d *decoder) starts() {
	d.now, d.cpu = 0, 0
	for _, t := range d.m.excerpt.Starts {
		if d.bare || t.TID == 0 || t.TID >= linuxsched.MaxTID {
			continue
		}
		f := model.Frame{Module: d.frameName(t.Module), Name: d.frameName(t.Function)}
		e := d.add(model.KindExists)
		e.TID, e.PID, e.Stack = model.TID(t.TID), t.PID, d.stacks.node(model.NoStack, f)
	}
}

func (d *decoder) frameName(s string) model.StringID {
	return d.out.Names.OfFrame(s[:min(len(s), maxName)])
}
