//go:build race

package ingest_test

// damageRounds is the number of cuts and of byte flips tried on each file; under
// the race detector, which is many times slower, only a few.
const damageRounds = 3
