package measure

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"threadlens/model"
)

// Partial lists in sentences what makes the trace's numbers for a window incomplete, or other than
// attested: likely reasons that are counted, lost events, and warnings of the reader. Empty if the
// trace is complete there. Every output shows the same sentences.
func Partial(t *model.Trace, r model.Range) []string {
	var notes []string
	if s := LikelyNote(t); s != "" {
		notes = append(notes, s)
	}
	if s := lossSentence(t, r); s != "" {
		notes = append(notes, s)
	}
	if s := ringSentence(t, r); s != "" {
		notes = append(notes, s)
	}
	if s := cutSentence(t, r); s != "" {
		notes = append(notes, s)
	}
	for i := range t.Diagnostics {
		d := &t.Diagnostics[i]
		if d.Severity < model.SeverityWarning || d.Range != (model.Range{}) && !meets(d.Range, r) {
			continue
		}
		switch d.Code {
		case "loss": // reported above, for the window alone
		case "cpu-unknown":
			notes = append(notes, unknownCores(t))
		default:
			if !slices.Contains(Unnoticed, d.Code) {
				notes = append(notes, Sentence(d.Text))
			}
		}
	}
	if m := MissingOf(t, r); m.Matters() {
		notes = append(notes, Sentence(m.Text()))
	}
	return notes
}

// Sentence capitalizes the first letter of s, unless it is part of a name like
// perf.data, and adds a full stop.
func Sentence(s string) string {
	s = strings.TrimSuffix(s, ".") + "."
	if word, _, _ := strings.Cut(s, " "); strings.ContainsAny(word, ".:") {
		return s
	}
	r, n := utf8.DecodeRuneInString(s)
	return string(unicode.ToUpper(r)) + s[n:]
}

// unknownCores names the CPUs about which the trace shows nothing.
func unknownCores(t *model.Trace) string {
	var list []model.CPU
	for i := range t.Cores {
		if !t.Cores[i].Known {
			list = append(list, model.CPU(i))
		}
	}
	verb := " have no context switches in this trace and are"
	if len(list) == 1 {
		verb = " has no context switches in this trace and is"
	}
	return CpuList(list) + verb + " excluded from all shares."
}

// ringSentence reports the time for which all CPUs are known if ring buffers held only
// the newest events, and r goes beyond.
func ringSentence(t *model.Trace, r model.Range) string {
	if t.Counters[model.CountRing] == 0 {
		return ""
	}
	c := t.Covered()
	switch {
	case r.From >= c.From && r.To <= c.To && c != t.Whole():
		return ""
	case c == t.Whole():
		return "The recording kept only the latest events of each CPU, and at no time does it contain those of all CPUs: record with larger buffers."
	}
	return fmt.Sprintf("The recording kept only the latest events: events of all CPUs are available only in %s.", Window(c))
}

// cutSentence reports the part of a recording that the file holds if r goes beyond.
func cutSentence(t *model.Trace, r model.Range) string {
	if held := t.Held(); r.Clip(held) != r {
		return fmt.Sprintf("The file contains only a part of the recording: %s.", Window(held))
	}
	return ""
}

// lossSentence counts the events lost in r, and reports where.
func lossSentence(t *model.Trace, r model.Range) string {
	var events, all int64
	var windows int
	var span model.Range
	seen := map[model.CPU]bool{}
	var cpus []model.CPU
	for _, l := range t.Losses { // once per report
		all += l.Count
		if l.Ring || !meets(l.Range, r) {
			continue
		}
		if windows == 0 {
			span = l.Range
		}
		windows++
		events += l.Count
		span = model.Range{From: min(span.From, l.From), To: max(span.To, l.To)}
		if !seen[l.CPU] {
			seen[l.CPU] = true
			cpus = append(cpus, l.CPU)
		}
	}
	if windows == 0 {
		if lost := t.Info.LostEvents - all; lost > 0 || t.Info.LostBuffers > 0 {
			return lostCount(lost, t.Info.LostBuffers) + " lost at unknown times."
		}
		return ""
	}
	what := "Events were"
	if events > 0 {
		what = lostCount(events, 0)
	}
	if windows == 1 {
		return fmt.Sprintf("%s lost on %s, %s.", what, CpuList(cpus), Window(span))
	}
	return fmt.Sprintf("%s lost on %s in %d intervals within %s.", what, CpuList(cpus), windows, Window(span))
}

func lostCount(events, buffers int64) string {
	switch {
	case events <= 0 && buffers == 1:
		return "1 buffer was"
	case events <= 0:
		return Plural(buffers, "", "buffers were")
	case events == 1:
		return "1 event was"
	case buffers > 0:
		return Plural(events, "event", "events") + " in " + Plural(buffers, "buffer", "buffers") + " were"
	}
	return Plural(events, "", "events were")
}

// meets is an overlap test in which empty ranges of losses count.
func meets(l, r model.Range) bool { return l.From < r.To && l.To >= r.From }

// CpuList names CPUs: "CPU 1", "CPUs 0, 2 and 3", at most six.
func CpuList(cpus []model.CPU) string {
	if len(cpus) == 0 {
		return "No CPU"
	}
	if len(cpus) == 1 {
		return "CPU " + strconv.Itoa(int(cpus[0]))
	}
	const most = 6
	var names []string
	for _, c := range cpus[:min(len(cpus), most)] {
		names = append(names, strconv.Itoa(int(c)))
	}
	last := names[len(names)-1]
	if len(cpus) > most {
		last = strconv.Itoa(len(cpus)-most) + " more"
	} else {
		names = names[:len(names)-1]
	}
	return "CPUs " + strings.Join(names, ", ") + " and " + last
}
