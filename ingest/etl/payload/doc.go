// Package payload decodes the payloads of an ETL file's records: bytes in, plain structures out. It
// knows nothing of files, buffers and record headers, and nothing of what an event means for a
// timeline.
//
// Every payload is one structure with a method Decode, and all of them have the shape of Decoder.
// The record's header selects the structure: ids.go lists the numbers (HookOf and ClassHook for
// kernel events, provider GUIDs and event ids for the others), and Layout has what selects among
// the layouts of one event, its version and the size of a pointer.
//
// To read the code: layout.go (the shape of all decoders), text.go and guid.go (strings and names),
// ids.go (the numbers), widen.go (records with the wrong pointer size), then one file for each
// group of events: header.go (the log itself), thread.go and boost.go, process.go, image.go,
// stack.go, perfinfo.go, disk.go, file.go, memory.go, system.go, network.go, registry.go, clr.go
// and marker.go. Self-describing events all use the same Fields, which come from three kinds of
// schema: tracelogging.go (the schema travels with the event), eventsource.go and manifest.go (an
// XML manifest in parts) and eventinfo.go (a schema that merging added to the file); field.go and
// value.go then read any payload by its Fields.
//
// Nothing in a payload is trusted: a payload that is too short is refused, an unterminated string
// ends with its payload, and counts of what follows are checked against what is there.
package payload
