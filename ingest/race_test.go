//go:build race

package ingest_test

// The race detector is many times slower, so that make test also runs these tests without it.
const (
	// damageRounds is the number of cuts and of byte flips tried on each file.
	damageRounds = 3
	// usualDraws is how often records are removed from each trace.
	usualDraws = 2
	// oneOf is of how many recorded traces the tests of all of them read one.
	oneOf = 8
)
