// Package etltest composes Windows ETL files for the tests and benchmarks of the reader, which no
// code of the program imports. It shares nothing with the reader: every layout is written down here
// a second time, so that a mistake in one of the two shows.
//
// Three layers, lowest first:
//
//   - Writer puts records of any header form into the buffers of each CPU: config.go (what kind of
//     file), writer.go and header.go (buffers), record.go (headers), and the compressors match.go,
//     xpress.go, huffman.go, lznt1.go.
//   - Maker composes the payload of each known event: maker.go (which header it
//     gets), thread.go, process.go, perfinfo.go, disk.go, system.go, clr.go,
//     events.go.
//   - FromText makes a whole file of a text in the Threadlens format and lists what of it no file
//     can hold: fromtext.go (begin here), convert.go (the order of things), then lives.go,
//     switches.go, interrupts.go and facts.go (one kind of event each), symbols.go (addresses of
//     named functions).
//
// Generate, in addition, streams a recording of any size with a consistent random load:
// generate.go, machine.go, population.go.
//
// Times are ticks of the file's clock unless stated otherwise; Config.Ticks and Config.NS convert.
// With the default clock a tick is a nanosecond. Everything is deterministic. Values that do not
// fit a layout are truncated, since the callers are tests.
package etltest
