//go:build race

package perfdata

// thin is by how much tests that repeat themselves many times are thinned out:
// the race detector slows everything down tenfold and more.
const thin = 10
