package spaces

import "testing"

// owner is the name at an address, 0 for none.
func (x *Index) owner(pid uint32, addr uint64, t int64) uint32 {
	s := AllTime()
	if o := x.Find(pid, addr, t, &s); o != nil {
		return o.Name
	}
	return 0
}

// TestFind checks what is found where things replace each other, wholly and partly, and where
// processes follow each other.
func TestFind(t *testing.T) {
	var h History
	add := func(pid uint32, at int64, c Change, base, size uint64, name uint32) {
		h.Add(Record{Base: base, Size: size, Time: at, Name: name, PID: pid, Change: c})
	}
	add(1, 0, Load, 0x1000, 0x4000, 1)
	add(1, 10, Load, 0x2000, 0x1000, 2) // over a part of it
	add(1, 20, Load, 0x1000, 0x4000, 3) // in its place
	add(1, 40, Load, 0x1000, 0x1000, 4) // of the next process
	add(2, 5, Listed, 0x1000, 0x1000, 5)
	add(2, 8, Unload, 0x1000, 0, 0)
	add(3, 0, Load, 0, 1<<40, 6)
	x := NewIndex(&h, map[uint32][]int64{1: {30}}, nil)
	for _, q := range []struct {
		pid  uint32
		addr uint64
		at   int64
		want uint32
	}{
		{1, 0xfff, 5, 0},
		{1, 0x1000, 5, 1},
		{1, 0x4fff, 5, 1},
		{1, 0x5000, 5, 0},
		{1, 0x2000, 9, 1},
		{1, 0x2000, 10, 2},
		{1, 0x3000, 10, 1},
		{1, 0x2000, 20, 3},
		{1, 0x2000, 30, 0},
		{1, 0x1000, 39, 0},
		{1, 0x1000, 40, 4},
		{2, 0x1000, 0, 5},
		{2, 0x1000, 8, 0},
		{3, 1<<40 - 1, 0, 6},
		{4, 0x1000, 0, 0},
	} {
		if got := x.owner(q.pid, q.addr, q.at); got != q.want {
			t.Errorf("process %d, %#x at %d: %d, want %d", q.pid, q.addr, q.at, got, q.want)
		}
	}
}

// TestSpan checks that the answer is the same throughout the span that Find returns.
func TestSpan(t *testing.T) {
	var h History
	h.Add(Record{Base: 0x1000, Size: 0x1000, Time: 10, Name: 1, PID: 1})
	h.Add(Record{Base: 0x1000, Size: 0x1000, Time: 20, Name: 2, PID: 1})
	x := NewIndex(&h, nil, nil)
	for at, want := range map[int64]Span{5: {beginning, 9}, 10: {10, 19}, 15: {10, 19}, 20: {20, forever}} {
		s := AllTime()
		if x.Find(1, 0x1800, at, &s); s != want {
			t.Errorf("at %d: %v, want %v", at, s, want)
		}
	}
}

// TestTangled checks that nested lives cannot take unbounded memory.
func TestTangled(t *testing.T) {
	const n = 2000
	var h History
	for i := range uint64(n) {
		h.Add(Record{Base: 0x1000000 - i*0x1000, Size: i*0x2000 + 0x1000, Time: int64(i), Name: 1, PID: 7})
	}
	x := NewIndex(&h, nil, nil)
	if x.Tangled <= 0 || x.Tangled >= n {
		t.Errorf("%d of %d lives left out", x.Tangled, n)
	}
	if kept, most := len(x.spaces[7].list), 2*(spareCover+coverFactor*(n+1)); kept > most {
		t.Errorf("%d versions kept, at most %d expected", kept, most)
	}
	if x.owner(7, 0x1000000, 0) != 1 {
		t.Error("what is kept is not found")
	}
}

// TestDuring: a life is at its place from its first instant up to before its last one.
func TestDuring(t *testing.T) {
	l := Life{from: 10, to: 20, lo: 5, hi: 9}
	for at, want := range map[int64]bool{9: false, 10: true, 19: true, 20: false} {
		if l.During(at) != want {
			t.Errorf("at %d: %v", at, !want)
		}
	}
	if base, size := l.Place(); base != 5 || size != 4 {
		t.Errorf("%d bytes at %d", size, base)
	}
}

// TestNear: what is at an address, or else the last thing that was or will be there.
func TestNear(t *testing.T) {
	var h History
	for _, r := range []Record{{Time: 10, Name: 1}, {Time: 20, Change: Unload}, {Time: 30, Name: 2}, {Time: 40, Change: Unload}} {
		r.PID, r.Base, r.Size = 1, 0x1000, 0x1000
		h.Add(r)
	}
	x := NewIndex(&h, nil, nil)
	for at, want := range map[int64]uint32{5: 2, 10: 1, 19: 1, 25: 2, 30: 2, 45: 2} {
		if o := x.Near(1, 0x1800, at); o == nil || o.Name != want {
			t.Errorf("at %d: %+v, want %d", at, o, want)
		}
	}
	if o := x.Near(1, 0x2000, 15); o != nil {
		t.Errorf("behind it: %+v", o)
	}
	if o := x.Near(2, 0x1800, 15); o != nil {
		t.Errorf("in another process: %+v", o)
	}
}

// TestUnloadAsTheProcessBegins: what a process unloads at the instant of its start was not in the
// previous process.
func TestUnloadAsTheProcessBegins(t *testing.T) {
	for start, want := range map[int64]uint32{29: 0, 30: 0, 31: 7} {
		var h History
		h.Add(Record{PID: 1, Base: 0x1000, Size: 0x1000, Time: 30, Name: 7, Change: Unload})
		x := NewIndex(&h, map[uint32][]int64{1: {start}}, nil)
		if got := x.owner(1, 0x1800, 10); got != want {
			t.Errorf("begun at %d: %d, want %d", start, got, want)
		}
	}
}
