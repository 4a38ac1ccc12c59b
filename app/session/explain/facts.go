package explain

import (
	"strconv"
	"strings"

	"threadlens/app/session/naming"
	"threadlens/model"
	"threadlens/timeline"
)

// Fact is one line of what is known about a segment.
type Fact struct {
	Label, Value string
	Waker        bool // the value names the thread of Facts.Waker
	PageRead     bool // the value is the read to which the session's ToPageRead goes
	More         bool // below what others did meanwhile
}

// Facts is what is known about a segment, for people.
type Facts struct {
	Segment  model.Segment
	Category string // as on screen
	Duration string
	Thread   string // name and id
	Instance string // "instance 12 of 31 in this window"
	Rows     []Fact
	// Waker is the segment to go to for the cause, where HasWaker.
	Waker    timeline.SegmentRef
	HasWaker bool
	// Blocker is what a wait waited for.
	Blocker *Blocker
	// Meanwhile is what the CPU did in whose queue the thread stood.
	Meanwhile *Meanwhile

	terms naming.Terms // used for its text
}

// add appends a fact unless its value is empty.
func (f *Facts) add(label, value string) {
	if value != "" {
		f.Rows = append(f.Rows, Fact{Label: label, Value: value})
	}
}

// addWaker appends who caused the segment or ended it.
func (f *Facts) addWaker(label, value string) {
	f.Rows = append(f.Rows, Fact{Label: label, Value: value, Waker: f.HasWaker})
}

// Who is the thread, and which of its instances this is, as far as known.
func (f *Facts) Who() string { return strings.TrimSuffix(f.Thread+" · "+f.Instance, " · ") }

// Text is all facts as lines of text, for the clipboard.
func (f *Facts) Text() string {
	var b strings.Builder
	b.WriteString(f.Category + ", " + f.Duration + "\n")
	b.WriteString(f.Who() + "\n")
	for _, r := range f.Rows {
		b.WriteString(r.Label + ": " + r.Value + "\n")
	}
	if f.Blocker != nil {
		b.WriteString(f.Blocker.Heading() + ": " + sumsText(&f.Blocker.Sums) + "\n")
	}
	if f.Meanwhile != nil {
		b.WriteString(f.Meanwhile.Title() + ": " + strings.Join(f.Meanwhile.Lines(), ", ") + "\n")
	}
	seg := &f.Segment
	exact := func(label string, t model.Time) {
		b.WriteString(label + ": " + strconv.FormatInt(int64(t), 10) + " ns\n")
	}
	exact("From", seg.From)
	exact("To", seg.To)
	exact("Length", seg.Len())
	return b.String()
}

// sumsText lists the times by category in ns.
func sumsText(sums *model.Sums) string {
	var parts []string
	for c, d := range sums {
		if d > 0 {
			parts = append(parts, model.Category(c).Title()+" "+strconv.FormatInt(int64(d), 10)+" ns")
		}
	}
	return strings.Join(parts, ", ")
}
