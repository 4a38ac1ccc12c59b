// Package server downloads the symbol files of Windows images from a symbol server: the only part
// of the program that uses a network, and only when the user names the server.
//
// A server keeps a file at NAME/ID/NAME below its address (Microsoft, "Symbol store folder tree"),
// and package symbols reads folders with the same layout. The response is not trusted: it is
// bounded, and kept only if it is the requested file.
package server
