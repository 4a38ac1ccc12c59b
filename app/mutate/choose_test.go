package main

import (
	"fmt"
	"maps"
	"slices"
	"testing"
)

// TestOrder checks that a seed determines the order, that every site is in it, and that boundaries
// come first often enough: 4 of 17 where there are plenty of all kinds.
func TestOrder(t *testing.T) {
	var sites []*site
	for i := range 1700 {
		sites = append(sites, &site{pkg: "p", kind: kinds[i%len(kinds)].kind, line: i, ordinal: i})
	}
	first := order(sites, 7)
	if !slices.Equal(first, order(sites, 7)) {
		t.Error("the same seed chooses something else")
	}
	if slices.Equal(first, order(sites, 8)) {
		t.Error("another seed chooses the same")
	}
	all := slices.Clone(first)
	slices.SortFunc(all, func(a, b *site) int { return a.line - b.line })
	if !slices.Equal(all, sites) {
		t.Error("not all sites are in the order once")
	}
	n := 0
	for _, s := range first[:340] {
		if s.kind == boundary {
			n++
		}
	}
	if n < 60 || n > 100 { // 80 expected, deviation 8
		t.Errorf("%d boundaries among 340", n)
	}
}

// TestShares checks that large packages get more mutants, and small ones some.
func TestShares(t *testing.T) {
	for _, test := range []struct {
		sites map[string]int
		n     int
		want  map[string]int
	}{
		{map[string]int{"a": 900, "b": 100}, 8, map[string]int{"a": 6, "b": 2}},
		{map[string]int{"a": 10000, "b": 1, "c": 1}, 4, map[string]int{"a": 2, "b": 1, "c": 1}},
		{map[string]int{"a": 3, "b": 2}, 100, map[string]int{"a": 3, "b": 2}},
		{map[string]int{"a": 3, "b": 2, "c": 1}, 2, map[string]int{"a": 1, "b": 1}},
		{map[string]int{}, 3, map[string]int{}},
	} {
		if got := shares(test.sites, test.n); !maps.Equal(got, test.want) {
			t.Errorf("%d of %v: %v, not %v", test.n, test.sites, got, test.want)
		}
	}
}

// TestPercent checks that equivalent mutants do not count.
func TestPercent(t *testing.T) {
	got := ""
	for _, s := range []score{{10, 9, 1, 0}, {3, 2, 0, 1}, {8, 1, 0, 7}, {2, 0, 2, 0}, {4, 0, 1, 3}} {
		got += fmt.Sprint(s.percent(), ", ")
	}
	if want := "100 %, 67 %, 13 %, -, 0 %, "; got != want {
		t.Errorf("%s, not %s", got, want)
	}
}
