package main

import (
	"bufio"
	"bytes"
	"fmt"
	"math"
	"os"
	"slices"
	"strconv"
	"strings"
)

// expectation is what must be found, and what must never be claimed.
type expectation struct {
	// healthy explains why nothing may be found; "" where there is a cause.
	healthy string
	// rules are those that may find it, empty: any.
	rules []string
	// words and names: one of each list must be in the finding's text.
	words, names [][]string
	// numbers: one of each list must be in it too.
	numbers [][]number
	never   []string
}

// number is a true number that a finding must contain.
type number struct {
	key    string
	within float64 // percent of it or, with points, percentage points
	points bool
}

// finding is a row of threadlens findings.
type finding struct {
	severity, rule, pattern, sentence, threads, try string
	cost                                            float64 // ns
}

// Only the first findings count: the cause must be among firstThree, and none of firstFive may be
// false.
const (
	firstThree = 3
	firstFive  = 5
)

// verdict is the judgement of the findings.
type verdict struct {
	place   int      // of the first finding with the cause, from 1; 0 for none
	off     []string // numbers that it gets wrong, with the right ones
	nearest []string // where none has the cause: what the closest one lacks
	wrong   []string // false claims
}

// judge compares findings with what is expected.
func (e *expectation) judge(list []finding, truth truths) (v verdict) {
	if e.healthy != "" {
		for i := range list {
			v.wrong = append(v.wrong, list[i].rule+" "+list[i].pattern)
		}
		v.wrong = slices.Compact(v.wrong)
		return v
	}
	least := -1
	for i := range list {
		lacks := e.lacks(&list[i])
		if len(lacks) == 0 {
			v.place, v.nearest = i+1, nil
			v.off = e.wrongNumbers(&list[i], truth)
			break
		}
		if i < firstFive && (least < 0 || len(lacks) < least) {
			least = len(lacks)
			v.nearest = []string{fmt.Sprintf("%d lacks %s", i+1, strings.Join(lacks, ", "))}
		}
	}
	for _, word := range e.never {
		var places []string
		for i := range min(len(list), firstFive) {
			if list[i].claims(word) {
				places = append(places, strconv.Itoa(i+1))
			}
		}
		if len(places) > 0 {
			v.wrong = append(v.wrong, fmt.Sprintf("“%s” in %s", word, strings.Join(places, ", ")))
		}
	}
	return v
}

// lacks is what a finding lacks to be the cause.
func (e *expectation) lacks(f *finding) (list []string) {
	if len(e.rules) > 0 && !hasWord(strings.Join(e.rules, " "), f.rule) {
		list = append(list, "rule "+strings.Join(e.rules, " or "))
	}
	for _, words := range append(e.words[:len(e.words):len(e.words)], e.names...) {
		if !f.saysOne(words) {
			list = append(list, "“"+strings.Join(words, "” or “")+"”")
		}
	}
	return list
}

// saysOne reports whether a finding contains one of the words.
func (f *finding) saysOne(words []string) bool { return slices.ContainsFunc(words, f.says) }

// says reports whether a word is in a finding's own text.
func (f *finding) says(word string) bool {
	return hasWord(f.pattern+": "+f.sentence+" "+f.threads, word)
}

// claims reports whether a word is anywhere in a finding, advice included.
func (f *finding) claims(word string) bool { return f.says(word) || hasWord(f.try, word) }

// hasWord reports whether a text contains a word or several, at the beginning of a word: “lock” is
// in “locks”, but not in “clock”. Case and hyphens do not matter.
func hasWord(text, word string) bool {
	plain := strings.NewReplacer("-", " ", "’", "'").Replace
	text, word = plain(strings.ToLower(text)), plain(strings.ToLower(word))
	for from := 0; ; {
		i := strings.Index(text[from:], word)
		if i < 0 {
			return false
		}
		if i += from; i == 0 || !isWordByte(text[i-1]) || !isWordByte(word[0]) {
			return true
		}
		from = i + 1
	}
}

func isWordByte(b byte) bool {
	return b >= 'a' && b <= 'z' || b >= '0' && b <= '9' || b == '_' || b >= 0x80
}

// wrongNumbers are the numbers of the truth that are neither in the sentence nor the cost.
func (e *expectation) wrongNumbers(f *finding, truth truths) (list []string) {
	said := append(quantities(f.sentence), quantity{duration, f.cost})
	for _, either := range e.numbers {
		var wanted []string
		near := false
		for _, n := range either {
			want, ok := truth.of(n.key)
			if !ok {
				wanted = append(wanted, n.key+" is not in the truth")
				continue
			}
			near = near || n.near(want, said)
			wanted = append(wanted, fmt.Sprintf("%s is %s", n.key, want))
		}
		if !near {
			list = append(list, strings.Join(wanted, ", or "))
		}
	}
	return list
}

// near reports whether one of the quantities matches the truth.
func (n *number) near(want quantity, said []quantity) bool {
	most := n.within
	if !n.points {
		most *= want.value / 100
	}
	return slices.ContainsFunc(said, func(q quantity) bool {
		return q.kind == want.kind && math.Abs(q.value-want.value) <= most
	})
}

// truths are the output of a script: lines of KEY VALUE [UNIT].
type truths []truth

type truth struct {
	key string
	quantity
}

func (list truths) of(key string) (quantity, bool) {
	for _, t := range list {
		if t.key == key {
			return t.quantity, true
		}
	}
	return quantity{}, false
}

// String is the truth for people: "blocked 1234 ms, share 97 %".
func (list truths) String() string {
	words := make([]string, len(list))
	for i, t := range list {
		words[i] = t.key + " " + t.quantity.String()
	}
	return strings.Join(words, ", ")
}

// readTruth reads the output of a script.
func readTruth(path string) (truths, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	return parseTruth(text)
}

func parseTruth(text []byte) (list truths, err error) {
	lines := bufio.NewScanner(bytes.NewReader(text))
	for lines.Scan() {
		words := strings.Fields(lines.Text())
		if len(words) < 2 || len(words) > 3 {
			return nil, fmt.Errorf("truth: %q is not KEY VALUE UNIT", lines.Text())
		}
		q, ok := parseQuantity(words[1], strings.Join(words[2:], ""))
		if !ok {
			return nil, fmt.Errorf("truth: %q has no number with a unit that is known", lines.Text())
		}
		list = append(list, truth{words[0], q})
	}
	if len(list) == 0 {
		return nil, fmt.Errorf("truth: the script printed none")
	}
	return list, lines.Err()
}
