// Package pe reads what a Windows image says of itself and of its functions: which
// build it is, where its symbols are, what it exports and, where the linker left
// them in, the symbols of its own (MinGW, Go).
//
// The layout is that of Microsoft's PE format specification; sections of it are
// named in comments. Nothing in a file is trusted: whatever lies outside the file
// or its sections is left out, and what is read into memory is no larger than the
// file.
//
// An image does not say where the functions end that it exports, and between them
// are others. A name goes as far as the tables for unwinding tell, or else as far
// as the code goes without a gap; what lies behind has no name.
package pe
