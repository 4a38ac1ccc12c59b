package perfdata

import (
	"bytes"
	"encoding/json"

	"threadlens/ingest/internal/linuxsched"
	"threadlens/ingest/internal/wire"
	"threadlens/model"
)

// recordedSurroundings are what a recording of Threadlens contains about processes and control
// groups; its times are the clock's.
type recordedSurroundings struct {
	groups       []model.Group
	surroundings []model.Surroundings
}

const (
	maxSurroundings     = 1 << 16 // read at most, both kinds together
	maxSurroundingBytes = 1 << 24
	maxSurroundingTime  = 1 << 60 // ns, so that sums do not overflow
)

// surroundingsOf reads them. A recording that was killed has none, and reading ends at a damaged
// value.
func surroundingsOf(c *wire.Cursor) (list recordedSurroundings) {
	if c.Left() == 0 || string(c.Block(uint64(len(recorderMagic)))) != recorderMagic {
		return list
	}
	d := json.NewDecoder(bytes.NewReader(c.Bytes(min(c.Left(), maxSurroundingBytes))))
	for range maxSurroundings {
		var one struct {
			Group   *model.Group
			Process *model.Surroundings
		}
		if d.Decode(&one) != nil {
			break
		}
		if g := one.Group; g != nil && sound(g) {
			list.groups = append(list.groups, *g)
		}
		if one.Process != nil && one.Process.PID < linuxsched.MaxTID {
			list.surroundings = append(list.surroundings, *one.Process)
		}
	}
	return list
}

// sound reports whether all numbers of a group are possible.
func sound(g *model.Group) bool {
	for _, n := range []int64{
		int64(g.Quota), int64(g.Period), g.First.Periods, g.First.Throttled, int64(g.First.Time),
		g.Last.Periods, g.Last.Throttled, int64(g.Last.Time),
	} {
		if n < 0 || n > maxSurroundingTime {
			return false
		}
	}
	return true
}

// since returns them with times relative to a start, but not before it.
func (r *recordedSurroundings) since(start uint64) ([]model.Group, []model.Surroundings) {
	at := func(t *model.Time) { *t = min(max(0, *t-model.Time(start)), maxSurroundingTime) }
	for i := range r.groups {
		at(&r.groups[i].First.At)
		at(&r.groups[i].Last.At)
	}
	for i := range r.surroundings {
		at(&r.surroundings[i].At)
	}
	return r.groups, r.surroundings
}
