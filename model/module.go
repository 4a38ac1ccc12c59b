package model

// Module is a file of code that was in memory: frames of stacks lie in it.
type Module struct {
	Name string // as Frame.Module has it
	Path string // of the file on the traced system, "" when unknown
	// BuildID tells the file from others of its name, in hexadecimal: the build
	// id of an ELF file, or GUID and age of the symbols of a Windows image, as
	// the folders of symbol servers are called. "" when unknown.
	BuildID string
	// ImageID tells a Windows image itself from others of its name: the date in its
	// header and its size in memory, as the folders of symbol servers are called. ""
	// when unknown, and for other systems.
	ImageID string
	// PDB is the file with a Windows image's symbols, as the linker noted it: a name,
	// or a path on the machine that built it. "" without.
	PDB    string
	Kernel bool // of the kernel: its code is in all processes
	// Base is where the kernel's own code began, Size how many bytes it has; both
	// are 0 for other modules, which lie elsewhere in each process.
	Base, Size uint64

	// Symbols is the file that the names of its functions were taken from, ""
	// where none were found or nobody has looked. Missing says in a sentence what
	// would find those that are missing.
	Symbols, Missing string
}
