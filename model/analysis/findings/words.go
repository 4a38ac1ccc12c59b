package findings

import (
	"strconv"
	"strings"

	"threadlens/model"
	"threadlens/model/analysis"
)

// plural is a number of things.
func plural(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return analysis.Count(int64(n)) + " " + many
}

func processors(n int) string { return plural(n, "CPU", "CPUs") }

// maxNamed is how many threads are named before the others are counted.
const maxNamed = 3

// ThreadNames names the threads of a finding by their ids: "6420, 6920", or "12
// threads".
func (f *Finding) ThreadNames(t *model.Trace) string {
	if len(f.Threads) > maxNamed {
		return plural(len(f.Threads), "thread", "threads")
	}
	var names []string
	for _, ix := range f.Threads {
		names = append(names, strconv.FormatUint(uint64(t.Threads[ix].TID), 10))
	}
	return strings.Join(names, ", ")
}
