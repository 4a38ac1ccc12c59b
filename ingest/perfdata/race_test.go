//go:build race

package perfdata

// thin is the factor by which tests with many repetitions are thinned out: the race detector slows
// everything down tenfold and more.
const thin = 10
