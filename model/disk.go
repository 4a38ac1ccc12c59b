package model

import (
	"cmp"
	"slices"
	"strings"
)

// Disk is a device and the transfers from and to it.
type Disk struct {
	Device StringID
	// Channels are the transfers, by their direction.
	Channels [NumDirections]Channel
}

// Direction is the kind of a transfer.
type Direction uint8

// Directions. A flush makes a device store the contents of its cache; a discard
// informs it which data are no longer needed.
const (
	Read Direction = iota
	Write
	Flush
	Discard

	NumDirections = 4
)

var directionNames = [NumDirections]string{"read", "write", "flush", "discard"}

// String is the direction's name in data output and in the text format.
func (d Direction) String() string { return name(directionNames[:], int(d)) }

// ParseDirection reads a name that String prints.
func ParseDirection(s string) (Direction, bool) {
	i, ok := lookup(directionNames[:], s)
	return Direction(i), ok
}

// directionFlags are the flags of events of transfers, by their direction.
var directionFlags = [NumDirections]EventFlags{Write: IOWrite, Flush: IOFlush, Discard: IODiscard}

// Flags are those of an event of a transfer in this direction.
func (d Direction) Flags() EventFlags { return directionFlags[d] }

// Direction is that of the transfer of a KindIO or KindIssue.
func (f EventFlags) Direction() Direction {
	switch {
	case f&IODiscard != 0:
		return Discard
	case f&IOFlush != 0:
		return Flush
	case f&IOWrite != 0:
		return Write
	}
	return Read
}

// Channel is a disk's transfers in one direction: indexes of Trace.IOs, by the start
// of the transfers.
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
		c := &t.Disks[k].Channels[x.Direction]
		c.List = append(c.List, int32(i))
	}
	slices.SortFunc(t.Disks, func(a, b Disk) int { return strings.Compare(t.String(a.Device), t.String(b.Device)) })
	for i := range t.Disks {
		for k := range t.Disks[i].Channels {
			c := &t.Disks[i].Channels[k]
			slices.SortStableFunc(c.List, func(a, b int32) int { return compareTime(t.IOs[a].From, t.IOs[b].From) })
			c.Overlaps = NewOverlaps(len(c.List), func(k int) Range { return t.IOs[c.List[k]].Range })
		}
	}
}

// openTransfer distinguishes transfers under way.
type openTransfer struct {
	thread ThreadIx
	device StringID
	at     Time
}

// maxOpenTransfers bounds how many transfers under way are kept.
const maxOpenTransfers = 1 << 16

// opens notes that a transfer begins.
func (b *Builder) opens(ix ThreadIx, e *Event) {
	if b.underWay == nil {
		b.underWay = map[openTransfer]IOTransfer{}
	}
	if len(b.underWay) < maxOpenTransfers {
		b.underWay[openTransfer{ix, e.Name, e.Time}] = IOTransfer{
			Range: Range{e.Time, e.Time}, Thread: ix, Device: e.Name, Bytes: e.Arg, Direction: e.Flags.Direction(),
		}
	}
}

// freezeOpen keeps the transfers whose end was not seen.
func (b *Builder) freezeOpen() {
	for _, x := range b.underWay {
		b.trace.Unfinished = append(b.trace.Unfinished, x)
	}
	slices.SortFunc(b.trace.Unfinished, func(x, y IOTransfer) int {
		return cmp.Or(compareTime(x.From, y.From), cmp.Compare(x.Thread, y.Thread), cmp.Compare(x.Device, y.Device))
	})
}

// pageFiles are the files to which systems page memory out.
var pageFiles = []string{"pagefile.sys", "swapfile.sys"}

// isPageFile reports whether a path is that of a page file.
func isPageFile(path string) bool {
	base := path[strings.LastIndexAny(path, `\/`)+1:]
	return slices.ContainsFunc(pageFiles, func(name string) bool { return strings.EqualFold(base, name) })
}
