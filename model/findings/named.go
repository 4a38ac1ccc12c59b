package findings

import (
	"strings"

	"threadlens/model"
	"threadlens/model/measure"
)

// nameList names threads: "a 1", "a 1 and b 2", or "a 1, b 2, c 3 and 4 more".
func (l *ruleContext) nameList(list []model.ThreadIx) string {
	names := make([]string, 0, MaxNamed)
	for _, ix := range list[:min(len(list), MaxNamed)] {
		names = append(names, l.name(ix))
	}
	last := names[len(names)-1]
	if more := len(list) - len(names); more > 0 {
		last = measure.Count(int64(more)) + " more"
	} else {
		names = names[:len(names)-1]
	}
	if len(names) == 0 {
		return last
	}
	return strings.Join(names, ", ") + " and " + last
}
