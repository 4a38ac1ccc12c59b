package symbols

import (
	"errors"
	"strings"

	"github.com/ianlancetaylor/demangle"
)

// names are the known functions of a module.
type names struct {
	*table
	source string // the file
	// address is a frame's address in the table; false where it has none.
	address func(f place) (uint64, bool)
	// missing is what would provide the other names, "" when the file has all.
	missing string
	// readable is a name of the table as in the source code.
	readable func(name string) string
}

// anotherBuild is why a file with the right name is not used.
const anotherBuild = "is from another build"

var errNoNames = errors.New("has no function names")

// place is where a frame is: its address, and for code of a file the offset in it.
type place struct {
	addr, offset uint64
	inFile       bool
}

// readable is a name as in the source code: without what C++ and Rust add for the linker, and
// without a version after an @. In Go names that may be part of a path.
func readable(name string) string {
	if plain, version, ok := strings.Cut(name, "@"); ok && !strings.Contains(version, "/") {
		name = plain
	}
	return demangled(name)
}

// demangled recovers from panics of the library: names come from untrusted files.
func demangled(name string) (text string) {
	defer func() {
		if recover() != nil {
			text = name
		}
	}()
	return demangle.Filter(name, demangle.NoParams, demangle.MaxLength(12))
}
