package frames

// Bounds on what a trace may make a Map keep. Real traces stay far below them; anything beyond is
// left out and counted.
const (
	maxRecords = 1 << 22 // of each kind, and of names
	maxText    = 1 << 28 // bytes of names
	maxOffsets = 1 << 20 // texts of offsets kept for reuse
	maxModules = 1 << 16 // distinct files
	maxAlike   = 1 << 8  // of one name that are compared
	maxTold    = 1 << 10 // identities at one address of a process
)

// Left counts what a Map left out.
type Left struct {
	Full    int64 // events for which there was no room
	Absurd  int64 // events with an impossible range: empty, of 4 GiB or more, or beyond the last address
	Late    int64 // events that came after the first look-up
	Tangled int64 // images, methods and modules that overlap too many others
}
