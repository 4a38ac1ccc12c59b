package marktext

import "threadlens/model"

// maxOpen bounds the open spans that are distinguished.
const maxOpen = 1 << 20

// Numbers assigns numbers to spans, from 1 on, in the order of their starts. The zero Numbers is
// ready to use.
type Numbers struct {
	open map[key]uint32
	last uint32
	Left int64 // spans without a number, because there were too many
}

// key is an ID whose name is interned.
type key struct {
	form   Form
	pid    uint32
	number int64
	name   model.StringID
}

// Fill sets the event's roles, ids and measure for a marker; name interns a name. The event is new,
// and of KindMark.
func (n *Numbers) Fill(e *model.Event, m *Mark, name func([]byte) model.StringID) {
	e.Mark, e.Arg = m.Kind, m.Correlation
	if len(m.Name) > 0 {
		e.Name = name(m.Name)
	}
	if m.Measured {
		e.End, e.Flags = m.CPU, model.MarkMeasured
	}
	if m.Span.Form == None {
		return
	}
	if m.Parent.Form != None {
		e.Arg2 = int64(n.open[m.Parent.key(name)])
	}
	k := m.Span.key(name)
	number, ok := n.open[k]
	switch m.Kind {
	case model.MarkBegin:
		number, ok = n.begin(k)
	case model.MarkEnd:
		delete(n.open, k)
		if !ok { // it ends no known span, and no later one
			number, ok = n.next()
		}
	}
	if ok {
		e.Other = model.TID(number)
	}
}

func (d *ID) key(name func([]byte) model.StringID) key {
	k := key{form: d.Form, pid: d.PID, number: d.Number}
	if len(d.Name) > 0 {
		k.name = name(d.Name)
	}
	return k
}

// begin numbers a span. One that begins again before it has ended is a new one.
func (n *Numbers) begin(k key) (uint32, bool) {
	if _, ok := n.open[k]; !ok && len(n.open) == maxOpen {
		n.Left++
		return 0, false
	}
	number, ok := n.next()
	if ok {
		if n.open == nil {
			n.open = map[key]uint32{}
		}
		n.open[k] = number
	}
	return number, ok
}

func (n *Numbers) next() (uint32, bool) {
	if n.last == uint32(model.NoTID)-1 {
		n.Left++
		return 0, false
	}
	n.last++
	return n.last, true
}
