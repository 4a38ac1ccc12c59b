package session

import (
	"testing"

	"threadlens/app/session/naming"
	"threadlens/timeline"

	"threadlens/model"
)

func TestParseRange(t *testing.T) {
	window := model.Range{From: 100 * ms, To: 200 * ms}
	tests := []struct {
		text     string
		from, to model.Time
	}{
		{"7340 – 7940 ms", 7340 * ms, 7940 * ms},
		{"7 340.5 – 7 940 ms", 7340500 * us, 7940 * ms},
		{"7.3s-7.9s", 7300 * ms, 7900 * ms},
		{"7.3 - 7.9 s", 7300 * ms, 7900 * ms},
		{"1..2", 1 * ms, 2 * ms},
		{"@10us-20us", 10 * us, 20 * us},
		{"-5ms – 5ms", -5 * ms, 5 * ms},
		{"+250ms", 100 * ms, 350 * ms},
		{"+1.5 s", 100 * ms, 1600 * ms},
		{"150ms", 100 * ms, 200 * ms},
		{"1min", 59950 * ms, 60050 * ms},
		{"500ns-1us", 500, 1000},
	}
	for _, tt := range tests {
		r, err := naming.ParseRange(tt.text, window, timeline.Clock{})
		if err != nil || r.From != tt.from || r.To != tt.to {
			t.Errorf("%q: %v %v, want [%d, %d)", tt.text, r, err, tt.from, tt.to)
		}
	}
	if r, err := naming.ParseRange("500ns", model.Range{From: 100, To: 201}, timeline.Clock{}); err != nil || r != (model.Range{From: 450, To: 551}) {
		t.Errorf("around an instant the window is %v, %v, want 101 ns as it was", r, err)
	}
	for _, text := range []string{"", "abc", "5 parsecs", "10-5", "1e300 s", "+", "+-5ms", "NaN ms"} {
		if r, err := naming.ParseRange(text, window, timeline.Clock{}); err == nil {
			t.Errorf("%q was read as %v", text, r)
		}
	}
}
