//go:build !race

package ingest_test

const (
	// damageRounds is the number of cuts and of byte flips tried on each file.
	damageRounds = 50
	// usualDraws is how often records are removed from each trace.
	usualDraws = 5
	// oneOf is of how many recorded traces the tests of all of them read one.
	oneOf = 1
)
