package findings

import (
	"math"
	"testing"
)

// TestByChance: the probabilities equal those from counting all ways to distribute hits among
// the times.
func TestByChance(t *testing.T) {
	for of := range 6 {
		for among := range 7 {
			for with := range of + 1 {
				for chance := range among + 1 {
					ways, all := 0, 0
					for set := range 1 << (of + among) {
						hits, inside := 0, 0
						for bit := range of + among {
							if set>>bit&1 != 0 {
								hits++
								if bit < of {
									inside++
								}
							}
						}
						if hits == with+chance {
							all++
							if inside >= with {
								ways++
							}
						}
					}
					want := float64(ways) / float64(all)
					if got := byChance(with, of, chance, among); math.Abs(got-want) > 1e-9 {
						t.Errorf("%d of %d and %d of %d: %v, want %v", with, of, chance, among, got, want)
					}
				}
			}
		}
	}
}
