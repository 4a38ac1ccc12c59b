package main

import (
	"cmp"
	"fmt"
	"hash/fnv"
	"maps"
	"math"
	"math/rand/v2"
	"slices"
)

// choice is what is mutated.
type choice struct {
	sites   int // total number
	mutants []*mutant
	copies  map[string][]byte // of files
	mutated map[string]bool   // packages
}

// order shuffles the sites of a package: the first ones are those to try. Kinds occur in proportion
// to their weights, as long as any are left. Changes in other packages do not affect it, and
// changes in this one only a little.
func order(sites []*site, seed uint64) []*site {
	if len(sites) == 0 {
		return nil
	}
	h := fnv.New64a()
	h.Write([]byte(sites[0].pkg))
	rng := rand.New(rand.NewPCG(seed, h.Sum64()))
	left := map[kind][]*site{}
	for _, s := range sites {
		left[s.kind] = append(left[s.kind], s)
	}
	for _, list := range left {
		slices.SortStableFunc(list, func(a, b *site) int { return cmp.Compare(a.lot(seed), b.lot(seed)) })
	}
	result := make([]*site, 0, len(sites))
	for len(result) < len(sites) {
		total := 0
		for _, k := range kinds {
			if len(left[k.kind]) > 0 {
				total += k.weight
			}
		}
		n := rng.IntN(total)
		for _, k := range kinds {
			list := left[k.kind]
			if len(list) == 0 {
				continue
			}
			if n -= k.weight; n < 0 {
				result, left[k.kind] = append(result, list[0]), list[1:]
				break
			}
		}
	}
	return result
}

// lot decides which sites of a kind come first.
func (s *site) lot(seed uint64) uint64 {
	h := fnv.New64a()
	fmt.Fprint(h, s.looks(), s.ordinal)
	return rand.NewPCG(seed, h.Sum64()).Uint64()
}

// shares divides n mutants among packages by the square roots of how many sites they have, so that
// small ones are not neglected: each gets one, if n suffices, and none gets more than it has.
func shares(sites map[string]int, n int) map[string]int {
	names := slices.Sorted(maps.Keys(sites))
	result := map[string]int{}
	for ; n > 0; n-- {
		next, most := "", 0.0
		for _, name := range names {
			if result[name] == sites[name] {
				continue
			}
			// The method of Sainte-Laguë, except that all have one before any has two.
			claim := math.Sqrt(float64(sites[name])) / float64(2*result[name]+1)
			if result[name] == 0 {
				claim = math.Inf(1)
			}
			if next == "" || claim > most {
				next, most = name, claim
			}
		}
		if next == "" {
			break
		}
		result[next]++
	}
	return result
}

// inOrder sorts mutants by place.
func inOrder(mutants []*mutant) {
	slices.SortFunc(mutants, func(a, b *mutant) int {
		return cmp.Or(cmp.Compare(a.pkg, b.pkg), cmp.Compare(a.file, b.file), cmp.Compare(a.start, b.start),
			cmp.Compare(a.end, b.end), cmp.Compare(a.kind, b.kind), cmp.Compare(a.after, b.after))
	})
}
