package controller

import (
	"fmt"
	"unicode/utf16"
)

// Owner is a process that has started sessions: an id alone may be reused after it has ended.
type Owner struct {
	PID     uint32
	Created uint64 // when it was created, in the system's time
}

// Name is the name of the session in which a process records.
func (o Owner) Name() string { return fmt.Sprintf("Threadlens %d-%x", o.PID, o.Created) }

// besideSuffix ends the name of a session that records programs next to the kernel's.
const besideSuffix = " programs"

// BesideName is the name of the session in which a process records program events, next to that of
// Name.
func (o Owner) BesideName() string { return o.Name() + besideSuffix }

// parseName is the process that owns the session with a name; false where that is not one of this
// program's.
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

// get is the name at a place.
func get(from *[maxName]uint16) string {
	for i, unit := range from {
		if unit == 0 {
			return string(utf16.Decode(from[:i]))
		}
	}
	return string(utf16.Decode(from[:]))
}
