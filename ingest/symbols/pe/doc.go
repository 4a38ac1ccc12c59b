// Package pe reads what a Windows image contains about itself and its functions: which build it is,
// where its symbols are, what it exports and, where the linker left them in, its own symbols
// (MinGW, Go).
//
// The layout is that of Microsoft's PE format specification; comments name its sections. Nothing in
// a file is trusted: whatever is outside the file or its sections is left out, and what is read
// into memory is no larger than the file.
//
// An image does not contain where its exported functions end, and other functions are between them.
// A name extends as far as the unwind tables show, or otherwise as far as the code continues
// without a gap; what follows has no name.
package pe
