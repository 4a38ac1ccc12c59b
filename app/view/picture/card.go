package picture

import (
	"strings"

	"threadlens/app/session/explain"
	"threadlens/app/view/kit"
	"threadlens/timeline"
)

// HoverCard shows facts about what is under the pointer, once the pointer rests there.
type HoverCard struct {
	*freezableCard
	rest kit.Debouncer // delay before it is shown
}

func newHoverCard(f *pointer) *HoverCard {
	c := &HoverCard{}
	waker := kit.NewLink("Go to waker", c.goWaker)
	c.freezableCard = newFreezableCard(f, newFrozenCard(waker, kit.NewLink("Select", c.Pick), waker, kit.NewLink("Copy", c.CopyText), kit.NewBox("")))
	return c
}

// follow moves the card to what is under the pointer, or hides it.
func (c *HoverCard) follow(place timeline.Place) {
	if c.Hold() {
		return
	}
	aim := aimOf(place)
	if aim == noAim || c.f.Mouse.dragging() {
		c.Hide()
		return
	}
	if aim == c.Aim {
		return
	}
	c.Hide()
	c.Aim = aim
	c.rest.After(cardDelay, func() {
		if c.f.Ready() {
			c.Show(aim)
		}
	})
}

// Hide hides the card and cancels a pending one.
func (c *HoverCard) Hide() {
	kit.Hide(c.Box, true) // before Thaw, which places a card that is still visible
	c.Thaw()
	c.rest.Stop()
	c.Aim = noAim
}

// Show shows the card for what it describes, if that is in view.
func (c *HoverCard) Show(aim cardAim) {
	scene := c.f.Now()
	if _, ok := aim.rect(&scene); !ok {
		return
	}
	switch {
	case aim.Object.Kind != timeline.NoObject:
		c.fillObject(explain.ObjectFactsOf(scene.Trace, aim.Object, c.f.s.Terms()))
	case aim.segment == timeline.NoSegment:
		c.fillObject(c.f.s.HopFacts(aim.hop))
	default:
		last := c.f.s.HopText(aim.hop)
		if last == "" && aim.sampled {
			last = explain.SampleText(scene.Trace, &aim.sample, c.f.s.Terms())
		}
		c.fill(scene.Trace, aim.segment, c.f.s.Terms(), last)
	}
	c.place()
	kit.Hide(c.Box, false)
	c.f.placeParts()
}

// Hold freezes the card while it is shown and Ctrl is held, and thaws it otherwise. It reports
// whether the card is frozen.
func (c *HoverCard) Hold() bool {
	held := c.f.Modifiers()&kit.Ctrl != 0 && !c.f.Mouse.dragging() && c.Box.Visible()
	if held {
		c.freeze()
	} else {
		c.Thaw()
	}
	return held
}

// Pick selects what the card describes.
func (c *HoverCard) Pick() {
	aim := c.Aim
	c.Hide()
	if aim.Object.Kind != timeline.NoObject {
		c.f.s.SelectObject(aim.Object)
	} else {
		c.f.s.Select(aim.segment)
	}
}

// goWaker selects what the card describes and goes to its waker from there.
func (c *HoverCard) goWaker() {
	c.f.s.Update(func() {
		c.Pick()
		c.f.s.ToWaker()
	})
}

// CopyText copies the card's text to the clipboard.
func (c *HoverCard) CopyText() { c.f.Clip(strings.Join(c.Texts, "\n") + "\n") }
