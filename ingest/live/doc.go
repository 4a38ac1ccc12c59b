// Package live shows what the threads of this machine do now, as traces: each stretch of time is
// read like a file of its own, so the live view shows the same as a recording of that time.
//
// live.go is the core: record.Watch delivers stretches, ingest reads them.
package live
