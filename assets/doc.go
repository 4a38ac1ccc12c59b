// Package assets holds the bytes that travel inside the program: the demo trace and the icon.
//
// The demo trace is a recording of demo/contention.c, made by demo/record.sh; demo/README.md says what there is to
// see in it and demo/truth.txt what the program itself measured while it was recorded. The typefaces of the timeline
// are in package assets/fonts.
//
// Where to go next: package ingest opens the demo like any other trace, and app/export uses the rest.
package assets
