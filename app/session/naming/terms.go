package naming

import (
	"threadlens/model"
	"threadlens/timeline"
)

// Terms are what things are called on screen: instants as a clock writes them,
// threads by the names that the user gave to some. The zero Terms count from the
// start of the trace and know the trace's names alone.
type Terms struct {
	Clock timeline.Clock
	// Names must not be changed by whoever holds it.
	Names map[model.ThreadIx]string
}

// Thread is a thread's name and id.
func (w Terms) Thread(t *model.Trace, ix model.ThreadIx) string {
	if given := w.Names[ix]; given != "" && int(ix) < len(t.Threads) {
		return titled(given, t.Threads[ix].TID)
	}
	return ThreadTitle(t, ix)
}
