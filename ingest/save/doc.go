// Package save writes files whole or not at all: under a temporary name first, and under their own
// once everything is on the disk. Until then, and if that never happens, a file that had the name
// stays unchanged.
package save
