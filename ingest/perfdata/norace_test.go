//go:build !race

package perfdata

// thin is the factor by which tests with many repetitions are thinned out: none.
const thin = 1
