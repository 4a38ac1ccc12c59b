package model

// Category is what the user sees and what the profile adds up. It is a display
// attribute: it follows from state and sub-reason and never changes them.
type Category uint8

// Categories, in the order in which they are shown. WaitForWork is a wait for work
// or events, which may also be an awaited reply. Unclassified is a wait whose
// reason the trace does not attest; UnknownCategory is for the state Unknown alone.
const (
	Execution Category = iota
	Synchronization
	IO
	Sleep
	MemoryManagement
	Preemption
	UIProcessing
	Dispatch
	Interrupt
	UnknownCategory
	WaitForWork
	Unclassified

	NumCategories = 12
)

var categoryNames = [NumCategories]string{
	"Execution", "Synchronization", "IO", "Sleep", "MemoryManagement",
	"Preemption", "UIProcessing", "Dispatch", "Interrupt", "Unknown",
	"WaitForWork", "Unclassified",
}

var categoryTitles = [NumCategories]string{
	"Execution", "Synchronization", "I/O", "Sleep", "Memory management",
	"Preemption", "UI processing", "Ready", "Interrupt", "Unknown",
	"Waiting for work or events", "Unclassified wait",
}

// String is the category's name in data output.
func (c Category) String() string { return name(categoryNames[:], int(c)) }

// Title is the category's name on screen, where Dispatch is called Ready.
func (c Category) Title() string { return name(categoryTitles[:], int(c)) }

// Brief is the category's title where there is little room, as in legends and
// column headings.
func (c Category) Brief() string {
	if c == WaitForWork {
		return "Waiting for work"
	}
	return c.Title()
}

// ParseCategory reads a name that String prints.
func ParseCategory(s string) (Category, bool) {
	i, ok := lookup(categoryNames[:], s)
	return Category(i), ok
}

// Sums holds a duration in ns for every category.
type Sums [NumCategories]Time

// Add adds o to s.
func (s *Sums) Add(o *Sums) {
	for i := range s {
		s[i] += o[i]
	}
}

// Sub subtracts o from s.
func (s *Sums) Sub(o *Sums) {
	for i := range s {
		s[i] -= o[i]
	}
}

// Total is the sum over all categories.
func (s *Sums) Total() Time {
	var t Time
	for _, v := range s {
		t += v
	}
	return t
}
