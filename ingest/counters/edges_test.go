package counters

import (
	"fmt"
	"testing"
	"time"

	"threadlens/model"
)

// TestYears: times of day are from 1970 to 2100.
func TestYears(t *testing.T) {
	for year, ok := range map[int]bool{1969: false, 1970: true, 1971: true, 2099: true, 2100: true, 2101: false} {
		at := time.Date(year, 12, 31, 23, 59, 59, 0, time.UTC)
		if got, cause := instant(at); (cause == "") != ok || ok && got != model.Time(at.UnixNano()) {
			t.Errorf("%d: %d, %q", year, got, cause)
		}
	}
}

// TestBias: a zone is up to 14 hours away, either way.
func TestBias(t *testing.T) {
	for minutes, want := range map[int]bool{-841: false, -840: true, -60: true, 0: true, 480: true, 840: true, 841: false} {
		bias, ok := pdhBias(fmt.Sprintf("(PDH-CSV 4.0) (A Time)(%d)", minutes))
		if ok != want || ok && bias != model.Time(minutes)*60e9 {
			t.Errorf("%d minutes: %d, %v", minutes, bias, ok)
		}
	}
	for _, cell := range []string{"", "480", "(480", "x480)", "(A Time)()"} {
		if _, ok := pdhBias(cell); ok {
			t.Errorf("%q is a zone", cell)
		}
	}
}
