package export

import (
	"strings"

	"threadlens/model"
	"threadlens/model/measure"
)

// noteSentences is the number of sentences for which a note has room.
const noteSentences = 2

// PictureNote is the note below a picture: that likely reasons are counted, and what is missing in
// the trace; "" for nothing.
func PictureNote(t *model.Trace) string {
	var notes []string
	if s := measure.LikelyNote(t); s != "" {
		notes = append(notes, s)
	}
	if s := HealthNote(t); s != "" {
		notes = append(notes, "Partial trace. "+s)
	}
	return strings.Join(notes, " ")
}

// HealthNote describes what is missing in a trace, "" when nothing is: the text of the window's
// banner.
func HealthNote(t *model.Trace) string {
	notes := measure.Partial(t, t.Held())
	if measure.LikelyNote(t) != "" {
		notes = notes[1:] // which is not about anything missing
	}
	if len(notes) == 0 {
		return ""
	}
	if len(t.Losses) > 0 {
		notes = []string{notes[0], "Unknown time is hatched; totals that include it are lower bounds, marked “≥”."}
	}
	text := strings.Join(notes[:min(len(notes), noteSentences)], " ")
	switch more := len(notes) - noteSentences; {
	case more == 1:
		text += " 1 more issue."
	case more > 1:
		text += " " + measure.Count(int64(more)) + " more issues."
	}
	return text
}
