package model

// Module is a code file that was in memory: frames of stacks lie in it.
type Module struct {
	Name string // as Frame.Module has it
	Path string // on the traced system, "" if unknown
	// BuildID distinguishes the file from others of its name, in hexadecimal: the
	// build id of an ELF file, or GUID and age of the symbols of a Windows image,
	// as in the folder names of symbol servers. "" if unknown.
	BuildID string
	// ImageID distinguishes a Windows image itself from others of its name: the date
	// in its header and its size in memory, as in the folder names of symbol
	// servers. "" if unknown, and for other systems.
	ImageID string
	// PDB is the file with a Windows image's symbols, as recorded by the linker: a
	// name, or a path on the build machine. "" if there is none.
	PDB    string
	Kernel bool // of the kernel: its code is in all processes
	// Base is the start address of the kernel's own code, Size its length in bytes;
	// both are 0 for other modules, whose address differs by process.
	Base, Size uint64

	// Symbols is the file that the names of its functions were taken from, "" if
	// none were found or nobody has looked. Missing explains in a sentence how to
	// find missing ones.
	Symbols, Missing string
}
