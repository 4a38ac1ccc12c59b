package observer

import (
	"cmp"
	"slices"
)

// files is the descriptors of a process: how and when each changed.
type files struct {
	changes map[int][]change
	sights  map[int][]Sight
	// swept are when descriptors with unknown numbers were made: by pipe, socketpair, or from
	// another process.
	swept []int64
	// ranges are descriptors that were closed together.
	ranges []closedRange
}

// closedRange is descriptors that were closed together.
type closedRange struct {
	at          int64
	first, last uint64
}

// change is the making or closing of a descriptor.
type change struct {
	at     int64
	closed bool
	typ    FileType // UnknownFile if unknown
	// from is the descriptor of which it is a copy, at since; -1 for none.
	from int
}

func (l *Log) filesOf(pid int) *files {
	f := l.files[pid]
	if f == nil {
		f = &files{changes: map[int][]change{}, sights: map[int][]Sight{}}
		l.files[pid] = f
	}
	return f
}

// Commands of fcntl and flags of close_range (uapi fcntl.h, close_range.h).
const (
	dupCommand       = 0
	dupCommandExec   = 1030
	closeRangeOnExec = 4
)

// enters follows a call that closes descriptors: from its start on they are uncertain.
func (l *Log) enters(t *Thread, c *Call) {
	f := l.filesOf(t.PID)
	switch calls[c.Number].name {
	case "close":
		f.change(int(c.Args[0]), change{at: c.Enter, closed: true})
	case "dup2", "dup3":
		f.change(int(c.Args[1]), change{at: c.Enter, closed: true})
	case "close_range":
		if c.Args[2]&closeRangeOnExec != 0 {
			return
		}
		f.ranges = append(f.ranges, closedRange{c.Enter, c.Args[0], c.Args[1]})
	}
}

// changesOf are all changes of a descriptor, in order.
func (f *files) changesOf(fd int) []change {
	list := f.changes[fd]
	if len(f.ranges) == 0 {
		return list
	}
	list = slices.Clone(list)
	for _, r := range f.ranges {
		if uint64(fd) >= r.first && uint64(fd) <= r.last {
			list = append(list, change{at: r.at, closed: true, from: -1})
		}
	}
	slices.SortStableFunc(list, func(a, b change) int { return cmp.Compare(a.at, b.at) })
	return list
}

// returns follows a call that makes descriptors.
func (l *Log) returns(t *Thread, c *Call) {
	kind := calls[c.Number]
	if c.Result < 0 || kind.makes == nothing {
		return
	}
	f := l.filesOf(t.PID)
	switch kind.makes {
	case oneOf:
		f.change(int(c.Result), change{at: c.Exit, typ: kind.file, from: -1})
	case several:
		f.swept = append(f.swept, c.Enter)
	case copies:
		if kind.name != "fcntl" || c.Args[1] == dupCommand || c.Args[1] == dupCommandExec {
			f.change(int(c.Result), change{at: c.Exit, typ: UnknownFile, from: int(c.Args[0])})
		}
	}
}

func (f *files) change(fd int, c change) {
	if c.closed {
		c.from = -1
	}
	f.changes[fd] = append(f.changes[fd], c)
}

// Type is what a descriptor of a process refers to at an instant at which it is open.
func (l *Log) Type(pid, fd int, at int64) FileType { return l.typeAt(pid, fd, at, 0) }

// deepest is how many copies and parents are followed.
const deepest = 16

func (l *Log) typeAt(pid, fd int, at int64, depth int) FileType {
	if depth == deepest {
		return UnknownFile
	}
	f := l.filesOf(pid)
	list := f.changesOf(fd)
	next := slices.IndexFunc(list, func(c change) bool { return c.at > at })
	life := [2]int64{0, Forever} // in which the descriptor is the same
	if next >= 0 {
		life[1] = list[next].at
	} else {
		next = len(list)
	}
	if next > 0 {
		life[0] = list[next-1].at
	}
	if typ, ok := nearest(f.sights[fd], life, at); ok {
		return typ
	}
	if next > 0 {
		last := &list[next-1]
		switch {
		case last.closed:
			return UnknownFile // made since, by a call whose result is unknown
		case last.from >= 0:
			return l.typeAt(pid, last.from, last.at, depth+1)
		}
		return last.typ
	}
	return l.inherited(pid, fd, at, depth)
}

// nearest is the type in the sight within a life that is nearest to an instant: a process that
// executes another program may close a descriptor unseen.
func nearest(list []Sight, life [2]int64, at int64) (typ FileType, ok bool) {
	least := int64(Forever)
	for i := range list {
		s := &list[i]
		if d := max(at-s.To, s.From-at, 0); s.From >= life[0] && s.To <= life[1] && d < least {
			typ, ok, least = s.Type, true, d
		}
	}
	return typ, ok
}

// inherited is the type of a descriptor that a process neither made nor closed: it inherited it
// from its parent, unless it made one with an unknown number.
func (l *Log) inherited(pid, fd int, at int64, depth int) FileType {
	t := l.threads[pid]
	if t == nil || t.maker == nil || t.maker.PID == pid {
		return UnknownFile
	}
	if slices.ContainsFunc(l.filesOf(pid).swept, func(s int64) bool { return s <= at }) {
		return UnknownFile
	}
	return l.typeAt(t.maker.PID, fd, t.born, depth+1)
}
