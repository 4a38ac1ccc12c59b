// Package server asks a symbol server for files with the symbols of Windows images:
// the only part of the program that uses a network, and only when the user names the
// server.
//
// A server keeps a file at NAME/ID/NAME below its address (Microsoft, "Symbol store
// folder tree"), and a folder that is filled in the same way is read by package
// symbols. What comes back is not trusted: it is bounded, and kept only if it is the
// file that was asked for.
package server
