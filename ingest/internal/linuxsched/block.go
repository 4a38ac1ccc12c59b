package linuxsched

import (
	"strconv"
	"unicode/utf8"

	"threadlens/ingest/internal/marktext"
	"threadlens/model"
)

// request identifies a block request while it is under way.
type request struct{ dev, sector uint64 }

// issue is what is known of a request before it completes.
type issue struct {
	at        model.Time
	tid       model.TID
	bytes     int64
	direction model.Direction
}

// Units of the block layer: bytes of a sector, and bits of the minor number in a device's number.
const (
	sectorSize = 512
	minorBits  = 20
)

// Device is the number of a block device as the kernel has it in its events.
func Device(major, minor int64) int64 { return major<<minorBits | minor }

func (l *Log) request(v *Values) (request, issue) {
	i := issue{at: l.Head.Time, tid: l.Head.TID, bytes: v.N[4]}
	if i.bytes == 0 {
		i.bytes = v.N[2] * sectorSize
	}
	i.direction = DirectionOf(v.Text[3], i.bytes)
	return request{uint64(v.N[0]), uint64(v.N[1])}, i
}

// blockInsert: the thread that queues a request is the one that needs it; a worker may issue it
// later.
func (l *Log) blockInsert(v *Values) { l.keep(l.request(v)) }

// blockIssue: the transfer begins.
func (l *Log) blockIssue(v *Values) {
	r, i := l.request(v)
	if q, queued := l.io[r]; queued {
		i.tid = q.tid
	}
	l.keep(r, i)
	e := l.add(model.KindIssue)
	e.TID, e.Arg, e.Name, e.Flags = i.tid, i.bytes, l.device(r.dev), i.direction.Flags()
}

// keep remembers a request, unless the table is full, as in a file that completes none.
func (l *Log) keep(r request, i issue) {
	if _, again := l.io[r]; again || len(l.io) < maxInFlight {
		l.io[r] = i
	}
}

func (l *Log) blockComplete(v *Values) {
	r, _ := l.request(v)
	i, known := l.io[r]
	if !known {
		return
	}
	delete(l.io, r)
	e := l.add(model.KindIO)
	e.End, e.TID, e.Arg = i.at, i.tid, i.bytes
	e.Name, e.Flags = l.device(r.dev), i.direction.Flags()
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

// markName is the id of a marker's name, cut at a character boundary.
func (l *Log) markName(b []byte) model.StringID {
	if n := maxMark; len(b) > n {
		for n > maxMark-utf8.UTFMax && !utf8.RuneStart(b[n]) {
			n--
		}
		b = b[:n]
	}
	return l.Out.Names.ID(b)
}
