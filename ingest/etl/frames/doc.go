// Package frames resolves the addresses of a Windows trace: to a module and an offset, or to a
// managed method.
//
// A Map is filled in a first pass over the trace with what was loaded where and when: images
// (Map.Image), methods that the .NET runtime compiled or found compiled (Map.Method), the files
// that these came from (Map.Module), and processes that began (Map.Started). The order does not
// matter, so that a rundown at the end of the file serves as well as one at its start. The first
// look-up, Map.Frame, closes the Map. Paths is separate: it converts the kernel's paths to the
// usual notation.
//
// To read the code: change.go (which event changes what), map.go (input), modules.go (the files of
// images), frame.go (look-ups, and the list of modules), names.go and generic.go (names), limits.go (what is left out),
// path.go (paths of the kernel). Package spaces determines what was at an address and when, as for
// other formats.
//
// Nothing in a trace is trusted: impossible ranges and whatever exceeds the limits are left out and
// counted (Left), and a look-up is a few binary searches, however much is loaded and unloaded.
package frames
