package paint

import (
	"image/color"
	"strconv"

	"threadlens/model"
)

// Colours is a category's look. The edge provides contrast with the lane, the fill
// identifies the category; Label is the text colour on the fill.
type Colours struct {
	Fill, Edge, Label color.RGBA
}

// Class is whose CPU time a part of the utilization chart is.
type Class uint8

// Classes, in stacking order from the floor up.
const (
	ClassTarget Class = iota
	ClassOther
	ClassSystem
	ClassInterrupt
	ClassUnknown
	ClassStolen // the accounting shows that the thread on the CPU did not get it
	ClassIdle
	ClassOffline // the CPU was switched off

	NumClasses = 8
	NoClass    = Class(NumClasses)
)

var classTitles = [NumClasses]string{
	"This process", "Other processes", "System", "Interrupt/DPC", "Unknown", model.StolenTitle, "Idle", "Offline",
}

// Title is the class's name on screen.
func (c Class) Title() string { return classTitles[min(c, NumClasses-1)] }

// TitleOf is Title where the target is a number of processes.
func (c Class) TitleOf(targets int) string {
	if c == ClassTarget && targets > 1 {
		return "These " + strconv.Itoa(targets) + " processes"
	}
	return c.Title()
}

// Chrome is the neutral part of a palette; its fields are named by role.
type Chrome struct {
	Window, Lane, Raised, Hover, Line, LineStrong color.RGBA
	Text, Text2, Text3, Ink                       color.RGBA
	Accent, OnAccent, AccentSoft                  color.RGBA
	Danger, OK                                    color.RGBA
	WarnBack, WarnLine, WarnText                  color.RGBA
	Card, CardBorder                              color.RGBA
	// Exact values are lines; sampled ones are dots in this colour.
	Sampled color.RGBA
}

// Palette holds every colour of the program; it does not change. NewPalette makes
// one of four, WithPatterns gives it a pattern for every category.
type Palette struct {
	Dark, Safe bool // Safe: the set that red-green colour-blind people can distinguish
	Patterns   bool // see Pattern
	Chrome
	categories [model.NumCategories]Colours
	classes    [NumClasses]color.RGBA
	stolenInk  color.RGBA // for the hatch of ClassStolen
	threads    [10]color.RGBA
	others     [3]color.RGBA // other processes, System, idle
}

// Category is the look of a category.
func (p *Palette) Category(c model.Category) Colours {
	return p.categories[min(c, model.NumCategories-1)]
}

// Hatched reports whether a category is always drawn hatched.
func Hatched(c model.Category) bool {
	return c == model.Dispatch || c == model.UnknownCategory || c == model.Unclassified
}

// HatchInk is the ink of a class of CPU use that is always drawn hatched, since it
// did not serve any known process; ok is false for all others.
func (p *Palette) HatchInk(c Class) (ink color.RGBA, ok bool) {
	switch c {
	case ClassUnknown:
		return p.Category(model.UnknownCategory).Edge, true
	case ClassStolen:
		return p.stolenInk, true
	case ClassOffline:
		return p.LineStrong, true
	}
	return ink, false
}

// Class is the fill of a utilization class; ClassUnknown looks like the category
// Unknown, and ClassOffline is the empty lane, hatched.
func (p *Palette) Class(c Class) color.RGBA {
	if c >= ClassOffline {
		return p.Lane
	}
	return p.classes[c]
}

// ThreadHue is the colour of the i-th of the ten hues of threads on CPU lanes.
func (p *Palette) ThreadHue(i int) color.RGBA { return p.threads[i%len(p.threads)] }

// OtherHue is the colour of threads without a hue of their own on CPU lanes, by
// class; anything that is not a process is idle.
func (p *Palette) OtherHue(c Class) color.RGBA {
	switch c {
	case ClassTarget, ClassOther:
		return p.others[0]
	case ClassSystem:
		return p.others[1]
	}
	return p.others[2]
}
