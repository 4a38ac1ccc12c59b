package kit

import "testing"

// TestMost: the greatest number that fits is found from any guess, and with few tries from a close
// one.
func TestMost(t *testing.T) {
	for n := range 40 {
		for want := range n + 1 {
			for guess := -1; guess <= n+2; guess++ {
				tries := 0
				got := most(n, guess, func(i int) bool {
					if i < 1 || i > n {
						t.Fatalf("of %d, guess %d: tried %d", n, guess, i)
					}
					tries++
					return i <= want
				})
				if got != want {
					t.Errorf("of %d, guess %d: %d, want %d", n, guess, got, want)
				}
				if off := max(guess-want, want-guess); off <= 1 && tries > 4 || tries > 11 {
					t.Errorf("of %d, guess %d, want %d: %d tries", n, guess, want, tries)
				}
			}
		}
	}
}
