// Package perfetto reads the traces of Perfetto: files of packets in the protobuf encoding, which
// hold the events of the Linux kernel, markers of programs, samples of call stacks, or the context
// switches of Windows and other systems.
//
// Packets are in no order of time, so there are two passes. Open goes over all packets (framing.go,
// packet.go, scan.go) and keeps of the kernel's events only where each bundle of them is and which time
// it covers (bundle.go); all else, which is less, it decodes to small items (item.go): lists of threads
// and processes (tree.go), markers (track.go, trackevent.go), samples (sample.go), events of other
// kernels (generic.go) and of Windows (etw.go), what the recorder reports about the system and about
// losses (stats.go), and which of the kernel's events were recorded (config.go). A packet may refer to
// names and stacks in earlier packets of its sequence (sequence.go, intern.go). Times come from several
// clocks, which can only be converted at the end (clock.go).
//
// Reader.Events (reader.go) merges the bundles and the items by time (merge.go), takes the events of the
// bundles apart (refs.go, compact.go, with the table in events.go), and gives them to package linuxsched,
// which makes the model's events of them (decode.go); decodeitem.go and kernel.go handle the items.
//
// input.go and unpack.go provide the bytes of a file, proto.go takes messages apart, info.go and diag.go
// say what was found and what was not.
//
// Nothing in a file is trusted: lengths are checked before use, tables are bounded (limits.go), and a
// damaged packet is left out and counted. Only damage to the framing of packets ends the reading,
// with what was read before.
package perfetto
