package classify

import "threadlens/model"

// Class is the group that a rule belongs to.
type Class uint8

// Classes. If several rules apply to one frame, this is their order of precedence.
const (
	ClassMemory  Class = iota // M: paging and allocation, before all others
	ClassUI                   // U
	ClassSleep                // S
	ClassIO                   // I
	ClassWork                 // W: waits for work, or for events
	ClassLock                 // L: all synchronization that is known by name
	ClassGeneric              // G: shows that a thread waits, but not for what
	numClasses
)

// classLetters are the names of the classes in files.
const classLetters = "MUSIWLG"

// categories are the categories of the classes.
var categories = [numClasses]model.Category{
	model.MemoryManagement, model.UIProcessing, model.Sleep, model.IO, model.WaitForWork, model.Synchronization, model.Synchronization,
}

// Rule is a set of functions, and what a thread that waits in one of them waits
// for.
type Rule struct {
	Name     string // stable, shown as the deciding rule
	Class    Class
	Sub      model.Sub
	Platform Platform
	Note     string
	// General rules name functions that may wait for several things: another rule
	// that matches the same stack takes precedence, and so does recorded evidence
	// about the wait unless that is weak. All rules of class G are general.
	General bool
	// Result rules name functions that also return when a time runs out, Descriptor rules
	// those that wait for whatever a descriptor refers to: what is waited for depends on
	// something that the stack does not show.
	Result, Descriptor bool
	// Idle: a thread that waits here has nothing to do. Dispatch: the same, if the
	// thread hardly ever waits anywhere else.
	Idle, Dispatch bool

	patterns []pattern
	// needs and refuses are the bits of conditions further out that must hold, and
	// must not hold.
	needs, refuses uint64
	own            bool // it is the user's
	order          int
}

// Category is the category of a wait to which the rule applies.
func (r *Rule) Category() model.Category { return categories[r.Class] }

// specific is the rank of a rule that determines what is waited for.
const specific = 3

// rank decides between two rules on one stack: the higher one wins.
func (r *Rule) rank() int {
	switch {
	case r.Class == ClassGeneric:
		return 1
	case r.General, (r.Result || r.Descriptor) && !r.Platform.managed():
		return 2
	}
	return specific
}

// Weak reports whether the rule leaves the category open on a system: a wait in its
// functions is Unclassified, and its category only likely. Windows does not record
// that a time ran out; there the names that runtimes give their waits are used.
func (r *Rule) Weak(family string) bool {
	if r.Result && r.Platform.managed() && family == "windows" {
		return false
	}
	return r.rank() < specific || r.Result || r.Descriptor
}

// intent reports whether the rule determines what a thread waits for, whatever call
// it waits in: a user-interface loop, or one that hands out work.
func (r *Rule) intent(family string) bool {
	return (r.Class == ClassUI || r.Class == ClassWork) && !r.Weak(family)
}

// precedes reports whether r takes precedence over o if both match one frame.
func (r *Rule) precedes(o *Rule) bool {
	switch {
	case r.rank() != o.rank():
		return r.rank() > o.rank()
	case r.own != o.own:
		return r.own
	case r.Class != o.Class:
		return r.Class < o.Class
	}
	return r.order < o.order
}

// Platform is where the names of a rule have its meaning.
type Platform uint8

// Platforms. Runtimes are the same on any system.
const (
	Any Platform = iota
	Windows
	Linux
	Dotnet
	Java
	Go
)

var platformNames = [...]string{"any", "windows", "linux", "dotnet", "java", "go"}

// String is the platform's name in files.
func (p Platform) String() string { return platformNames[p] }

// managed reports whether functions are known by their class, so that a rule need
// not include the namespace before it.
func (p Platform) managed() bool { return p == Dotnet || p == Java }

// on reports whether the platform exists on a system.
func (p Platform) on(family string) bool {
	switch p {
	case Windows:
		return family != "linux"
	case Linux:
		return family != "windows"
	}
	return true
}
