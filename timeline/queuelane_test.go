package timeline

import "testing"

func TestQueueScale(t *testing.T) {
	for most, want := range map[int]int{0: 2, 1: 2, 2: 2, 3: 4, 5: 6, 9: 10, 10: 10, 11: 20, 21: 40, 100: 160} {
		if got := queueScale(most); got != want {
			t.Errorf("the scale up to %d ends at %d, want %d", most, got, want)
		}
	}
}
