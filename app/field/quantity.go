package main

import (
	"math"
	"regexp"
	"strconv"
	"strings"
)

// quantity is a number with what it counts.
type quantity struct {
	kind  kind
	value float64 // ns, percent or pieces
}

// kind is what a number counts.
type kind uint8

const (
	pieces kind = iota
	duration
	share
)

// units are the words after numbers.
var units = map[string]quantity{
	"": {pieces, 1}, "%": {share, 1}, "ns": {duration, 1}, "us": {duration, 1e3}, "µs": {duration, 1e3},
	"ms": {duration, 1e6}, "s": {duration, 1e9}, "min": {duration, 60e9},
}

// amount is a number in a sentence, with groups of three digits or without, and the word after it
// if that is a unit. Numbers inside words, as in E3, do not count.
var amount = regexp.MustCompile(`(?:^|[^\pL\d_.])(\d{1,3}(?:[,\x{2009}\x{202f}\x{a0}]\d{3})+|\d+)(\.\d+)?(?:[\x{2009}\x{202f}\x{a0} ]?(%|ns|us|µs|ms|s|min)(?:$|[^\pL\d]))?`)

// quantities are the numbers of a sentence.
func quantities(sentence string) (list []quantity) {
	for at := 0; at < len(sentence); {
		m := amount.FindStringSubmatchIndex(sentence[at:])
		if m == nil {
			break
		}
		part := func(i int) string {
			if m[2*i] < 0 {
				return ""
			}
			return sentence[at+m[2*i] : at+m[2*i+1]]
		}
		digits := strings.Map(func(r rune) rune {
			if r < '0' || r > '9' {
				return -1
			}
			return r
		}, part(1))
		if q, ok := parseQuantity(digits+part(2), part(3)); ok {
			list = append(list, q)
		}
		// What follows a number may begin the next one: “1 ms/2 ms”.
		for i := 3; i > 0; i-- {
			if m[2*i+1] >= 0 {
				at += m[2*i+1]
				break
			}
		}
	}
	return list
}

// parseQuantity is a number with a unit.
func parseQuantity(value, unit string) (q quantity, ok bool) {
	v, err := strconv.ParseFloat(value, 64)
	u, known := units[unit]
	if err != nil || !known || math.IsNaN(v) || math.IsInf(v, 0) {
		return q, false
	}
	return quantity{u.kind, v * u.value}, true
}

// String is the number with a unit: "1234 ms", "97 %", "15".
func (q quantity) String() string {
	switch q.kind {
	case share:
		return short(q.value) + " %"
	case duration:
		if q.value < 1e6 {
			return short(q.value/1e3) + " µs"
		}
		return short(q.value/1e6) + " ms"
	}
	return short(q.value)
}

// short formats about three digits.
func short(v float64) string {
	digits := 2
	if math.Abs(v) >= 100 {
		digits = 0
	} else if math.Abs(v) >= 10 {
		digits = 1
	}
	text := strconv.FormatFloat(v, 'f', digits, 64)
	if strings.Contains(text, ".") {
		text = strings.TrimRight(strings.TrimRight(text, "0"), ".")
	}
	return text
}
