package find

import (
	"strings"

	"threadlens/app/session/naming"
	"threadlens/model"
	"threadlens/timeline"
)

// Prefixes of a search for one kind of thing.
const (
	FindCommand = ">" // a command
	FindTime    = "@" // a time or a range of time
	FindID      = ":" // a thread or a process by the beginning of its id
)

// Find searches for text: words that must all occur in a title, in any case, somewhere or at least
// as letters in this order; or what one of the prefixes selects. Times are relative to window.
// Threads and times have their names in terms; a thread is found by its own name as well. Without
// text everything is found. A nil Index knows only commands and times.
func (x *Index) Find(text string, commands []Command, window model.Range, terms naming.Terms) Found {
	text = strings.TrimSpace(text)
	if rest, ok := strings.CutPrefix(text, FindTime); ok {
		return findTime(rest, window, terms.Clock)
	}
	q := query{words: strings.Fields(strings.ToLower(text))}
	switch {
	case strings.HasPrefix(text, FindCommand):
		x, q.words = nil, strings.Fields(strings.ToLower(strings.ReplaceAll(text[len(FindCommand):], "…", ""))) // as in menus
	case strings.HasPrefix(text, FindID):
		commands, q.words, q.byID, q.id = nil, nil, true, strings.TrimSpace(text[len(FindID):])
	}
	if x != nil {
		for i := range x.things {
			th := &x.things[i]
			rank := q.rankThing(th)
			if given, ok := th.given(x.trace, terms); ok {
				th = &given
				rank = min(rank, q.rankThing(th))
			}
			q.offer(th.subject, rank, len(th.title), i)
		}
	}
	for i, c := range commands {
		q.offer(SubjectCommand, q.rankCommand(c), len(c.Title), i)
	}
	return q.result(func(s Subject, place int) Hit {
		if s == SubjectCommand {
			return Hit{Subject: s, Title: commands[place].Title, Ref: place}
		}
		th := &x.things[place]
		if given, ok := th.given(x.trace, terms); ok {
			th = &given
		}
		return Hit{Subject: s, Title: th.title, Note: th.note, Ref: th.ref}
	})
}

// findTime parses a typed time.
func findTime(text string, window model.Range, clock timeline.Clock) Found {
	if strings.TrimSpace(text) == "" {
		return Found{Note: "Enter a time (7611ms), a range (7.3s-7.9s), or the length of a range from the timeline's left edge (+250ms)."}
	}
	r, err := naming.ParseRange(text, window, clock)
	if err != nil {
		return Found{Note: err.Error()}
	}
	hit := Hit{Subject: SubjectTime, Title: clock.Range(r), Note: timeline.FormatDuration(r.Len()), Range: r}
	return Found{Groups: []Group{{SubjectTime, []Hit{hit}, 1}}}
}
