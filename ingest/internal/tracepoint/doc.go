// Package tracepoint parses the Linux kernel's own descriptions of its trace events: the "format"
// texts of tracefs, which perf.data and trace.dat files contain. A field is found by name and read
// through its Place, never at a fixed place, since kernels move fields.
//
// format.go parses one text, expr.go the lists of flags and symbols in its print format, place.go
// reads fields out of records, and data.go splits the block of all formats that perf writes.
package tracepoint
