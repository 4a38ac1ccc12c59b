package view

import (
	"fyne.io/fyne/v2"

	"threadlens/app/session/find"
)

// search is the search that F3 continues: the places where one hit can be seen, or else the hits of
// its group.
type search struct {
	hit   find.Hit
	spots []find.Spot
	group []find.Hit
	at    int // index of the current one
}

func newSearch(hit find.Hit, spots []find.Spot, g find.Group) search {
	s := search{hit: hit, spots: spots}
	if len(spots) > 0 || hit.Subject != find.SubjectThread && hit.Subject != find.SubjectProcess {
		return s
	}
	s.group = g.Hits
	for i, h := range g.Hits {
		if h == hit {
			s.at = i
		}
	}
	return s
}

// len is the number of places to step through.
func (s *search) len() int { return max(len(s.spots), len(s.group)) }

// seeker finds the spots of hits in the background, since that walks the whole trace. Only the last
// request counts.
type seeker struct {
	busy  bool
	next  func()
	hit   find.Hit // whose spots are known
	known []find.Spot
	ok    bool
}

// spots calls then with the spots of a hit: immediately if they are known or there are none to
// find, else once they are found.
func (k *seeker) spots(x *find.Index, hit find.Hit, then func([]find.Spot)) {
	k.next = nil
	switch hit.Subject {
	case find.SubjectTime, find.SubjectThread, find.SubjectProcess, find.SubjectCommand:
		then(nil)
		return
	}
	if k.ok && k.hit == hit {
		then(k.known)
		return
	}
	if k.busy {
		k.next = func() { k.spots(x, hit, then) }
		return
	}
	k.busy = true
	k.next = func() { then(k.known) }
	go func() {
		found := x.Spots(hit)
		fyne.Do(func() {
			k.busy, k.hit, k.known, k.ok = false, hit, found, true
			if k.next != nil {
				k.next()
			}
		})
	}()
}
