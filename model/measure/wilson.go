package measure

import "math"

// z95 is the number of standard deviations to either side of a 95 % interval.
const z95 = 1.96

// Wilson is the 95 % interval of a share of which k of n trials were hits, by
// Wilson's score. Unlike Wald's it is valid for few trials and for shares near 0
// and 1: it lies in [0, 1] and is never empty. k is clamped to [0, n]; without
// trials nothing is known and the interval is [0, 1].
func Wilson(k, n float64) (low, high float64) {
	if n <= 0 {
		return 0, 1
	}
	p := min(max(k, 0), n) / n
	const z2 = z95 * z95
	centre, half := p+z2/(2*n), z95*math.Sqrt(p*(1-p)/n+z2/(4*n*n))
	low, high = (centre-half)/(1+z2/n), (centre+half)/(1+z2/n)
	if p == 0 {
		low = 0
	}
	if p == 1 {
		high = 1
	}
	return max(low, 0), min(high, 1)
}
