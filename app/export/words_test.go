package export_test

import (
	"testing"

	"threadlens/model"
	"threadlens/model/measure"
	"threadlens/timeline"
)

// TestWords: tables and timeline format numbers alike.
func TestWords(t *testing.T) {
	window := model.Range{To: 1e12}
	for _, ns := range []model.Time{
		0, 1, 999, 1000, 9994, 9995, 99_949, 99_950, 771_800, 999_499, 999_500, 29e6, 250e6, 999_499_999, 999_500_000,
		15.7e9, 99.9e9, 100e9, 503.8e9, 5999e9, 6000e9, 7500e9, 1e15,
	} {
		if a, b := measure.Duration(ns), timeline.FormatDuration(ns); a != b {
			t.Errorf("%d ns: measure says %q, timeline %q", ns, a, b)
		}
		if a, b := measure.Instant(ns, window), (timeline.Clock{}).Instant(ns, window.Len()); a != b {
			t.Errorf("%d ns: measure says %q, timeline %q", ns, a, b)
		}
		if a, b := measure.Count(int64(ns)), timeline.FormatCount(int64(ns)); a != b {
			t.Errorf("%d: measure says %q, timeline %q", ns, a, b)
		}
	}
	for _, part := range []model.Time{0, 1, 400, 500, 265_000, 999_400, 999_600} {
		if a, b := measure.Percent(100*float64(part)/1e6, 1), timeline.FormatPercent(part, 1e6); a != b {
			t.Errorf("%d of 1e6: measure says %q, timeline %q", part, a, b)
		}
	}
}
