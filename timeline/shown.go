package timeline

import (
	"fmt"
	"strings"

	"threadlens/model"
	"threadlens/model/filter"
)

// rowsBuilder collects the rows of the Threads view.
type rowsBuilder struct {
	t      *model.Trace
	opts   *RowsOptions
	place  filter.Place
	pinned map[model.ThreadIx]bool // those shown
	list   []Row
	total  int             // of the rows' threads, see Rows.Total
	hidden [numReasons]int // number of threads, by reason
}

// choose adds those threads of a list that are to be shown to the row above them.
func (b *rowsBuilder) choose(row *Row, threads []model.ThreadIx) {
	for _, ix := range threads {
		if !b.t.Seen(ix) {
			continue
		}
		row.Total++
		if why := b.reason(ix); why != shown {
			b.hidden[why]++
			continue
		}
		row.Shown++
		if !b.pinned[ix] {
			row.Threads = append(row.Threads, ix)
		}
	}
}

// reason is why a thread is not shown.
type reason uint8

const (
	shown    reason = iota
	byUser          // the user hid it
	inactive        // it does nothing in the window
	filtered        // the filter does not match it
	numReasons
)

// reasonWords are the reasons that the row of hidden threads gives.
var reasonWords = [numReasons]string{
	byUser: "manually", inactive: "inactive in the time window", filtered: "by the filter",
}

// reason is why a thread is not shown, if it is not.
func (b *rowsBuilder) reason(ix model.ThreadIx) reason {
	switch {
	case b.opts.Guests[ix]:
		return shown
	case !b.opts.Filter.Lane(b.place, ix):
		return filtered
	case b.opts.Hidden[ix]:
		return byUser
	case b.opts.HideInactive && b.idle(ix):
		return inactive
	}
	return shown
}

// hide adds the row that counts the threads that are not shown, and gives the
// reasons.
func (b *rowsBuilder) hide() {
	n := 0
	for why := byUser; why < numReasons; why++ {
		n += b.hidden[why]
	}
	if n == 0 {
		return
	}
	var parts []string
	for why := byUser; why < numReasons; why++ {
		switch b.hidden[why] {
		case 0:
		case n:
			parts = append(parts, reasonWords[why])
		default:
			parts = append(parts, FormatCount(int64(b.hidden[why]))+" "+reasonWords[why])
		}
	}
	noun := "threads"
	if n == 1 {
		noun = "thread"
	}
	b.list = append(b.list, Row{
		Kind: RowHidden, Proc: model.NoProc, Thread: model.NoThread, Shown: n,
		Name: fmt.Sprintf("%s %s hidden (%s)", FormatCount(int64(n)), noun, strings.Join(parts, ", ")),
	})
}

// idle reports whether a thread is neither running nor runnable in the window.
func (b *rowsBuilder) idle(ix model.ThreadIx) bool {
	s := b.t.Sums(ix, b.opts.Window)
	return s[model.Execution]+s[model.Interrupt]+s[model.Preemption]+s[model.Dispatch] == 0
}
