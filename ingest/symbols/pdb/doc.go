// Package pdb reads the names of functions from the files that Microsoft's and
// LLVM's linkers write beside Windows images.
//
// Such a file holds streams, cut into blocks that lie anywhere (msf.go). Stream 1
// tells which build the file is of, stream 3 where everything else is (file.go):
// the public symbols, the symbols of each compiled module, the headers of the
// image's sections, and how parts were moved about after linking (functions.go,
// omap.go). The layout is that of LLVM's documentation of the format ("The PDB File
// Format") and of the headers that Microsoft published (cvinfo.h, dbi.h in
// microsoft-pdb); comments name the structures.
//
// Nothing in a file is trusted: streams are bounded by the size of the file, also
// all together, and records that make no sense are left out.
package pdb
