// Package ingest turns a trace file into a [model.Trace]: it recognises the format by the file's
// first bytes, reads normalised events with that format's reader, and feeds them to the model's
// Builder. [Load] does all of it in one call; the window and the command line both use it.
//
// To add a format, make a folder under ingest with a function Format like that of perfdata, and add one line
// to the list in format.go. A format folder is a leaf: it imports model, ingest/format and ingest/internal,
// no other package of the module; package stage runs its decoder concurrently with the consumer of the
// events. Its tests: events from a tiny file, a fuzz target, and the counts of real files.
//
// A trace may be several files, and files may come in archives: recording.go
// finds them, with the help of package container.
//
// Package scenario writes the markers of programs while they are recorded. Programs import it; it
// does not depend on the rest.
//
// Package symbols resolves the names of functions afterwards.
//
// Read next: format/format.go (what a reader promises), load.go (how it is used),
// recording.go (which files), then perfdata/doc.go for a whole format.
package ingest
