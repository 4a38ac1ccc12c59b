// Package payload decodes what stands inside the records of an ETL file: bytes
// in, plain structures out. It knows nothing of files, buffers and record
// headers, and nothing of what an event means for a timeline.
//
// Every payload is one structure with a method Decode, and all of them have the
// shape of Decoder. The record's header says which one it takes: ids.go lists
// the numbers (HookOf and ClassHook for kernel events, provider GUIDs and event
// ids for the others), and Layout carries the two things that choose among the
// layouts of one event, its version and the size of a pointer.
//
// To read the code: layout.go (the shape of all decoders), text.go and guid.go
// (strings and names), ids.go (the numbers), widen.go (records that say the
// wrong pointer size), then one file a group of events: header.go (the log
// itself), thread.go and boost.go, process.go, image.go, stack.go, perfinfo.go,
// disk.go, file.go, memory.go, system.go, network.go, registry.go, clr.go and
// marker.go. Events that describe themselves end in the same Fields, by three
// ways: tracelogging.go (the schema travels with the event), eventsource.go and
// manifest.go (an XML manifest in pieces) and eventinfo.go (a schema that
// merging put into the file); field.go and value.go then read any payload by
// its Fields.
//
// Sections named in comments are those of the format reference, etl.md.
//
// Nothing in a payload is trusted: a payload that is too short is refused, a
// string without end ends where its payload ends, and numbers that say how much
// follows are checked against what is there.
package payload
