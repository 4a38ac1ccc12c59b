package timeline

import (
	"image/color"
	"math"
	"slices"

	"threadlens/model"
	"threadlens/timeline/lanes"
	"threadlens/timeline/paint"
)

// ColourBy is what the colours of slices on the lanes of CPUs distinguish.
type ColourBy uint8

// Choices of colours.
const (
	ColourThread ColourBy = iota
	ColourProcess
	ColourPriority
	ColourCategory
	ColourIPC // instructions per cycle
)

var colourWords = [...]struct{ key, title string }{
	{"thread", "Thread"}, {"process", "Process"}, {"priority", "Priority"}, {"category", "Category"}, {"ipc", "IPC"},
}

// ColourBys are all choices in the order of menus.
func ColourBys() []ColourBy {
	return []ColourBy{ColourThread, ColourProcess, ColourPriority, ColourCategory, ColourIPC}
}

// String is the name of the choice on screen.
func (c ColourBy) String() string { return colourWords[c].title }

// Key is the name of the choice in files.
func (c ColourBy) Key() string { return colourWords[c].key }

// ParseColourBy reads a name that Key returns.
func ParseColourBy(key string) (ColourBy, bool) {
	i := slices.IndexFunc(ColourBys(), func(c ColourBy) bool { return c.Key() == key })
	return ColourBy(max(i, 0)), i >= 0
}

// coreFill is the colour of a slot of the lanes of CPUs.
func coreFill(p *paint.Palette, by ColourBy, s paint.Slot) color.RGBA {
	switch {
	case s == lanes.CoreHues && by == ColourCategory:
		return p.Category(model.Execution).Fill
	case s < lanes.CoreOther && by == ColourIPC:
		return ipcHue(p, int(s))
	case s < lanes.CoreOther:
		return p.ThreadHue(int(s))
	}
	switch s {
	case lanes.CoreOther:
		return p.OtherHue(paint.ClassOther)
	case lanes.CoreSystem:
		return p.OtherHue(paint.ClassSystem)
	case lanes.CoreInterrupt:
		return p.Class(paint.ClassInterrupt)
	case lanes.CoreUnknown:
		return p.Category(model.UnknownCategory).Fill
	case lanes.CoreOffline:
		return p.Lane
	}
	return p.OtherHue(paint.ClassIdle)
}

// coreNames are the names of the slots after the hues in printed lists.
var coreNames = map[paint.Slot]string{
	lanes.CoreOther: "Other", lanes.CoreSystem: "System", lanes.CoreInterrupt: "Interrupt", lanes.CoreUnknown: "Unknown",
	lanes.CoreOffline: "Offline", lanes.CoreIdle: "Idle",
}

// newCoreStyle is the style of the lanes of CPUs; stolen is set for traces from
// which a host took time.
func newCoreStyle(p *paint.Palette, by ColourBy, stolen bool, scale float32) *paint.LaneStyle {
	var looks paint.Looks
	for i := range paint.Slot(paint.NumSlots) {
		name := coreNames[i]
		if i < lanes.CoreOther {
			name = "Hue" + string('0'+rune(i))
		}
		looks[i] = paint.Look{Name: name, Fill: coreFill(p, by, i)}
	}
	if by == ColourCategory {
		looks[lanes.CoreHues].Name = model.Execution.String()
	}
	unknown := p.Category(model.UnknownCategory)
	looks[lanes.CoreUnknown] = paint.NewLook(coreNames[lanes.CoreUnknown], unknown.Fill, unknown.Edge, unknown.Edge, paint.Diagonal, scale)
	if stolen {
		looks[lanes.CoreStolen] = p.ClassLook(paint.ClassStolen, 255, scale)
	}
	return paint.NewLaneStyle("cores", &looks, scale)
}

// labelOn is the colour of text on a fill: the one of two with the better contrast.
func labelOn(fill color.RGBA) color.RGBA {
	if luminance(fill) > 0.196 { // there both have the same contrast
		return paint.RGB(paint.InkLabel)
	}
	return paint.RGB(paint.WhiteLabel)
}

// luminance is the relative luminance of a colour (WCAG 2).
func luminance(c color.RGBA) float64 {
	linear := func(v uint8) float64 {
		x := float64(v) / 255
		if x <= 0.04045 {
			return x / 12.92
		}
		return math.Pow((x+0.055)/1.055, 2.4)
	}
	return 0.2126*linear(c.R) + 0.7152*linear(c.G) + 0.0722*linear(c.B)
}
