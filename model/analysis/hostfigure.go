package analysis

import (
	"cmp"
	"errors"
	"strings"

	"threadlens/model"
)

// HostFigure is what a host's counters say that the traced guest used on average
// in r, in percent of its processors, and the part of r that they cover. It fails
// where they do not tell.
func HostFigure(t *model.Trace, series []model.CounterSeries, r model.Range) (percent float64, covered model.Range, err error) {
	used, why := guestSeries(t, series, model.ScaleCore)
	if used == nil {
		return 0, covered, errors.New(cmp.Or(strings.Join(why, " "), "There are no figures of a virtual machine in it."))
	}
	percent, covered, ok := hostMean(used, r)
	if !ok {
		return 0, covered, errors.New("The host's figures for " + Clean(used.Guest) + " lie outside of the window.")
	}
	return percent, covered, nil
}
