// Package pdb reads the names of functions from the files that Microsoft's and LLVM's linkers write
// next to Windows images.
//
// Such a file holds streams, split into blocks in any place (msf.go). Stream 1 identifies the
// build, stream 3 has the places of everything else (file.go): the public symbols, the symbols of
// each compiled module, the headers of the image's sections, and how parts were moved after linking
// (functions.go, omap.go). The layout is that of LLVM's documentation of the format ("The PDB File
// Format") and of the headers that Microsoft published (cvinfo.h, dbi.h in microsoft-pdb); comments
// name the structures.
//
// Nothing in a file is trusted: streams are bounded by the size of the file, individually and in
// total, and invalid records are left out.
package pdb
