package measure

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// TestBoxOfTimes compares the box of many durations with that of the same values,
// sorted.
func TestBoxOfTimes(t *testing.T) {
	rng := rand.New(rand.NewPCG(55, 1))
	for range 60 {
		n := leastSpread + rng.IntN(3*chunk)
		top := math.Exp(rng.Float64() * 30)
		values := make([]float64, n)
		for i := range values {
			values[i] = math.Floor(top * math.Pow(rng.Float64(), 1+4*rng.Float64()))
		}
		sorted := slices.Clone(values)
		slices.Sort(sorted)
		got, want := BoxOf(values), boxOfSorted(sorted)
		if math.Abs(got.Mean-want.Mean) > 1e-9*want.Mean {
			t.Fatalf("mean %v, want %v", got.Mean, want.Mean)
		}
		if !slices.Equal(got.Outliers, want.Outliers) {
			t.Fatalf("%d outliers, want %d", len(got.Outliers), len(want.Outliers))
		}
		got.Mean, got.Outliers, want.Mean, want.Outliers = 0, nil, 0, nil
		if got.N != want.N || got.Q1 != want.Q1 || got.Median != want.Median || got.Q3 != want.Q3 ||
			got.Low != want.Low || got.High != want.High || got.Min != want.Min || got.Max != want.Max {
			t.Fatalf("got %+v, want %+v", got, want)
		}
	}
}

// TestBoxOfManyFractions has a box of values that are not whole numbers of ns.
func TestBoxOfManyFractions(t *testing.T) {
	values := make([]float64, 4001)
	for i := range values {
		values[i] = float64((i*1237)%4001) / 8
	}
	if b := BoxOf(values); b.Median != 250 || b.Q1 != 125 || b.Q3 != 375 || b.Max != 500 || b.N != 4001 {
		t.Errorf("%+v", b)
	}
}

// TestCountBins compares the bins of values with a search for each.
func TestCountBins(t *testing.T) {
	rng := rand.New(rand.NewPCG(55, 2))
	for range 200 {
		edges := []float64{0}
		for range 1 + rng.IntN(40) {
			edges = append(edges, edges[len(edges)-1]+math.Exp(rng.Float64()*20-10))
		}
		var values []float64
		for range 300 {
			values = append(values, rng.Float64()*rng.Float64()*1.2*edges[len(edges)-1])
		}
		values = append(values, edges...)
		want := make([]int, len(edges)-1)
		for _, v := range values {
			i, found := slices.BinarySearch(edges, v)
			if !found {
				i--
			}
			want[min(i, len(want)-1)]++
		}
		for i, b := range countBins(values, edges) {
			if b.Count != want[i] || b.From != edges[i] || b.To != edges[i+1] {
				t.Fatalf("bin %d of %v: %+v, want %d", i, edges, b, want[i])
			}
		}
	}
}
