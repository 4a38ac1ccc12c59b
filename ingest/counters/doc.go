// Package counters reads the files in which other tools write what they sampled
// while a trace was recorded: Windows performance counters (typeperf and relog,
// PDH-CSV), sar, sadf -d and pidstat of sysstat, the figures of a hypervisor
// about its guests, and any CSV of times and values.
//
// Read tells the tool by what the file says, never by its name (file.go). Each
// kind is one file: pdh.go, sadf.go, sysstat.go (what sar and pidstat print for
// people), table.go (CSV of anybody's own, and that of a hypervisor). They hand
// samples to a builder (builder.go), which makes model.CounterSeries of them.
// clock.go reads times of day, of which some tell no zone and some no date.
//
// Times stay those of the file. Align moves them to those of a trace, as far as
// the trace tells the time of day at its start (align.go).
//
// Nothing in a file is trusted: sizes are bounded, a bad line is an error that
// names the file, the line and the cause.
package counters
