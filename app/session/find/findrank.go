package find

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// How well a word matches a title, best first.
const (
	rankWhole  = iota // it is the title
	rankPrefix        // the title begins with it
	rankStart         // a word of the title begins with it
	rankInside        // it occurs in the title
	rankSparse        // its letters occur in the title, in this order
	rankNone
)

// query is a search in progress: its terms, and the best candidates so far.
type query struct {
	words []string // in lower case; all must match
	byID  bool     // id, the beginning of a tid or pid, counts instead
	id    string
	lists [numSubjects]ranking
}

// rankThing ranks a thing: by its id if one was typed, else by its title.
func (q *query) rankThing(th *thing) int {
	switch {
	case !q.byID:
		return rankWords(th.title, th.key, q.words, q.lists[th.subject].close == 0)
	case th.id == "" || !strings.HasPrefix(th.id, q.id):
		return rankNone
	case th.id == q.id:
		return rankWhole
	}
	return rankPrefix
}

// rankCommand ranks a command by its title, the name of its report, or the title and its further
// words, which only count in full: they are a sentence, in which the letters of most words
// could be found. A match in the title ranks first. What cannot be done now ranks as if the title
// only contained the text, unless that is all of it.
func (q *query) rankCommand(c Command) int {
	rank := min(q.rankTitle(c), q.rankName(c))
	if c.Off && rank > rankWhole && rank < rankInside {
		return rankInside
	}
	return rank
}

func (q *query) rankTitle(c Command) int {
	rank := rankWords(c.Title, strings.ToLower(c.Title), q.words, true)
	if c.Also == "" {
		return rank
	}
	all := c.Title + " – " + c.Also
	return min(rank, max(rankInside, rankWords(all, strings.ToLower(all), q.words, false)))
}

// rankName ranks a command by the name of its report, in which hyphens and spaces do not count. It
// ranks below the same words of a title, which is what the menus show.
func (q *query) rankName(c Command) int {
	typed, name := strings.ReplaceAll(strings.Join(q.words, ""), "-", ""), strings.ReplaceAll(c.Name, "-", "")
	switch {
	case typed == "" || !strings.HasPrefix(name, typed):
		return rankNone
	case name == typed:
		return rankPrefix
	}
	return rankStart
}

// offer adds a candidate of a rank.
func (q *query) offer(s Subject, rank, length, place int) {
	if rank < rankNone {
		q.lists[s].offer(candidate{rank, length, place}, len(q.words) == 0 && q.id == "")
	}
}

// rankWords is the rank of the word that matches worst, or of all words together as
// they were typed. key is the title in lower case; loose lets words match sparsely.
func rankWords(title, key string, words []string, loose bool) int {
	worst := rankWhole
	for _, w := range words {
		worst = max(worst, rankWord(title, key, w, loose))
		if worst == rankNone {
			return rankNone
		}
	}
	if len(words) > 1 {
		return min(worst, rankWord(title, key, strings.Join(words, " "), false))
	}
	return worst
}

func rankWord(title, key, word string, loose bool) int {
	at := strings.Index(key, word)
	switch {
	case at < 0 && loose && sparse(key, word):
		return rankSparse
	case at < 0:
		return rankNone
	case at == 0 && len(word) == len(key):
		return rankWhole
	case at == 0:
		return rankPrefix
	}
	for at < len(key) {
		if startsWord(title, key, at) {
			return rankStart
		}
		next := strings.Index(key[at+1:], word)
		if next < 0 {
			break
		}
		at += 1 + next
	}
	return rankInside
}

// startsWord reports whether a word begins at byte at of key: after something that is not a letter
// or digit, or with the capital of a name such as NtWaitFor.
func startsWord(title, key string, at int) bool {
	before, _ := utf8.DecodeLastRuneInString(key[:at])
	if !unicode.IsLetter(before) && !unicode.IsDigit(before) {
		return true
	}
	if len(title) != len(key) {
		return false // different lengths in lower case: the positions do not correspond
	}
	was, _ := utf8.DecodeLastRuneInString(title[:at])
	is, _ := utf8.DecodeRuneInString(title[at:])
	return unicode.IsUpper(is) && !unicode.IsUpper(was)
}

// sparseSpread is the most letters of a title over which each letter of a word
// that matches sparsely may be spread.
const sparseSpread = 4

// sparse reports whether the letters of word occur in key in their order and
// not far apart, the first of them at the start of a word.
func sparse(key, word string) bool {
	first, size := utf8.DecodeRuneInString(word)
	for at := 0; ; {
		next := strings.IndexRune(key[at:], first)
		if next < 0 {
			return false
		}
		before, _ := utf8.DecodeLastRuneInString(key[:at+next])
		start := at + next
		at = start + utf8.RuneLen(first)
		if unicode.IsLetter(before) || unicode.IsDigit(before) {
			continue
		}
		if end := start + sparseSpread*len(word); inOrder(key[at:min(end, len(key))], word[size:]) {
			return true
		}
	}
}

func inOrder(key, word string) bool {
	for _, r := range word {
		i := strings.IndexRune(key, r)
		if i < 0 {
			return false
		}
		key = key[i+utf8.RuneLen(r):]
	}
	return true
}

// candidate is a hit and what orders it: how well it matches, how short its
// title is, its place.
type candidate struct{ rank, length, place int }

func (a candidate) compare(b candidate) int {
	return cmp.Or(cmp.Compare(a.rank, b.rank), cmp.Compare(a.length, b.length), cmp.Compare(a.place, b.place))
}

// ranking is the best candidates of one subject. Sparse matches count only where there are no
// others: they are a guess at a typing error.
type ranking struct {
	best  []candidate // at most MaxHits, in order
	close int         // candidates that match properly
	all   int
}

// offer adds a candidate; asIs keeps the order in which they come.
func (r *ranking) offer(c candidate, asIs bool) {
	if asIs {
		c.length = 0
	}
	r.all++
	if c.rank < rankSparse {
		r.close++
	}
	if n := len(r.best); n == MaxHits {
		if c.compare(r.best[n-1]) >= 0 {
			return
		}
		r.best = r.best[:n-1]
	}
	i, _ := slices.BinarySearchFunc(r.best, c, candidate.compare)
	r.best = slices.Insert(r.best, i, c)
}

// settle drops the sparse matches where there are better ones, and returns how many candidates
// there were.
func (r *ranking) settle() (total int) {
	if r.close == 0 {
		return r.all
	}
	r.best = slices.DeleteFunc(r.best, func(c candidate) bool { return c.rank == rankSparse })
	return r.close
}

// result makes groups of the best candidates: the group with the best one first, and no more hits
// than MaxHits, with a share for each group.
func (q *query) result(hit func(s Subject, place int) Hit) Found {
	var f Found
	ranks := map[Subject]int{}
	for s := range q.lists {
		r := &q.lists[s]
		if total := r.settle(); total > 0 {
			f.Groups = append(f.Groups, Group{Subject: Subject(s), Total: total})
			ranks[Subject(s)] = r.best[0].rank
		}
	}
	if len(f.Groups) == 0 {
		f.Note = "No matches."
		return f
	}
	ranks[SubjectCommand] = rankNone // last: the contents of the trace are searched for more often
	slices.SortStableFunc(f.Groups, func(a, b Group) int { return cmp.Compare(ranks[a.Subject], ranks[b.Subject]) })
	for n, full := 0, false; n < MaxHits && !full; {
		full = true
		for i := range f.Groups {
			g := &f.Groups[i]
			if have := len(g.Hits); have < len(q.lists[g.Subject].best) && n < MaxHits {
				g.Hits = append(g.Hits, hit(g.Subject, q.lists[g.Subject].best[have].place))
				n, full = n+1, false
			}
		}
	}
	return f
}
