// Package counters reads the files of other tools' samples while a trace was recorded: Windows
// performance counters (typeperf and relog, PDH-CSV), sar, sadf -d and pidstat of sysstat, a
// hypervisor's figures about its guests, and any CSV of times and values.
//
// Read recognises the tool by the contents of the file, never by its name (read.go). Each kind is
// one file: pdh.go, sadf.go, sysstat.go (what sar and pidstat print for people), table.go (any
// other CSV, and that of a hypervisor). They pass samples to a builder (builder.go), which makes
// model.CounterSeries from them. clock.go reads times of day, some of which have no zone and some
// no date.
//
// Times stay those of the file. Align converts them to those of a trace, if the trace has the time
// of day of its start (file.go).
//
// Nothing in a file is trusted: sizes are bounded, an invalid line is an error that names the file,
// the line and the cause.
package counters
