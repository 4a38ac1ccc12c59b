package views

import (
	"strconv"

	"fyne.io/fyne/v2"

	"threadlens/app/view/host"
	"threadlens/model"
	"threadlens/model/measure"
)

// ticks are the usual periods of clock interrupts.
var ticks = []struct {
	id, title string
	tick      model.Time
}{
	{"tick.15", "15.625 ms", measure.Tick},
	{"tick.10", "10 ms", 10_000_000},
	{"tick.4", "4 ms", 4_000_000},
	{"tick.1", "1 ms", 1_000_000},
}

// phases are parts of a tick, in quarters.
var phases = []struct {
	id, title string
}{
	{"phase.0", "Phase: 0"}, {"phase.1", "Phase: ¼ of the Period"}, {"phase.2", "Phase: ½ of the Period"}, {"phase.3", "Phase: ¾ of the Period"},
}

// tickItems are the items of the clock menu.
func tickItems(h *host.Host) []*fyne.MenuItem {
	var ids []string
	for _, t := range ticks {
		ids = append(ids, t.id)
	}
	ids = append(ids, host.Separator)
	for _, p := range phases {
		ids = append(ids, p.id)
	}
	return h.Items(append(ids, host.Separator, "tickCustom")...)
}

// milliseconds is a time in the form in which it can be typed.
func milliseconds(t model.Time) string {
	return strconv.FormatFloat(float64(t)/1e6, 'f', -1, 64) + " ms"
}
