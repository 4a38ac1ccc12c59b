// Package ingest turns a trace file into a [model.Trace]: it recognises the
// format by the file's first bytes, lets that format's reader deliver
// normalised events, and feeds them to the model's Builder. [Load] does all of
// it in one call; the window and the command line both make it.
//
// To add a format, make a folder under ingest with a function Format like that of
// perfdata, and add one line to the list in format.go. A format folder is a leaf: it
// imports model, ingest/format and ingest/internal, nothing else of ours; package stage
// runs its decoder beside whoever takes the events. Tests go with it: events from a tiny file, a fuzz target,
// and the counts of real files.
//
// A trace may be several files, and files may come in archives: recording.go
// finds them, with the help of package container.
//
// What programs mark while they are recorded is made with package scenario, which
// is for them to use and knows nothing of the rest.
//
// The names of functions are found afterwards, by package symbols.
//
// Read next: format/format.go (what a reader promises), load.go (how it is used),
// recording.go (which files), then perfdata/doc.go for a whole format.
package ingest
