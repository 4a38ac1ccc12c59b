package find

import "threadlens/model"

// MaxHits is the number of hits that a search shows.
const MaxHits = 50

// Command is something that can be done, as far as a search needs to know.
type Command struct {
	Title string
	Name  string // of its report on the command line, if it shows one
	Also  string // further words by which it is found
	Off   bool   // it cannot be done now: others that match as well come first
}

// Hit is something that a search found.
type Hit struct {
	Subject Subject
	Title   string // printable
	Note    string // what distinguishes it from others with the same title
	// Ref is the index of the thread or process, or the command's place in the list given to Find;
	// for other subjects the Index interprets it.
	Ref   int
	Range model.Range // of SubjectTime
}

// Group is the hits of one subject, best first.
type Group struct {
	Subject Subject
	Hits    []Hit
	Total   int // number of hits, shown or not
}

// Found is the result of a search.
type Found struct {
	Groups []Group // the group with the best hit first, commands last; MaxHits in total
	Note   string  // why there are no hits, "" otherwise
}

// Len is the number of hits shown.
func (f *Found) Len() int {
	n := 0
	for i := range f.Groups {
		n += len(f.Groups[i].Hits)
	}
	return n
}
