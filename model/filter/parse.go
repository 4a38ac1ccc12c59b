package filter

import (
	"fmt"
	"regexp"
	"regexp/syntax"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"threadlens/model"
)

// maxText bounds the length of a filter's text in bytes.
const maxText = 1 << 12

// Error is what is wrong with a filter, and where.
type Error struct {
	Place int // of the first wrong character, from 1
	Text  string
}

// Error is the sentence to show.
func (e *Error) Error() string { return fmt.Sprintf("character %d: %s", e.Place, e.Text) }

// Parse reads a filter. The error is an *Error.
func Parse(s string) (Filter, error) {
	if len(s) > maxText {
		return Filter{}, &Error{1, fmt.Sprintf("the filter is longer than %d bytes", maxText)}
	}
	if !utf8.ValidString(s) {
		return Filter{}, &Error{1, "the filter is not valid UTF-8"}
	}
	p := parser{s: s}
	f := Filter{text: s}
	for p.blanks(); p.at < len(p.s); p.blanks() {
		t := p.term()
		if p.err != nil {
			return Filter{}, p.err
		}
		f.terms = append(f.terms, t)
	}
	return f, nil
}

// parser reads a filter's text from at on. After an error it reads no further.
type parser struct {
	s   string
	at  int
	err error
}

// fail notes what is wrong at byte at; the first error stays.
func (p *parser) fail(at int, format string, args ...any) {
	if p.err == nil {
		p.err = &Error{utf8.RuneCountInString(p.s[:at]) + 1, fmt.Sprintf(format, args...)}
	}
}

func (p *parser) blanks() {
	p.at = len(p.s) - len(strings.TrimLeftFunc(p.s[p.at:], unicode.IsSpace))
}

// take skips prefix if it comes next.
func (p *parser) take(prefix string) bool {
	if !strings.HasPrefix(p.s[p.at:], prefix) {
		return false
	}
	p.at += len(prefix)
	return true
}

// bare reads up to the next blank.
func (p *parser) bare() string {
	rest := p.s[p.at:]
	end := strings.IndexFunc(rest, unicode.IsSpace)
	if end < 0 {
		end = len(rest)
	}
	p.at += end
	return rest[:end]
}

// term reads one word.
func (p *parser) term() (t term) {
	start := p.at
	t.not = p.take("!")
	t.inc = -1
	switch {
	case p.take("pid:"):
		t.kind = kindPID
		p.id(&t, "pid:")
	case p.take("tid:"):
		t.kind = kindTID
		p.id(&t, "tid:")
	case p.take("process:"):
		t.kind = kindProcess
		p.name(&t, "“process:” must be followed by the name of a process")
	case p.take("peer:"):
		t.kind = kindPeer
		p.name(&t, "“peer:” must be followed by the name of a thread or process: it selects the threads whose waits were ended by that thread or process")
	case p.take("state:"):
		t.kind = kindState
		p.state(&t)
	default:
		p.name(&t, "“!” must be followed directly by the term to exclude")
	}
	if p.err == nil && p.at < len(p.s) {
		if r, _ := utf8.DecodeRuneInString(p.s[p.at:]); !unicode.IsSpace(r) {
			p.fail(p.at, "“%s” must be followed by a space", p.s[start:p.at])
		}
	}
	return t
}

// id reads the number of a process, or of a thread with its incarnation.
func (p *parser) id(t *term, key string) {
	start := p.at
	var ok bool
	t.id, t.inc, ok = parseID(p.bare())
	if !ok || t.kind == kindPID && t.inc >= 0 {
		p.fail(start, "“%s” must be followed by a number", key)
	}
}

// parseID reads "N" or "N.I".
func parseID(s string) (id uint32, inc int, ok bool) {
	num, part, dotted := strings.Cut(s, ".")
	n, err := strconv.ParseUint(num, 10, 32)
	if err != nil {
		return 0, -1, false
	}
	if !dotted {
		return uint32(n), -1, true
	}
	i, err := strconv.ParseUint(part, 10, 31)
	return uint32(n), int(i), err == nil
}

// name reads a word, a quoted one or a regular expression; none is an error, which
// missing describes.
func (p *parser) name(t *term, missing string) {
	start := p.at
	switch {
	case p.take("/"):
		t.re = p.expression()
	case p.take(`"`):
		t.word = strings.ToLower(p.quoted(start))
	default:
		word := p.bare()
		t.word = strings.ToLower(word)
		t.id, t.inc, t.num = parseID(word)
	}
	if p.err == nil && t.re == nil && t.word == "" {
		p.fail(start, "%s", missing)
	}
}

// quoted reads up to the quote that ends a word.
func (p *parser) quoted(start int) string {
	word, _, ok := strings.Cut(p.s[p.at:], `"`)
	if !ok {
		p.fail(start, "the closing quote is missing")
		return ""
	}
	p.at += len(word) + 1
	if word == "" {
		p.fail(start, "there is nothing between the quotes")
	}
	return word
}

// expression reads a regular expression up to the slash that ends it; a slash
// inside is written \/.
func (p *parser) expression() *regexp.Regexp {
	start := p.at
	end := start
	for ; end < len(p.s) && p.s[end] != '/'; end++ {
		if p.s[end] == '\\' {
			end++
		}
	}
	if end >= len(p.s) {
		p.fail(start-1, "the closing “/” of the regular expression is missing; to find a slash, put it in quotes")
		return nil
	}
	text := strings.ReplaceAll(p.s[start:end], `\/`, "/")
	re, err := compile(text)
	if err != nil {
		p.fail(start, "%s", err)
		return nil
	}
	p.at = end + 1
	return re
}

// compile makes an expression that is case-sensitive only if it contains a capital
// letter.
func compile(text string) (*regexp.Regexp, error) {
	tree, err := syntax.Parse(text, syntax.Perl)
	if err == nil && !hasCapital(tree) {
		text = "(?i:" + text + ")"
	}
	if err == nil {
		var re *regexp.Regexp
		if re, err = regexp.Compile(text); err == nil {
			return re, nil
		}
	}
	why := strings.TrimPrefix(err.Error(), "error parsing regexp: ")
	return nil, fmt.Errorf("invalid regular expression: %s", strings.ReplaceAll(why, "\n", " "))
}

// hasCapital reports whether an expression contains a literal capital letter.
// Classes such as \W, and those that fold case, do not.
func hasCapital(re *syntax.Regexp) bool {
	if re.Op == syntax.OpLiteral && re.Flags&syntax.FoldCase == 0 {
		for _, r := range re.Rune {
			if unicode.IsUpper(r) {
				return true
			}
		}
	}
	if re.Op == syntax.OpCharClass {
		for i := 0; i < len(re.Rune); i += 2 {
			if r := re.Rune[i]; unicode.IsUpper(r) && !inClass(re.Rune, unicode.ToLower(r)) {
				return true
			}
		}
	}
	for _, sub := range re.Sub {
		if hasCapital(sub) {
			return true
		}
	}
	return false
}

// inClass reports whether r is in a class, which is a list of pairs: first and
// last.
func inClass(class []rune, r rune) bool {
	for i := 0; i < len(class); i += 2 {
		if class[i] <= r && r <= class[i+1] {
			return true
		}
	}
	return false
}

// state reads a category and perhaps a time to compare with.
func (p *parser) state(t *term) {
	start := p.at
	word := p.bare()
	name, rest := word, ""
	if i := strings.IndexAny(word, "<>"); i >= 0 {
		name, rest = word[:i], word[i:]
	}
	var err error
	if t.category, err = parseCategory(name); err != nil {
		p.fail(start, "%s", err)
		return
	}
	if rest == "" {
		return
	}
	for _, op := range []string{">=", "<=", ">", "<"} {
		if strings.HasPrefix(rest, op) {
			t.compare = op
			break
		}
	}
	text := rest[len(t.compare):]
	d, err := time.ParseDuration(text)
	if err != nil || d < 0 {
		p.fail(p.at-len(text), "“%s” must be followed by a time, such as 10ms", t.compare)
	}
	t.time = model.Time(d)
}

// shortNames are what reports call categories with long titles.
var shortNames = map[model.Category]string{model.WaitForWork: "work"}

// parseCategory finds the category whose title or name begins with s.
func parseCategory(s string) (model.Category, error) {
	s = letters(s)
	var found []model.Category
	for c := range model.Category(model.NumCategories) {
		for _, name := range []string{letters(c.Title()), letters(c.String()), shortNames[c]} {
			if s != "" && strings.HasPrefix(name, s) {
				found = append(found, c)
				break
			}
		}
	}
	if len(found) == 1 {
		return found[0], nil
	}
	which := "“state:” must be followed by a category"
	if len(found) > 0 {
		which = "“" + s + "” matches several categories"
	} else {
		for c := range model.Category(model.NumCategories) {
			found = append(found, c)
		}
	}
	var titles []string
	for _, c := range found {
		titles = append(titles, strings.ToLower(c.Title()))
	}
	return 0, fmt.Errorf("%s: %s", which, strings.Join(titles, ", "))
}

// letters are the letters of s, in lower case.
func letters(s string) string {
	return strings.Map(func(r rune) rune {
		if !unicode.IsLetter(r) {
			return -1
		}
		return unicode.ToLower(r)
	}, s)
}
