package paint_test

import (
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"

	"threadlens/model"
	"threadlens/timeline/paint"
	"threadlens/timeline/paint/painttest"

	"github.com/google/go-cmp/cmp"
)

// TestPaletteColours: all colours of all palettes. THREADLENS_UPDATE=1 rewrites the list.
func TestPaletteColours(t *testing.T) {
	const golden = "testdata/palettes.txt"
	var b strings.Builder
	all := painttest.Palettes()
	for _, name := range slices.Sorted(maps.Keys(all)) {
		p := all[name]
		for c := range model.NumCategories {
			fmt.Fprintf(&b, "%s %v %v\n", name, model.Category(c), p.Category(model.Category(c)))
		}
		for c := range paint.NumClasses {
			fmt.Fprintf(&b, "%s class %d %v\n", name, c, p.Class(paint.Class(c)))
		}
		for i := range 10 {
			fmt.Fprintf(&b, "%s thread %d %v\n", name, i, p.ThreadHue(i))
		}
	}
	if os.Getenv("THREADLENS_UPDATE") != "" {
		if err := os.WriteFile(golden, []byte(b.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), b.String()); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}
