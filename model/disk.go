package model

import (
	"slices"
	"strings"
)

// Disk is a device and what was transferred from and to it.
type Disk struct {
	Device StringID
	// Reads and Writes are indexes of Trace.IOs, by the start of the transfers.
	Reads, Writes Channel
}

// Channel is a disk's transfers in one direction.
type Channel struct {
	List []int32
	Overlaps
}

// freezeDisks sorts the transfers by device and direction.
func (t *Trace) freezeDisks() {
	byName := map[StringID]int{}
	for i := range t.IOs {
		x := &t.IOs[i]
		k, ok := byName[x.Device]
		if !ok {
			k = len(t.Disks)
			byName[x.Device] = k
			t.Disks = append(t.Disks, Disk{Device: x.Device})
		}
		c := &t.Disks[k].Reads
		if x.Write {
			c = &t.Disks[k].Writes
		}
		c.List = append(c.List, int32(i))
	}
	slices.SortFunc(t.Disks, func(a, b Disk) int { return strings.Compare(t.String(a.Device), t.String(b.Device)) })
	for i := range t.Disks {
		for _, c := range []*Channel{&t.Disks[i].Reads, &t.Disks[i].Writes} {
			slices.SortStableFunc(c.List, func(a, b int32) int { return compareTime(t.IOs[a].From, t.IOs[b].From) })
			c.Overlaps = NewOverlaps(len(c.List), func(k int) Range { return t.IOs[c.List[k]].Range })
		}
	}
}

// pageFiles are the files in which systems keep memory.
var pageFiles = []string{"pagefile.sys", "swapfile.sys"}

// isPageFile tells whether a path is that of a page file.
func isPageFile(path string) bool {
	base := path[strings.LastIndexAny(path, `\/`)+1:]
	return slices.ContainsFunc(pageFiles, func(name string) bool { return strings.EqualFold(base, name) })
}
