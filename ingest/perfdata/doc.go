// Package perfdata reads perf.data files, which perf record writes on Linux.
//
// Open goes over all record headers once (scan.go), so that Info knows what the file holds, where
// events were lost and in which pieces each CPU's records are. Reader.Events then decodes the
// records in the order of their times and yields model events.
//
// To read the code, follow the data: reader.go (the two passes), header.go and features.go (the metadata of a
// file, in its two forms), attr.go and sample.go (which events were recorded, and how their samples are laid
// out), input.go and stream.go (cutting the file into records), gunzip.go, compress.go and unpacked.go
// (unpacking them before), scan.go, scan_other.go, tasks.go, maps.go with buildid.go (which files were mapped
// where) and info.go (the first pass), order.go (merging the records of all CPUs by time), events.go and
// dispatch.go (which record goes to which handler) and the handlers: sched.go, comm.go, switchrec.go,
// syscalls.go, irq.go, block.go, faults.go, marks.go and callchain.go. spec.go holds the constants of the
// format with their sources; guess.go helps where perf was killed before it could describe its events.
//
// Nothing in a file is trusted: sizes and offsets are checked before use, tables are bounded
// (limits.go), a damaged record is skipped and counted, and where no further record can be found,
// what was read is kept and the loss reported (diag.go).
package perfdata
