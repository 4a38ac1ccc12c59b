package frames

// Bounds on what a trace may make a Map keep. Real traces stay far below; what
// exceeds them is left out and counted.
const (
	maxRecords = 1 << 22 // of each kind, and names
	maxText    = 1 << 28 // bytes of names
	maxOffsets = 1 << 20 // texts of offsets that are kept to be used again
	maxModules = 1 << 16 // files that are told apart
	maxAlike   = 1 << 8  // of one name that are compared with each other
	maxTold    = 1 << 10 // identities of what was at one address of a process
)

// Left counts what a Map left out.
type Left struct {
	Full    int64 // events for which there was no room
	Absurd  int64 // events with a range that cannot be: empty, of 4 GiB and more, or beyond the last address
	Late    int64 // events that came after the first question
	Tangled int64 // images, methods and modules that overlap too many others
}
