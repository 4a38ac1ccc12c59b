// Package container opens trace files that come inside archives, and finds the
// files that belong to one recording.
//
// Windows traces travel as .etl.zip, .zip, .7z or .diagsession, and a recording
// is often several files: one of the kernel, one of the user's providers, one
// of the runtime's rundown. Open reads an archive's directory, Archive.Traces
// looks at the first bytes of its members, and Archive.Unpack makes those that
// are wanted readable at any place. Groups and Siblings say which belong
// together, by their names; ExplainCvTrace what to open in place of the files
// that only the Concurrency Visualizer understands.
//
// To read the code: sniff.go (which archive is it), archive.go (opening and
// unpacking, the same for all), listing.go (which members are traces), unpack.go
// and source.go (where the bytes of a member are kept), zip.go and sevenzip.go
// (one kind of archive each), header7.go and streams7.go (why 7z directories are
// looked through before the library gets them), group.go, siblings.go and
// cvtrace.go (names).
//
// Nothing in an archive is trusted: what it unpacks to, the number of members
// and the memory to decode them are bounded (limits.go), archives are opened
// inside archives but not any deeper, and the names of members are never used
// as paths.
package container
