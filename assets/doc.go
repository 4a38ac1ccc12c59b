// Package assets holds the data files embedded in the program: the demo trace and the icon.
//
// The demo trace is a recording of demo/contention.c, made by demo/record.sh; demo/README.md explains what it shows
// and demo/truth.txt is what the program itself measured while it was recorded. The typefaces of the timeline are in
// package assets/fonts.
//
// Where to go next: package ingest opens the demo like any other trace, and app/export uses the rest.
package assets
