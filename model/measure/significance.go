package measure

import (
	"cmp"
	"math"
	"slices"

	"gonum.org/v1/gonum/mathext"
)

// MeanOf is the mean of values and its standard error, which is 0 for fewer than two.
func MeanOf(values []float64) (mean, spread float64) {
	n := float64(len(values))
	if n == 0 {
		return 0, 0
	}
	for _, v := range values {
		mean += v / n
	}
	if n < 2 {
		return mean, 0
	}
	for _, v := range values {
		spread += (v - mean) * (v - mean)
	}
	return mean, math.Sqrt(spread / (n - 1) / n)
}

// Welch is the two-sided probability that two samples of normally distributed values differ in their
// means as much as these if the true means are equal, whatever the variances: B. L. Welch, “The
// generalization of Student's problem when several different population variances are involved”,
// Biometrika 34 (1947), with Satterthwaite's degrees of freedom. ok is false for fewer than two
// values a side, and if all values are equal.
func Welch(a, b []float64) (p float64, ok bool) {
	if len(a) < 2 || len(b) < 2 {
		return 0, false
	}
	meanA, spreadA := MeanOf(a)
	meanB, spreadB := MeanOf(b)
	va, vb := spreadA*spreadA, spreadB*spreadB
	if va+vb == 0 {
		return 0, meanA != meanB
	}
	freedom := (va + vb) * (va + vb) / (va*va/float64(len(a)-1) + vb*vb/float64(len(b)-1))
	t := (meanA - meanB) / math.Sqrt(va+vb)
	// Both tails of Student's distribution. Package distuv has it too, but links all of linear algebra.
	return mathext.RegIncBeta(freedom/2, 0.5, freedom/(freedom+t*t)), true
}

// Holm adjusts the probabilities of a family of tests: those that are at most q are significant, where
// the probability of any false one among them is at most q, however the tests depend on each other.
// S. Holm, “A simple sequentially rejective multiple test procedure”, Scandinavian Journal of
// Statistics 6 (1979).
func Holm(p []float64) []float64 {
	order := make([]int, len(p))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(p[i], p[j]) })
	adjusted, least := make([]float64, len(p)), 0.0
	for k, i := range order {
		least = max(least, min(1, float64(len(p)-k)*p[i]))
		adjusted[i] = least
	}
	return adjusted
}
