//go:build !race

package perfdata

// thin is by how much tests that repeat themselves many times are thinned out:
// not at all.
const thin = 1
