//go:build !race

package ingest_test

// damageRounds is the number of cuts and of byte flips tried on each file.
const damageRounds = 50
