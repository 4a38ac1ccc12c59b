package naming

import (
	"cmp"
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"
	"unicode"

	"threadlens/model"
	"threadlens/timeline"
)

// units are the units of time that can be typed, in ns.
var units = map[string]float64{
	"ns": 1, "us": 1e3, "µs": 1e3, "μs": 1e3, "ms": 1e6, "s": 1e9, "min": 60e9,
}

// ParseRange parses a time or a range of times, with instants as clock writes them.
func ParseRange(text string, window model.Range, clock timeline.Clock) (model.Range, error) {
	ms := cmp.Or(clock.Unit(), "ms")
	instant := func(text, unit string) (model.Time, error) {
		if clock.As == timeline.WallClock {
			if at, ok := timeOfDay(strings.TrimSpace(text), clock, window.From+window.Len()/2); ok {
				return at, nil
			}
		}
		at, err := ParseTime(text, unit)
		return at - clock.Raw, err
	}
	text = strings.TrimSpace(strings.TrimPrefix(strings.TrimSpace(text), "@"))
	if rest, ok := strings.CutPrefix(text, "+"); ok {
		d, err := ParseTime(rest, ms)
		if err != nil {
			return model.Range{}, err
		}
		return notEmpty(model.Range{From: window.From, To: window.From + d})
	}
	at, err := instant(text, ms)
	from, to, ok := cutRange(text)
	if !ok || err == nil {
		if err != nil {
			return model.Range{}, err
		}
		half := window.Len() / 2
		return notEmpty(model.Range{From: at - half, To: at + window.Len() - half})
	}
	unit := unitOf(to)
	if unit == "" {
		unit = unitOf(from)
	}
	if _, known := units[unit]; !known {
		unit = ms
	}
	a, err := instant(from, unit)
	if err != nil {
		return model.Range{}, err
	}
	b, err := instant(to, unit)
	if err != nil {
		return model.Range{}, err
	}
	return notEmpty(model.Range{From: a, To: b})
}

func notEmpty(r model.Range) (model.Range, error) {
	if r.Len() <= 0 {
		return r, fmt.Errorf("the range is empty: its end must come after its start")
	}
	return r, nil
}

// cutRange splits "a – b" at the dash. A dash at the very start is a minus sign.
func cutRange(text string) (from, to string, ok bool) {
	for _, dash := range []string{"–", "—", " - ", ".."} {
		if from, to, ok = strings.Cut(text, dash); ok {
			return from, to, true
		}
	}
	if i := strings.LastIndex(text, "-"); i > 0 {
		return text[:i], text[i+1:], true
	}
	return "", "", false
}

// unitOf is the unit at the end of text, "" without.
func unitOf(text string) string {
	return strings.TrimSpace(strings.TrimLeftFunc(text, func(r rune) bool { return !unicode.IsLetter(r) }))
}

// ParseTime reads a number and a unit; spaces inside the number group digits.
func ParseTime(text, unit string) (model.Time, error) {
	if u := unitOf(text); u != "" {
		text, unit = strings.TrimSuffix(strings.TrimSpace(text), u), u
	}
	scale, ok := units[unit]
	if !ok {
		return 0, fmt.Errorf("%q is not a unit of time: use ns, µs, ms, s or min", unit)
	}
	digits := strings.Map(func(r rune) rune {
		switch {
		case unicode.IsSpace(r):
			return -1
		case r == '−':
			return '-'
		}
		return r
	}, text)
	v, err := strconv.ParseFloat(digits, 64)
	if err != nil || math.IsNaN(v) || math.Abs(v*scale) > math.MaxInt64/4 {
		return 0, fmt.Errorf("%q is not a time: enter a number and a unit, such as 7340 ms", strings.TrimSpace(text))
	}
	return model.Time(math.Round(v * scale)), nil
}

// timeOfDayLayouts are the ways to type a time of day; seconds may have decimals.
var timeOfDayLayouts = []string{"15:04:05", "15:04", "2006-01-02 15:04:05", "2006-01-02 15:04", "2006-01-02T15:04:05"}

// timeOfDay reads a time of day. Without a date it is on the day that brings it nearest to an
// instant.
func timeOfDay(text string, c timeline.Clock, near model.Time) (model.Time, bool) {
	for i, layout := range timeOfDayLayouts {
		at, err := time.ParseInLocation(layout, text, c.Wall.Location())
		if err != nil {
			continue
		}
		if i >= 2 {
			return model.Time(at.Sub(c.Wall)), true
		}
		y, m, d := c.Wall.Date()
		at = at.AddDate(y, int(m)-1, d-1)
		const day = model.Time(24 * time.Hour)
		t := model.Time(at.Sub(c.Wall))
		for ; t < near-day/2; t += day { // the clock may pass midnight
		}
		return t, true
	}
	return 0, false
}
