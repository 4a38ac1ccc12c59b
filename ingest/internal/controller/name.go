package controller

import (
	"fmt"
	"unicode/utf16"
)

// Owner is a process that has started sessions: an id alone may be given to another
// process after it has ended.
type Owner struct {
	PID     uint32
	Created uint64 // when it was created, as the system counts time
}

// Name is the name of the session in which a process records.
func (o Owner) Name() string { return fmt.Sprintf("Threadlens %d-%x", o.PID, o.Created) }

// besideSuffix is what the name of a session ends with that records beside one of the
// kernel.
const besideSuffix = " programs"

// BesideName is the name of the session in which a process records what programs tell
// themselves, beside that of Name.
func (o Owner) BesideName() string { return o.Name() + besideSuffix }

// parseName is the process whose session has a name; false where that is not one of
// this program.
func parseName(name string) (o Owner, ok bool) {
	n, err := fmt.Sscanf(name, "Threadlens %d-%x", &o.PID, &o.Created)
	return o, err == nil && n == 2 && (o.Name() == name || o.BesideName() == name)
}

// put writes a name into its place; false where it is too long.
func put(to *[maxName]uint16, name string) bool {
	units := utf16.Encode([]rune(name))
	if len(units) >= maxName {
		return false
	}
	clear(to[copy(to[:], units):])
	return true
}

// get is the name in a place.
func get(from *[maxName]uint16) string {
	for i, unit := range from {
		if unit == 0 {
			return string(utf16.Decode(from[:i]))
		}
	}
	return string(utf16.Decode(from[:]))
}
