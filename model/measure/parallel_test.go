package measure

import "testing"

// TestEachPanics: the panic of a piece reaches the caller, after all workers have ended.
func TestEachPanics(t *testing.T) {
	done := make([]bool, 100)
	defer func() {
		if p := recover(); p != "piece 40" {
			t.Fatalf("panicked with %v", p)
		}
		if !done[39] {
			t.Error("a piece before the one that panicked was not done")
		}
	}()
	Each(len(done), func() func(int) {
		return func(i int) {
			if i == 40 {
				panic("piece 40")
			}
			done[i] = true
		}
	})
	t.Fatal("did not panic")
}
