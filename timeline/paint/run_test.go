package paint

import (
	"fmt"
	"slices"
	"testing"
)

func TestDashes(t *testing.T) {
	for _, c := range []struct {
		x0, x1, dash, phase int
		want                string
	}{
		{0, 10, 10, 3, "[{0 10}]"},
		{0, 10, 2, 0, "[{0 2} {4 6} {8 10}]"},
		{0, 10, 2, 1, "[{0 1} {3 5} {7 9}]"},
		{3, 9, 2, 0, "[{4 6} {8 9}]"},
		{5, 5, 2, 0, "[{5 5}]"},
	} {
		var got []columnsPart
		for p := range dashes(c.x0, c.x1, c.dash, c.phase) {
			got = append(got, p)
		}
		if s := fmt.Sprint(got); s != c.want {
			t.Errorf("%+v: %s", c, s)
		}
	}
}

// TestEdgesWithoutWidth: an inferred span has all its columns if edges have no width.
func TestEdgesWithoutWidth(t *testing.T) {
	sp := Span{Look: LookInferred}
	got := slices.Collect(sp.edgeParts(&Lane{}, 10, 30))
	if !slices.Equal(got, []columnsPart{{10, 30}}) {
		t.Errorf("%v", got)
	}
}
