// Package etl reads Event Trace Log files, which Windows writes, on any system.
//
// Open goes over all buffers once, on all CPUs (scan.go), so that Info knows what the files hold,
// every stack is assigned to its event, and the interrupts, which are recorded at their end, are
// known from their start. Reader.Events then decodes the records in the order of their times and
// yields model events.
//
// To read the code, follow the data: reader.go (the two passes), header.go (the first record of a
// file, and whether several files belong together), buffer.go (the buffers of a file), record.go
// (cutting a buffer into records), dispatch.go (which record goes to which handler), pool.go
// (preparing buffers ahead), scan.go and learn.go (the first pass), chains.go and stacks.go
// (stacks), counts.go and names.go (what the file holds), info.go; then order.go (merging the
// records of all CPUs by time), decoder.go (batches of events) and the handlers of the second pass:
// sched.go, life.go, disk.go, user.go, loss.go. clock.go converts times; connect.go connects the
// packages frames and markers, which name addresses and find markers.
//
// Package payload decodes the contents of records, package xca expands compressed buffers.
//
// Nothing in a file is trusted: sizes and offsets are checked before use,
// tables are bounded (limits.go), a damaged record ends its buffer and is
// counted, and what was read is kept (diag.go).
package etl
