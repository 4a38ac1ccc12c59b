package etl

import (
	"cmp"
	"slices"

	"threadlens/ingest/etl/payload"
	"threadlens/model"
)

// kind is what kernel events are counted by. All other events have names only once their schemas
// are known, and are counted by package markers.
type kind struct {
	hook    payload.HookID
	version uint16
}

// tally counts the kernel events of some buffers.
type tally struct {
	keys [tallySize]uint32 // hook and version, plus 1
	n    [tallySize]int64
	over int64 // records of kinds for which there was no room
}

const tallySize = 1 << 11

// count counts the record that c has cut.
func (t *tally) count(c *cutter) {
	switch c.form &^ formWide {
	case formEvent:
	case formFull, formInstance:
		b := c.data[c.off:]
		if h, ok := payload.ClassHook(payload.GUID(b[24:40]), b[4]); ok {
			t.add(h, le.Uint16(b[6:]))
		}
	default:
		t.add(c.hook, c.version)
	}
}

func (t *tally) add(h payload.HookID, version uint16) {
	key := uint32(h)<<12 | uint32(min(version, 0xFFE)) + 1
	for i, probes := key*2654435761>>21, 0; probes < tallySize; i, probes = (i+1)%tallySize, probes+1 {
		if t.keys[i] == 0 {
			t.keys[i] = key
		}
		if t.keys[i] == key {
			t.n[i]++
			return
		}
	}
	t.over++
}

// counts is the sum of all tallies.
type counts struct {
	records int64 // of all kinds
	kinds   map[kind]int64
	over    int64
}

func (c *counts) add(t *tally) {
	for i, key := range t.keys {
		if key != 0 {
			c.kinds[kind{payload.HookID(key >> 12), uint16(key&0xFFF - 1)}] += t.n[i]
		}
	}
	c.over += t.over
}

// of is the number of records of the given kernel events.
func (c *counts) of(hooks ...payload.HookID) (n int64) {
	for k, count := range c.kinds {
		if slices.Contains(hooks, k.hook) {
			n += count
		}
	}
	return n
}

// list is the counts for Info, by provider, id and version.
func (c *counts) list() []model.SourceEvent {
	var list []model.SourceEvent
	for k, n := range c.kinds {
		list = append(list, model.SourceEvent{
			Provider: groupName(k.hook.Group()), Name: hookName(k.hook),
			ID: int(k.hook.Opcode()), Version: int(k.version), Count: n,
		})
	}
	if c.over > 0 {
		list = append(list, model.SourceEvent{Provider: "other", Name: "other", Count: c.over})
	}
	slices.SortFunc(list, func(a, b model.SourceEvent) int {
		return cmp.Or(cmp.Compare(a.Provider, b.Provider), cmp.Compare(a.ID, b.ID),
			cmp.Compare(a.Version, b.Version), cmp.Compare(a.Name, b.Name))
	})
	return list
}
