// Package tracedat reads trace.dat files, which trace-cmd writes on Linux, in the versions 6 and 7.
//
// A file holds descriptions (how events are laid out, names, the clock) and, for every CPU of every
// buffer, the pages of the kernel's ring buffer. Open reads the descriptions and goes over all pages
// once, CPU by CPU, to count events and to find where some were lost. Reader.Events then merges the
// CPUs by time and turns the records into model events, which package linuxsched makes.
//
// To read the code, follow the data: reader.go (the two passes), header.go with v6.go and v7.go (the
// two forms of a file), describe.go and options.go (the descriptions that both have), input.go
// (bytes of the file), source.go and unpack.go (the pages of a CPU, compressed or not), page.go (the
// records in a page), scan.go (the first pass), merge.go (the order of time), bind.go (where the
// fields of an event are), decode.go (the second pass), stack.go and symbol.go (kernel stacks) and
// info.go (what was found).
//
// Nothing in a file is trusted: sizes and offsets are checked before use, tables are bounded
// (limits.go), and what is damaged is left out and reported (diag.go).
package tracedat
