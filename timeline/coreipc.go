package timeline

import (
	"image/color"

	"threadlens/model"
	"threadlens/timeline/lanes"
	"threadlens/timeline/paint"
)

// ipcBands are the bands of instructions per cycle that colours distinguish,
// starting with the one that waits most for memory; each ends below its limit.
var ipcBands = [...]struct {
	title       string
	limit       float64
	light, dark uint32
}{
	{"IPC below 0.25", 0.25, 0xfdd49e, 0x6b3a1e},
	{"IPC 0.25 to 0.5", 0.5, 0xfdbb84, 0xa35a2a},
	{"IPC 0.5 to 1", 1, 0xef8a62, 0xd6854a},
	{"IPC 1 to 2", 2, 0xc4514a, 0xf0b27a},
	{"IPC 2 and more", 0, 0x7f1d3a, 0xfde3c8},
}

// ipcSlot is the slot of slices with an IPC.
func ipcSlot(ipc float64) paint.Slot {
	for i, b := range ipcBands[:len(ipcBands)-1] {
		if ipc < b.limit {
			return lanes.CoreHues + paint.Slot(i)
		}
	}
	return lanes.CoreHues + paint.Slot(len(ipcBands)-1)
}

// ipcHue is the colour of a band.
func ipcHue(p *paint.Palette, i int) color.RGBA {
	if p.Dark {
		return paint.RGB(ipcBands[i%len(ipcBands)].dark)
	}
	return paint.RGB(ipcBands[i%len(ipcBands)].light)
}

// ipcSlice is the colour of the slice that starts at an instant.
type ipcSlice struct {
	from model.Time
	slot paint.Slot
}
