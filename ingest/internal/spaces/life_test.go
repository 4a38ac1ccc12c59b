package spaces

import "testing"

// TestLifeIs: a record is about a life with its size and name; one of the two may have no name yet,
// and then gets the other's.
func TestLifeIs(t *testing.T) {
	type named struct {
		name    uint32
		unnamed bool // its name was made up
	}
	for _, c := range []struct {
		life, record named
		size         uint64
		want         bool
		then         named
	}{
		{named{1, false}, named{1, false}, 10, true, named{1, false}},
		{named{1, false}, named{2, false}, 10, false, named{1, false}},
		{named{1, false}, named{1, false}, 11, false, named{1, false}},
		{named{1, false}, named{1, false}, 9, false, named{1, false}},
		{named{1, false}, named{2, true}, 10, true, named{1, false}},
		{named{1, true}, named{2, false}, 10, true, named{2, false}},
		{named{1, true}, named{2, false}, 11, false, named{1, true}},
		{named{1, true}, named{2, true}, 10, true, named{1, true}},
	} {
		l := Life{lo: 100, hi: 110, Name: c.life.name, Module: int32(c.life.name), unnamed: c.life.unnamed}
		got := l.is(&Record{Size: c.size, Name: c.record.name, Module: int32(c.record.name), Unnamed: c.record.unnamed})
		if then := (named{l.Name, l.unnamed}); got != c.want || then != c.then || l.Module != int32(l.Name) {
			t.Errorf("%+v: %v, %+v", c, got, l)
		}
	}
}

// TestStartAfter: the first process that began after an instant, not at it.
func TestStartAfter(t *testing.T) {
	p := &place{starts: []int64{10, 20}}
	for at, want := range map[int64]int64{0: 10, 9: 10, 10: 20, 19: 20, 20: forever, 30: forever} {
		if got := p.startAfter(at); got != want {
			t.Errorf("after %d: %d, want %d", at, got, want)
		}
	}
}

// TestRestart: what was in a process ends when another one follows, by the current instant; from
// then on its place is free.
func TestRestart(t *testing.T) {
	for _, c := range []struct {
		at   int64
		open bool
		to   int64
		free int64
	}{{19, true, 0, 0}, {20, false, 20, 20}, {21, false, 20, 20}, {30, false, 20, 30}} {
		p := &place{starts: []int64{20, 30}, open: true, cur: Life{Seen: 5}}
		p.restart(c.at)
		if p.open != c.open || p.free != c.free || !c.open && (len(p.lives) != 1 || p.lives[0].to != c.to) {
			t.Errorf("at %d: open %v, free from %d, %+v", c.at, p.open, p.free, p.lives)
		}
	}
}
