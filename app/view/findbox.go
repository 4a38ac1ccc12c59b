package view

// iconFind is a magnifying glass.
const iconFind icon = "M7 2.5A4.5 4.5 0 1 0 7 11.5A4.5 4.5 0 1 0 7 2.5 M10.3 10.3L13.8 13.8"

// Widths of the Find box and of the process picker in the command bar, in dp:
// in a narrow window the box gives way first, then the picker.
const (
	findLeast, findMost       = 120, 245
	processLeast, processMost = 140, 250
)

// newFindBox is a button that looks like the field of the palette, which it
// opens over itself.
func newFindBox(w *window) *button {
	c := w.table.get("find.anything")
	b := newButton(bordered, iconFind, "Find anything", c.do).explain(w.tips, c.tip())
	b.fitting, b.faint, b.width = true, true, findMost
	b.note = w.table.keyOf(c.id)
	return b
}

// refit shares out the width of the window.
func (b *commandBar) refit() {
	before := [2]float32{b.find.width, b.process.width}
	most := scaled(processMost)
	b.find.width, b.process.width = findMost, most
	if over := b.row.MinSize().Width + 2*barMargin - b.root.Size().Width; over > 0 {
		b.find.width = max(findLeast, findMost-over)
		over -= findMost - b.find.width
		b.process.width = max(processLeast, most-max(0, over))
	}
	if before != [2]float32{b.find.width, b.process.width} {
		b.root.Refresh()
	}
}
