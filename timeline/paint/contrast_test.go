package paint_test

import (
	"image/color"
	"math"
	"testing"

	"threadlens/model"
	"threadlens/timeline/paint"
	"threadlens/timeline/paint/painttest"
)

// contrasts are the specified ratios of a category: of the fill and the edge to the
// lane, and of the label to the fill.
type contrasts struct{ fill, edge, label float64 }

// tables are the specified ratios of all palettes.
var tables = []struct {
	dark, safe bool
	want       [model.NumCategories]contrasts
}{
	{false, false, [model.NumCategories]contrasts{
		model.Execution:        {3.5, 5.3, 5.2},
		model.Synchronization:  {4.7, 6.6, 4.7},
		model.IO:               {4.8, 7.5, 4.8},
		model.Sleep:            {2.1, 4.8, 8.6},
		model.MemoryManagement: {2.7, 5.1, 6.8},
		model.Preemption:       {1.7, 4.9, 10.8},
		model.Dispatch:         {1.2, 4.9, 14.7},
		model.UIProcessing:     {2, 4.8, 9.2},
		model.Interrupt:        {7, 11.2, 7},
		model.UnknownCategory:  {1.4, 3.9, 13.2},
		model.WaitForWork:      {1.2, 4.2, 15.1},
		model.Unclassified:     {2.5, 6.3, 7.1},
	}},
	{true, false, [model.NumCategories]contrasts{
		model.Execution:        {6.7, 9.2, 7.3},
		model.Synchronization:  {4.6, 7, 5},
		model.IO:               {4.6, 7.5, 5},
		model.Sleep:            {3.1, 5.8, 5.3},
		model.MemoryManagement: {6.5, 9.5, 7.1},
		model.Preemption:       {9.7, 12.8, 10.6},
		model.Dispatch:         {3.2, 9.7, 5.3},
		model.UIProcessing:     {4.4, 7.6, 4.8},
		model.Interrupt:        {9.2, 13, 10},
		model.UnknownCategory:  {1.7, 4.3, 9.8},
		model.WaitForWork:      {1.6, 4.8, 10.7},
		model.Unclassified:     {2.2, 6.7, 7.7},
	}},
	{false, true, [model.NumCategories]contrasts{
		model.Execution:        {4, 7.2, 4.5},
		model.Synchronization:  {6.1, 9.3, 6.1},
		model.IO:               {3.5, 6.6, 5.2},
		model.Sleep:            {1.5, 4.5, 12},
		model.MemoryManagement: {2.7, 5.6, 6.7},
		model.Preemption:       {1.2, 4.7, 15.2},
		model.Dispatch:         {1.2, 4.7, 15.6},
		model.UIProcessing:     {9.4, 13.1, 9.4},
		model.Interrupt:        {14.6, 21, 14.6},
		model.UnknownCategory:  {1.7, 4.6, 10.5},
		model.WaitForWork:      {1.1, 4.4, 15.9},
		model.Unclassified:     {2.4, 8, 7.5},
	}},
	{true, true, [model.NumCategories]contrasts{
		model.Execution:        {9.4, 12.2, 10.3},
		model.Synchronization:  {3.4, 7.4, 4.9},
		model.IO:               {5.4, 9, 5.9},
		model.Sleep:            {7.1, 10.4, 7.7},
		model.MemoryManagement: {6.8, 10.4, 7.4},
		model.Preemption:       {14.2, 15.6, 15.5},
		model.Dispatch:         {3.7, 14.2, 4.5},
		model.UIProcessing:     {2.6, 6.4, 6.4},
		model.Interrupt:        {14.5, 16.7, 15.8},
		model.UnknownCategory:  {1.2, 4.1, 13.5},
		model.WaitForWork:      {1.5, 4.7, 11.5},
		model.Unclassified:     {2.4, 7.6, 6.9},
	}},
}

// TestTablesOfContrasts computes the ratios of all categories in all palettes.
func TestTablesOfContrasts(t *testing.T) {
	for _, table := range tables {
		p := paint.NewPalette(table.dark, table.safe)
		for c, want := range table.want {
			look := p.Category(model.Category(c))
			for what, pair := range map[string][2]float64{
				"fill":  {painttest.Contrast(look.Fill, p.Lane), want.fill},
				"edge":  {painttest.Contrast(look.Edge, p.Lane), want.edge},
				"label": {painttest.Contrast(look.Label, look.Fill), want.label},
			} {
				if math.Abs(pair[0]-pair[1]) > 0.06 {
					t.Errorf("dark=%v safe=%v: %s of %v has %.2f, want %.1f", table.dark, table.safe, what, model.Category(c), pair[0], pair[1])
				}
			}
		}
	}
}

// vivid are the categories that are not meant to be quiet; those after them are
// the two of TestQuietCategories.
const vivid = model.WaitForWork

// nearest is the smallest difference between the fills of two vivid categories as
// seen with m, except Preemption and Ready, and that pair.
func nearest(p *paint.Palette, m [3][3]float64, skip ...[2]model.Category) (least float64, pair [2]model.Category) {
	least = math.Inf(1)
	for a := range vivid {
	next:
		for b := range a {
			for _, s := range append(skip, [2]model.Category{model.Preemption, model.Dispatch}) {
				if s == [2]model.Category{b, a} {
					continue next
				}
			}
			if d := painttest.DeltaE(painttest.Lab(m, p.Category(a).Fill), painttest.Lab(m, p.Category(b).Fill)); d < least {
				least, pair = d, [2]model.Category{b, a}
			}
		}
	}
	return least, pair
}

// TestWhyThereIsAColourSafeSet computes the differences in the classic sets, and
// the nearest pair in the dark colour-safe one.
func TestWhyThereIsAColourSafeSet(t *testing.T) {
	near := func(got, want float64) bool { return math.Abs(got-want) < 0.15 }
	for _, c := range []struct {
		dark           bool
		normal, redish float64
	}{{false, 16.9, 6.0}, {true, 17.4, 6.2}} {
		p := paint.NewPalette(c.dark, false)
		if d, pair := nearest(p, painttest.Normal); !near(d, c.normal) {
			t.Errorf("dark=%v: %v are %.2f apart, want %.1f", c.dark, pair, d, c.normal)
		}
		protan, _ := nearest(p, painttest.Blindness[0])
		deutan, _ := nearest(p, painttest.Blindness[1])
		if d := min(protan, deutan); !near(d, c.redish) {
			t.Errorf("dark=%v: with red-green deficiency %.2f, want %.1f", c.dark, d, c.redish)
		}
	}
	p := paint.NewPalette(true, true)
	worst := [2]model.Category{model.Preemption, model.Interrupt}
	if d, pair := nearest(p, painttest.Blindness[2]); pair != worst || !near(d, 13.7) {
		t.Errorf("tritan: %v are %.2f apart", pair, d)
	}
	for i, m := range painttest.Blindness {
		skip := [][2]model.Category{}
		if i == 2 {
			skip = append(skip, worst)
		}
		if d, pair := nearest(p, m, skip...); d < 14.6 {
			t.Errorf("%d: %v are %.2f apart, want 14.7", i, pair, d)
		}
	}
}

// TestQuietCategories computes how far waits for work and unclassified waits are
// from all others and from each other. Unknown, which is equally quiet, is hatched
// and Unclassified dotted: these need less.
func TestQuietCategories(t *testing.T) {
	for _, c := range []struct {
		dark, safe     bool
		least, unknown float64
	}{{false, false, 11.9, 12.1}, {true, false, 15.4, 8.4}, {false, true, 14.3, 8.7}, {true, true, 13.9, 7.4}} {
		p := paint.NewPalette(c.dark, c.safe)
		views := [][3][3]float64{painttest.Normal}
		if c.safe {
			views = append(views, painttest.Blindness[:]...)
		}
		least, unknown := math.Inf(1), math.Inf(1)
		for _, m := range views {
			for a := vivid; a < model.NumCategories; a++ {
				for b := range a {
					d := painttest.DeltaE(painttest.Lab(m, p.Category(a).Fill), painttest.Lab(m, p.Category(b).Fill))
					if b == model.UnknownCategory {
						unknown = min(unknown, d)
					} else {
						least = min(least, d)
					}
				}
			}
		}
		if math.Abs(least-c.least) > 0.06 || math.Abs(unknown-c.unknown) > 0.06 {
			t.Errorf("dark=%v safe=%v: %.2f apart, %.2f from Unknown, want %.1f and %.1f", c.dark, c.safe, least, unknown, c.least, c.unknown)
		}
	}
}

// TestDeltaE compares with pairs of the test data that came with the formula
// (Sharma, Wu and Dalal 2005).
func TestDeltaE(t *testing.T) {
	for _, c := range []struct {
		a, b [3]float64
		want float64
	}{
		{[3]float64{50, 2.6772, -79.7751}, [3]float64{50, 0, -82.7485}, 2.0425},
		{[3]float64{50, -1, 2}, [3]float64{50, 0, 0}, 2.3669},
		{[3]float64{50, 2.5, 0}, [3]float64{73, 25, -18}, 27.1492},
		{[3]float64{50, 2.5, 0}, [3]float64{56, -27, -3}, 31.9030},
		{[3]float64{60.2574, -34.0099, 36.2677}, [3]float64{60.4626, -34.1751, 39.4387}, 1.2644},
		{[3]float64{22.7233, 20.0904, -46.6940}, [3]float64{23.0331, 14.9730, -42.5619}, 2.0373},
		{[3]float64{2.0776, 0.0795, -1.1350}, [3]float64{0.9033, -0.0636, -0.5514}, 0.9082},
	} {
		if got := painttest.DeltaE(c.a, c.b); math.Abs(got-c.want) > 0.0001 {
			t.Errorf("%v, %v: %.4f, want %.4f", c.a, c.b, got, c.want)
		}
	}
}

// TestSafeClassesDiffer checks the fills of the overview in the colour-safe set;
// Unknown is hatched.
func TestSafeClassesDiffer(t *testing.T) {
	for _, dark := range []bool{false, true} {
		p := paint.NewPalette(dark, true)
		for _, m := range painttest.Blindness {
			var seen []color.RGBA
			for _, c := range []paint.Class{paint.ClassTarget, paint.ClassOther, paint.ClassSystem, paint.ClassInterrupt, paint.ClassStolen, paint.ClassIdle} {
				for _, other := range seen {
					if d := painttest.DeltaE(painttest.Lab(m, p.Class(c)), painttest.Lab(m, other)); d < 10 {
						t.Errorf("dark=%v: class %v is %.1f from another", dark, c, d)
					}
				}
				seen = append(seen, p.Class(c))
			}
			// Both are hatched, but in different inks.
			if d := painttest.DeltaE(painttest.Lab(m, p.Class(paint.ClassStolen)), painttest.Lab(m, p.Class(paint.ClassUnknown))); d < 10 {
				t.Errorf("dark=%v: what the host took is %.1f from Unknown", dark, d)
			}
		}
	}
}

// TestDifferenceColours: text on every difference is readable, and more, less and none differ.
func TestDifferenceColours(t *testing.T) {
	for _, dark := range []bool{false, true} {
		p := paint.NewPalette(dark, false)
		for _, change := range []float64{-2, -1, -0.5, -0.1, 0, 0.1, 0.5, 1, 2} {
			if c := painttest.Contrast(p.Difference(change), p.Text); c < 4.5 {
				t.Errorf("dark %v: the contrast of text on %v is %.2f", dark, change, c)
			}
		}
		for _, m := range append(painttest.Blindness[:], painttest.Normal) {
			seen := func(change float64) [3]float64 { return painttest.Lab(m, p.Difference(change)) }
			if a, b := painttest.DeltaE(seen(-1), seen(1)), painttest.DeltaE(seen(0), seen(0.5)); a < 25 || b < 10 {
				t.Errorf("dark %v: ΔE of less and more is %.1f, of none and half %.1f", dark, a, b)
			}
		}
		if p.Difference(2) != p.Difference(1) || p.Difference(-2) != p.Difference(-1) {
			t.Error("there is more than all")
		}
	}
}
