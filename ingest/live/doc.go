// Package live shows what the threads of this machine do now, as traces: each stretch
// of time is read like a file of its own, and so what is seen live is what a recording
// of the same time would tell.
//
// live.go has it all: record.Watch hands out stretches, ingest reads them.
package live
