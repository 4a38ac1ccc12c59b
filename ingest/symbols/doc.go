// Package symbols finds out what functions are called at the addresses of a
// trace: from ELF files and the files with their debugging symbols, from Windows
// images and the files with theirs (PDB), from snapshots of /proc/kallsyms, and from
// the files in which compilers at run time say what they made (perf-PID.map).
//
// Resolve (symbols.go) makes of a trace one whose frames have names; the modules
// in its Info say where the names come from, or what would find them. search.go
// looks for the files, file.go and kernel.go tell whether they are the right ones;
// elf.go, kallsyms.go and perfmap.go read one kind each, and make a table
// (table.go) of what they say. windows.go and store.go do for Windows what file.go and
// search.go do for Linux; packages pe and pdb read the files, undecorate the names.
// cache.go keeps on disk what large files tell. snapshot.go saves the names of one
// trace, to go with it to machines that lack those files.
//
// No file is trusted: what is read is bounded (limits.go), what makes no sense is
// left out, and a file is taken only if nothing speaks against its being the one
// that was traced.
package symbols
