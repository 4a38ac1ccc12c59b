package query

import (
	"errors"
	"math"
	"strconv"
	"strings"

	"threadlens/app/session/naming"
	"threadlens/model/measure"
)

// Figure is a typed percentage; the zero Figure is none.
type Figure struct {
	Percent float64
	Known   bool
}

// ParseTick reads a typed period and phase of a clock: numbers with a unit, or in ms.
func ParseTick(tick, phase string) (c measure.Clock, err error) {
	if c.Tick, err = naming.ParseTime(tick, "ms"); err != nil {
		return c, err
	}
	if strings.TrimSpace(phase) != "" {
		c.Phase, err = naming.ParseTime(phase, "ms")
	}
	return c, err
}

var errFigure = errors.New("enter a percentage from 0 to 100")

// ParseFigure reads a percentage of all CPUs; blank text is none.
func ParseFigure(text string) (Figure, error) {
	text = strings.TrimSpace(strings.TrimSuffix(strings.TrimSpace(text), "%"))
	if text == "" {
		return Figure{}, nil
	}
	v, err := strconv.ParseFloat(strings.Replace(text, ",", ".", 1), 64)
	if err != nil || math.IsNaN(v) || v < 0 || v > 100 {
		return Figure{}, errFigure
	}
	return Figure{v, true}, nil
}

// Text is the figure as typed, "" for none.
func (f Figure) Text() string {
	if !f.Known {
		return ""
	}
	return strconv.FormatFloat(f.Percent, 'f', -1, 64)
}
