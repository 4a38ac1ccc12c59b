// Package markers turns the events of user programs into markers of the model: manifest-based
// providers, EventSource, TraceLogging, the Concurrency Visualizer's own, and the parallel
// libraries of .NET and C++. It reads no files: the caller cuts records and passes them as Record.
//
// It works in two passes. Table.Learn sees every record once, on one goroutine: it counts them and
// gathers their schemas, because a schema may come after the events that it describes. After
// Table.Freeze nothing changes any more, and any number of goroutines may each have a Decoder,
// whose Mark gives the marker of a record, if it is one.
//
// To read the code: record.go (the input), table.go (what is learned, and the limits), provider.go
// (a source of events, and their kinds), learn.go (the first pass), schema.go and clean.go (where the
// names come from), rules.go (which providers give markers at all: the table to edit), tasks.go (the
// events of the parallel libraries), fact.go (decoding a record), span.go (Concurrency Visualizer,
// its Scenario library, and our own package scenario), number.go (correlation ids), decoder.go (the
// second pass), count.go and names.go (the list of events in the file).
package markers
