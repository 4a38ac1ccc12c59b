package linuxsched

import (
	"strconv"

	"threadlens/ingest/internal/marktext"
	"threadlens/model"
)

// minorBits is the number of bits of the minor number in a device's number.
const minorBits = 20

// Device is the number of a block device as the kernel has it in its events.
func Device(major, minor int64) int64 { return major<<minorBits | minor }

func (l *Log) request(v *Values) (Request, Transfer) {
	return Request{uint64(v.N[0]), uint64(v.N[1])}, NewTransfer(l.Head.Time, l.Head.TID, v.N[4], v.N[2], v.Text[3])
}

func (l *Log) blockInsert(v *Values) { l.io.Queue(l.request(v)) }

func (l *Log) blockIssue(v *Values) {
	r, t := l.request(v)
	t = l.io.Issue(r, t)
	e := l.add(model.KindIssue)
	e.TID, e.Arg, e.Name, e.Flags = t.TID, t.Bytes, l.device(r.Device), t.Direction.Flags()
}

func (l *Log) blockComplete(v *Values) {
	r, _ := l.request(v)
	t, known := l.io.Complete(r)
	if !known {
		return
	}
	e := l.add(model.KindIO)
	e.End, e.TID, e.Arg = t.At, t.TID, t.Bytes
	e.Name, e.Flags = l.device(r.Device), t.Direction.Flags()
}

func (l *Log) device(dev uint64) model.StringID {
	var b [32]byte
	name := strconv.AppendUint(b[:0], dev>>minorBits, 10)
	name = append(name, ':')
	return l.Name(strconv.AppendUint(name, dev&(1<<minorBits-1), 10))
}

// print handles what a program wrote to trace_marker.
func (l *Log) print(v *Values) {
	m := marktext.Parse(v.Text[0])
	l.Mark(&m)
}

// markName is the id of a marker's name.
func (l *Log) markName(b []byte) model.StringID { return l.Out.Names.ID(marktext.Cut(b)) }
