package view

import (
	"fmt"

	"fyne.io/fyne/v2"

	"threadlens/app/session/find"
	"threadlens/timeline"
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

// hasHits reports whether there is a search to continue.
func (w *window) hasHits() bool {
	return w.IsOpen() && w.finder.search.len() > 0 && w.finder.current() != nil
}

// nextHit goes to the next (dir 1) or the previous (dir -1) place of the last search, wrapping
// around.
func (w *window) nextHit(dir int) {
	p := w.finder
	s := &p.search
	s.at = (s.at + dir + s.len()) % s.len()
	if len(s.spots) > 0 {
		w.Session.GoToSpot(s.spots[s.at])
	} else {
		s.hit = s.group[s.at]
		w.Session.GoTo(s.hit, nil)
	}
	p.tellSearch()
}

// endSearch forgets the search; the text stays for the next one.
func (p *finder) endSearch() {
	p.search = search{}
	p.w.Surface.Hits.Show(nil)
	p.w.describe(timeline.Place{Row: -1, Segment: timeline.NoSegment}, false)
	p.w.Refresh()
}

// tellSearch shows the position in the search in the status line.
func (p *finder) tellSearch() {
	s := &p.search
	switch {
	case s.len() > 1:
		p.w.status.point("", fmt.Sprintf("%s: match %s of %s", s.hit.Title,
			timeline.FormatCount(int64(s.at+1)), timeline.FormatCount(int64(s.len()))))
	case s.len() == 1 || s.hit.Subject == find.SubjectTime:
	default:
		p.w.status.point("", s.hit.Title+" appears in no stack, transfer or event with a known time in the trace")
	}
	p.w.Refresh()
}

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
