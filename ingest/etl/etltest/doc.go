// Package etltest composes Windows ETL files for the tests and benchmarks of
// the reader, which no code of the program imports. It shares nothing with the
// reader: every layout is written down here a second time, from the format
// reference (shared/formats/etl.md, "etl.md" in the comments), so that a
// mistake in one of the two shows.
//
// Three layers, lowest first:
//
//   - Writer puts records of any header form into the buffers of each processor:
//     config.go (what kind of file), writer.go and header.go (buffers), record.go
//     (headers), and the compressors match.go, xpress.go, huffman.go, lznt1.go.
//   - Maker composes the payload of each known event: maker.go (which header it
//     gets), thread.go, process.go, perfinfo.go, disk.go, system.go, clr.go,
//     events.go.
//   - FromText makes a whole file of a text in the Threadlens format and says
//     what of it no file can hold: fromtext.go (begin here), convert.go (the
//     order of things), then lives.go, switches.go, interrupts.go and facts.go
//     (one kind of event each), symbols.go (addresses of named functions).
//
// Beside them Generate streams a recording of any size with a consistent random
// load: generate.go, machine.go, population.go.
//
// Times are ticks of the file's clock unless said otherwise; Config.Ticks and
// Config.NS convert. With the default clock a tick is a nanosecond. Everything
// is deterministic. Values that a layout has no room for are cut, as the
// callers are tests.
package etltest
