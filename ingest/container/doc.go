// Package container opens trace files that come inside archives, and finds the
// files that belong to one recording.
//
// Windows traces travel as .etl.zip, .zip, .7z or .diagsession, and a recording is often several
// files: one for the kernel, one for the user's providers, one for the runtime's rundown. Open
// reads an archive's directory, Archive.Traces examines the first bytes of its members, and
// Archive.Unpack makes selected ones readable at any place. Groups and Siblings find files that
// belong together, by their names; ExplainCvTrace names what to open instead of files that only the
// Concurrency Visualizer understands.
//
// To read the code: sniff.go (which archive is it), archive.go (opening and unpacking, the same for
// all), listing.go (which members are traces), unpack.go and source.go (where the bytes of a member
// are kept), directory.go (what the kinds of archives have in common), zip.go, sevenzip.go and single.go
// (one kind each), header7.go, streams7.go and walker7.go (checking 7z directories before the library
// gets them), reader7.go (the library), group.go, siblings.go and cvtrace.go (names).
//
// Nothing in an archive is trusted: what it unpacks to, the number of members and the memory to
// decode them are bounded (limits.go), archives inside archives are opened, but none deeper, and
// the names of members are never used as paths.
package container
