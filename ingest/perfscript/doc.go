// Package perfscript reads the text that perf script prints.
//
// Open divides the text into chunks (chunks.go) and scans their lines, several chunks at a time
// (scan.go): the columns of each record (line.go) and the name of its event (source.go) make a
// record of 48 bytes, which refers to the payload and the call chain in the file. Comments
// describe the machine and the recording (header.go). When all is scanned, finish.go puts the chunks
// together, and refuse.go refuses texts that cannot be used. Then feed.go passes the records in the
// order of time to linuxsched, with the payloads read by schedtext and the call chains by chain.go
// and frame.go. Records of perf itself are handled by side.go (losses), tasks.go (threads) and
// switch.go (context switches). What the user must know about the trace becomes its info (info.go).
package perfscript
