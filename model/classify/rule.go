package classify

import "threadlens/model"

// Class groups rules as thread_model 4.5 does.
type Class uint8

// Classes. Where several rules say something about one frame, the order of these
// is theirs.
const (
	ClassMemory  Class = iota // M: paging and allocation, before all others
	ClassUI                   // U
	ClassSleep                // S
	ClassIO                   // I
	ClassWork                 // W: who waits for work, or for events
	ClassLock                 // L: all synchronization that is known by its name
	ClassGeneric              // G: that a thread waits, but not for what
	numClasses
)

// classLetters are the names of the classes in files.
const classLetters = "MUSIWLG"

// categories are those of the classes.
var categories = [numClasses]model.Category{
	model.MemoryManagement, model.UIProcessing, model.Sleep, model.IO, model.WaitForWork, model.Synchronization, model.Synchronization,
}

// Rule is one line of thread_model 4.5: functions, and what a thread that waits
// in one of them waits for.
type Rule struct {
	Name     string // stable, shown as what decided
	Class    Class
	Sub      model.Sub
	Platform Platform
	Note     string
	// General rules name functions that may wait for several things: another rule
	// that matches the same stack knows better, and so does what was recorded of
	// the wait unless that is weak. All of class G are.
	General bool
	// Result rules name functions that also return when a time runs out, Descriptor
	// rules those that wait for whatever a descriptor refers to: what is waited for hangs
	// on what the stack does not show.
	Result, Descriptor bool
	// Idle: who waits here has nothing to do. Dispatch: so it is if hardly any
	// other wait of the thread is.
	Idle, Dispatch bool

	patterns []pattern
	// needs and refuses are the bits of what must stand further out, and what must
	// not.
	needs, refuses uint64
	own            bool // the user's
	order          int
}

// Category is the category of a wait to which the rule applies.
func (r *Rule) Category() model.Category { return categories[r.Class] }

// specific is the rank of a rule that knows what is waited for.
const specific = 3

// rank says which of two rules on one stack is heeded: the higher one.
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
// functions is Unclassified, and what it says is likely. That a time ran out is not
// recorded on Windows, where what runtimes call their waits is heeded.
func (r *Rule) Weak(family string) bool {
	if r.Result && r.Platform.managed() && family == "windows" {
		return false
	}
	return r.rank() < specific || r.Result || r.Descriptor
}

// intent reports whether the rule says for what a thread waits whatever call it waits
// in: a loop of a user interface, or one that hands out work.
func (r *Rule) intent(family string) bool {
	return (r.Class == ClassUI || r.Class == ClassWork) && !r.Weak(family)
}

// precedes reports whether r is heeded before o where both match one frame.
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

// Platform says where the names of a rule mean what it says.
type Platform uint8

// Platforms. The runtimes are those of any system.
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
// not tell the namespace before it.
func (p Platform) managed() bool { return p == Dotnet || p == Java }

// on reports whether the platform is to be found on a system.
func (p Platform) on(family string) bool {
	switch p {
	case Windows:
		return family != "linux"
	case Linux:
		return family != "windows"
	}
	return true
}
