package explain

import (
	"strconv"
	"strings"

	"threadlens/app/session/naming"
	"threadlens/model"
	"threadlens/model/report"
	"threadlens/timeline"
)

// ThreadFacts is what is known about a thread, for people.
type ThreadFacts struct {
	Title string // name and id
	Kind  string // "main thread of app 1396"
	Rows  []Fact
}

// ThreadFactsOf are the facts about a thread. What the trace does not contain is named unknown.
func ThreadFactsOf(t *model.Trace, ix model.ThreadIx, terms naming.Terms) ThreadFacts {
	th := &t.Threads[ix]
	f := ThreadFacts{Title: terms.Thread(t, ix), Kind: kindOf(t, ix)}
	add := func(label, value string) { f.Rows = append(f.Rows, Fact{Label: label, Value: value}) }
	add("Lifetime", lifetime(th, terms.Clock))
	add("Names", nameHistory(th, terms.Clock))
	add("Start function", t.StartOf(ix).Title(t, ix))
	add("Priority", priority(t, ix))
	add("Created by", creator(t, th, terms))
	if a := t.Account(ix, t.Held()); a != (model.Account{}) {
		add("CPU time", report.AccountText(a))
	}
	if th.Exited {
		add("Exit began", terms.Clock.Instant(th.ExitAt, t.End))
	}
	if th.Incarnation > 0 {
		add("Thread ID", "the "+ordinal(th.Incarnation+1)+" thread with this id in the trace")
	}
	add("Segments", timeline.FormatCount(int64(th.Len())))
	return f
}

// kindOf describes what sort of thread it is, as far as the trace shows.
func kindOf(t *model.Trace, ix model.ThreadIx) string {
	th, p := &t.Threads[ix], t.Process(ix)
	kind := "thread"
	switch {
	case th.Idle:
		return "idle thread"
	case p.Class == model.ClassSystem && t.Info.OS.Family == "linux":
		return "kernel thread"
	case p.Class == model.ClassSystem:
		kind = "system thread"
	case t.Info.OS.Family == "linux" && p.Known && uint32(th.TID) == p.PID:
		kind = "main thread"
	}
	if t.ServesWindows(ix) {
		kind = "UI thread"
	}
	if name := process(t, ix); name != "" {
		return kind + " of " + name
	}
	return kind + " of an unknown process"
}

func lifetime(th *model.Thread, clock timeline.Clock) string {
	text := clock.Range(th.Life) + ", " + timeline.FormatDuration(th.Life.Len())
	switch {
	case !th.Started && !th.Ended:
		return text + "; alive for the whole trace"
	case !th.Started:
		return text + "; began before the trace"
	case !th.Ended:
		return text + "; alive at the end of the trace"
	}
	return text
}

// nameHistory is the history of a thread's names, the current one last.
func nameHistory(th *model.Thread, clock timeline.Clock) string {
	if len(th.Names) == 0 {
		return "unknown"
	}
	var list []string
	for i, n := range th.Names {
		text := timeline.Printable(n.Name)
		if text == "" {
			text = "none"
		}
		if i > 0 || len(th.Names) > 1 {
			text += " from " + clock.Instant(n.From, th.Life.Len())
		}
		if n.Exec {
			text += " (executed another program)"
		}
		list = append(list, text)
	}
	return strings.Join(list, "; ")
}

func creator(t *model.Trace, th *model.Thread, terms naming.Terms) string {
	if th.Creator == model.NoThread || int(th.Creator) >= len(t.Threads) {
		return "unknown"
	}
	return terms.Thread(t, th.Creator)
}

// priority is in the numbers of the source; the system determines which is more urgent.
func priority(t *model.Trace, ix model.ThreadIx) string {
	p := t.Threads[ix].Priority
	if !p.Known {
		return "unknown"
	}
	text := strconv.Itoa(int(p.Last))
	if p.Low != p.High {
		text += ", ranged from " + strconv.Itoa(int(p.Low)) + " to " + strconv.Itoa(int(p.High))
	}
	switch t.Info.OS.Family {
	case "linux":
		if note := t.PriorityNote(ix); note != "" {
			text += ", " + note
		}
		return text + " (lower runs first)"
	case "windows":
		return text + " (higher runs first)"
	}
	return text
}

func ordinal(n int) string {
	switch {
	case n%10 == 1 && n%100 != 11:
		return strconv.Itoa(n) + "st"
	case n%10 == 2 && n%100 != 12:
		return strconv.Itoa(n) + "nd"
	case n%10 == 3 && n%100 != 13:
		return strconv.Itoa(n) + "rd"
	}
	return strconv.Itoa(n) + "th"
}

// Text is all facts as lines of text, for the clipboard.
func (f *ThreadFacts) Text() string {
	var b strings.Builder
	b.WriteString(f.Title + "\n" + f.Kind + "\n")
	for _, r := range f.Rows {
		b.WriteString(r.Label + ": " + r.Value + "\n")
	}
	return b.String()
}
