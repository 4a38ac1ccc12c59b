package naming

import (
	"threadlens/model"
	"threadlens/timeline"
)

// Terms are the names of things on screen: instants as a clock writes them, threads by the user's
// names for some. The zero Terms count from the start of the trace and know only the trace's names.
type Terms struct {
	Clock timeline.Clock
	// Names must not be modified.
	Names map[model.ThreadIx]string
}

// Thread is a thread's name and id.
func (w Terms) Thread(t *model.Trace, ix model.ThreadIx) string {
	if given := w.Names[ix]; given != "" && int(ix) < len(t.Threads) {
		return titled(given, t.Threads[ix].TID)
	}
	return ThreadTitle(t, ix)
}
