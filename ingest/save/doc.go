// Package save writes files that are there whole or not at all: under another name
// first, and under their own once all of it is on the disk. Until then, and if that
// never happens, the file that had the name stays what it was.
package save
