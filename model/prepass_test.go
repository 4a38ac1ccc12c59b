package model

import "testing"

// TestOccupantAfterGap: the thread that the first switch after a gap switches out has
// had the CPU since the gap ended, unless it was created in the meantime.
func TestOccupantAfterGap(t *testing.T) {
	const never Time = -1
	for start, want := range map[Time]bool{never: true, 5: true, 20: true, 21: false, 29: false, 30: true} {
		events := []Event{{Kind: KindLoss, Time: 10, End: 20}}
		if start != never {
			events = append(events, Event{Kind: KindStart, CPU: 1, Time: start, TID: 7})
		}
		p := PrepassOf(2, append(events, Event{Kind: KindSwitch, Time: 30, TID: 7, Other: 8}))
		if id, ok := p.after(0, 20); ok != want || ok && id != 7 {
			t.Errorf("made at %d: CPU 0 has %d, %v since the gap, want 7: %v", start, id, ok, want)
		}
		for _, end := range []Time{19, 21} {
			if id, ok := p.after(0, end); ok {
				t.Errorf("CPU 0 has %d since a gap up to %d, of which there is none", id, end)
			}
		}
		if p.Searching() {
			t.Error("the gap is still searched for")
		}
	}
}
