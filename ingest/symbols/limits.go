package symbols

// MaxText is how many bytes of a text file are read, at most.
const MaxText = 1 << 28

// Bounds on what a file may make Resolve keep. Real files stay far below them; a file that exceeds
// them is not read, or not to its end.
const (
	maxSection = 1 << 30 // bytes of a section of an ELF file
	maxSymbols = 1 << 24
	maxNote    = 1 << 20 // bytes of notes

	maxSymbolName = 1 << 12 // bytes

	maxListed   = 1 << 17 // names in a folder
	maxListings = 1 << 12 // folders
)
