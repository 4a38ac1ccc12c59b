package frames

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"threadlens/ingest/etl/payload"

	"threadlens/ingest/internal/spaces"
)

// naive is a Map that keeps every event and searches all of them.
type naive struct {
	images, methods, modules []told
	starts                   map[uint32][]int64
}

// told is the content of an event. A missing name is empty.
type told struct {
	pid        uint32
	base, size uint64
	time       int64
	change     Change
	name       string
	module     uint64
}

// stay is a stretch of time in which something is at an address.
type stay struct {
	told
	from, to int64
	seen     int64
	order    int
}

// stays are the stays in a process.
func (n *naive) stays(all []told, pid uint32) []stay {
	byBase := map[uint64][]stay{}
	for i, e := range all {
		if e.pid == pid {
			byBase[e.base] = append(byBase[e.base], stay{told: e, seen: e.time, order: i})
		}
	}
	var list []stay
	for _, es := range byBase {
		slices.SortStableFunc(es, func(a, b stay) int { return cmp.Compare(a.time, b.time) })
		for _, age := range n.ages(pid) {
			outside := func(e stay) bool { return e.time < age.From || e.time > age.Until }
			list = append(list, staysAt(slices.DeleteFunc(slices.Clone(es), outside), age)...)
		}
	}
	return list
}

// staysAt are the stays at one address of one process, from its events in order of time.
func staysAt(es []stay, age spaces.Span) (list []stay) {
	var cur *stay
	free := age.From
	end := func(t int64) {
		if cur != nil {
			cur.to = t
			list = append(list, *cur)
		}
		cur, free = nil, t
	}
	for _, e := range es {
		fits := cur != nil && cur.fits(e)
		switch {
		case e.change == Unload:
			if cur == nil && e.size > 0 {
				e.from = free
				cur = &e
			}
			end(e.time)
		case !fits:
			if cur != nil {
				end(e.time)
			}
			e.from = free
			if e.change == Load {
				e.from = e.time
			}
			cur = &e
		}
	}
	if age.Until == math.MaxInt64 {
		end(math.MaxInt64)
	} else {
		end(age.Until + 1)
	}
	return list
}

// fits reports whether e is of the same stay, which takes over its name if it had none.
func (s *stay) fits(e stay) bool {
	if s.size != e.size || s.name != e.name && s.name != "" && e.name != "" {
		return false
	}
	if s.name == "" && e.name != "" {
		s.name, s.module = e.name, e.module
	}
	return true
}

// ages are the times of the processes with an id.
func (n *naive) ages(pid uint32) []spaces.Span {
	list := []spaces.Span{spaces.AllTime()}
	starts := slices.Clone(n.starts[pid])
	slices.Sort(starts)
	for _, t := range starts {
		if last := &list[len(list)-1]; t > last.From {
			last.Until = t - 1
			list = append(list, spaces.Span{From: t, Until: math.MaxInt64})
		}
	}
	return list
}

// at is the life at an address and time.
func (n *naive) at(all []told, pid uint32, addr uint64, t int64) *stay {
	var best *stay
	for _, s := range n.stays(all, pid) {
		if addr < s.base || addr-s.base >= s.size || t < s.from || t >= s.to && s.to != math.MaxInt64 {
			continue
		}
		if best == nil || better(&s, best, t) {
			best = &s
		}
	}
	return best
}

// better reports whether a counts at the time t rather than b.
func better(a, b *stay, t int64) bool {
	order := cmp.Or(cmp.Compare(a.seen, b.seen), cmp.Compare(a.order, b.order))
	switch sureA, sureB := a.seen <= t, b.seen <= t; {
	case sureA != sureB:
		return sureA
	case sureA:
		return order > 0
	}
	return order < 0
}

// module is the name of the file of a method.
func (n *naive) module(m *stay) string {
	if s := n.at(n.modules, m.pid, m.told.module, m.seen); s != nil {
		return s.name
	}
	var last *stay
	for _, s := range n.stays(n.modules, m.pid) {
		if s.base == m.told.module && s.from < s.to && (last == nil || s.from > last.from) {
			last = &s
		}
	}
	if last == nil {
		return ""
	}
	return last.name
}

func (n *naive) imageAt(pid uint32, addr uint64, t int64) *stay {
	if addr>>63 == 0 {
		if s := n.at(n.images, pid, addr, t); s != nil || addr>>31 != 1 {
			return s
		}
	}
	return n.at(n.images, 0, addr, t)
}

// ask answers as Map.ask does.
func (n *naive) ask(pid uint32, addr uint64, t int64) string {
	image := n.imageAt(pid, addr, t)
	if addr>>63 == 0 {
		if s := n.at(n.methods, pid, addr, t); s != nil {
			file, name := n.module(s), s.name
			if file == "" && image != nil {
				file = imageName(image)
			}
			if name == "" {
				name = "method@00000009"
			}
			return file + "!" + name
		}
	}
	if image == nil {
		return ""
	}
	return fmt.Sprintf("%s!+0x%x", imageName(image), addr-image.base)
}

func imageName(s *stay) string {
	return cmp.Or(s.name, fmt.Sprintf("image@%x", s.base))
}

// op is a call of a Map.
type op struct {
	kind       int // of opKinds
	pid        uint32
	base, size uint64
	time       int64
	change     Change
	name       string
	module     uint64
}

const (
	opImage = iota
	opMethod
	opModule
	opStarted
	opKinds
)

// apply makes the call on the Map.
func (o *op) apply(m *Map) {
	switch o.kind {
	case opImage:
		m.addImage(o.time, o.change, o.pid, o.base, o.size, o.name)
	case opMethod:
		e := payload.MethodVerbose{Name: wide(o.name)}
		e.Start, e.Size, e.Module, e.Token = o.base, uint32(o.size), o.module, 9
		m.Method(o.time, o.pid, o.change, &e)
	case opModule:
		m.Module(o.time, o.pid, o.change, o.base, wide(o.name))
	case opStarted:
		m.Started(o.time, o.pid)
	}
}

// note makes the call on the naive one.
func (o *op) note(n *naive) {
	e := told{o.pid, o.base, o.size, min(o.time, math.MaxInt64-1), o.change, o.name, o.module}
	if o.kind == opStarted {
		if n.starts == nil {
			n.starts = map[uint32][]int64{}
		}
		n.starts[o.pid] = append(n.starts[o.pid], e.time)
		return
	}
	list := &n.methods
	switch o.kind {
	case opMethod:
		e.size = uint64(uint32(o.size))
	case opModule:
		list = &n.modules
		e.size, e.name = 1, strings.ToLower(e.name)
	case opImage:
		list = &n.images
		e.name = strings.ToLower(e.name)
		if e.base>>63 != 0 || e.pid == 4 && e.base>>31 == 1 {
			e.pid = 0
		}
	}
	if last := e.base + e.size; e.size > math.MaxUint32 || last <= e.base {
		e.size = 0
	}
	if e.size > 0 || e.change == Unload {
		*list = append(*list, e)
	}
}
