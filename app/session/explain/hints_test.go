package explain

import (
	"strings"
	"testing"

	"threadlens/model"
	"threadlens/model/report"
)

// TestEveryHintIsWholeAndShort: every selection has a hint of three parts and at most 120 words.
func TestEveryHintIsWholeAndShort(t *testing.T) {
	hints := map[string]Hint{"nothing": HintNothing, "row": HintThread, "head": HintHead}
	for c := range model.Category(model.NumCategories) {
		hints[c.String()] = HintOf(&model.Segment{Category: c})
	}
	for sub := range model.NumSubs {
		hints["sub "+sub.String()] = HintOf(&model.Segment{Sub: sub, Category: sub.Category()})
	}
	for name, h := range hints {
		if h.Title == "" || h.Means == "" || h.Cause == "" || h.Trying == "" {
			t.Errorf("%s lacks a part: %+v", name, h)
		}
		if _, ok := report.Find(h.Report); !ok {
			t.Errorf("%s names the report %q, which there is not", name, h.Report)
		}
		if n := len(strings.Fields(h.Title + " " + h.Means + " " + h.Cause + " " + h.Trying)); n > 120 {
			t.Errorf("%s has %d words", name, n)
		}
	}
}
