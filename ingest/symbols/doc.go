// Package symbols finds the names of the functions at the addresses of a trace: from ELF files and
// the files with their debugging symbols, from Windows images and their symbol files (PDB), from
// snapshots of /proc/kallsyms, and from the files in which JIT compilers list their code
// (perf-PID.map).
//
// Resolve (symbols.go) returns a trace whose frames have names (resolver.go: which need one, names.go:
// where they come from); the modules in its Info state the source, or what would find them.
// search.go finds the files, file.go and kernel.go
// check whether they are the right ones; elf.go, kallsyms.go and perfmap.go read one kind each, and
// make a table (table.go). windows.go and store.go do for Windows what file.go and search.go do for
// Linux; packages pe and pdb read the files, undecorate demangles the names. cache.go keeps the
// contents of large files on disk. snapshot.go saves the names of one trace, to take with it to
// machines that lack those files.
//
// No file is trusted: what is read is bounded (limits.go), invalid parts are left out, and a file
// is used only if nothing contradicts that it is the traced one.
package symbols
