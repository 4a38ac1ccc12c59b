// Package frames says what stands at an address of a Windows trace: which
// module, and how far into it, or which managed method.
//
// A Map is filled in a first pass over the trace with what was loaded where and
// when: images (Map.Image), methods that the .NET runtime compiled or found
// compiled (Map.Method), the files that these came from (Map.Module), and
// processes that began (Map.Started). The order does not matter, so that a
// rundown at the end of the file serves as well as one at its begin. The first
// question, Map.Frame, closes the Map. Paths is apart from all this: it turns
// the paths of the kernel into those that people know.
//
// To read the code: change.go (which event tells what), map.go (what goes in),
// modules.go (which files images are of),
// frame.go (what comes out), names.go and generic.go (names), limits.go (what is
// left out), path.go (paths of the kernel). Who was at an address from when to
// when is found out by package spaces, as for other formats.
//
// Sections named in comments are those of the format reference, etl.md.
//
// Nothing in a trace is trusted: ranges that make no sense and whatever exceeds
// the limits is left out and counted (Left), and a question is a few searches by
// bisection, however much is loaded and unloaded.
package frames
