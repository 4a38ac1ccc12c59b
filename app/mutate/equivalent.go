package main

import (
	_ "embed"
	"fmt"
	"strings"
)

// equivalentText lists the mutants that no test could notice.
//
//go:embed equivalent.txt
var equivalentText string

// equivalent is a mutant that no test could notice, and why.
type equivalent struct {
	looks   string // as site.looks
	ordinal int
	reason  string
}

// readEquivalents reads the list:
//
//	FILE FUNCTION [ORDINAL]
//	- BEFORE
//	+ AFTER
//	: REASON, on one line or several
//
// with empty lines between mutants. Lines with # are comments.
func readEquivalents(text string) ([]equivalent, error) {
	var list []equivalent
	for _, block := range strings.Split(text, "\n\n") {
		e := equivalent{ordinal: 1}
		for _, line := range strings.Split(strings.TrimSpace(block), "\n") {
			if err := e.read(line); err != nil {
				return nil, err
			}
		}
		if e.looks == "" && e.reason == "" {
			continue
		}
		if strings.Count(e.looks, "\n") != 2 || strings.HasPrefix(e.looks, "\n") || e.reason == "" {
			return nil, fmt.Errorf("%q: a place, a line each with - and +, and a reason, expected", e.looks)
		}
		list = append(list, e)
	}
	return list, nil
}

// read parses a line.
func (e *equivalent) read(line string) error {
	mark, rest, _ := strings.Cut(line, " ")
	switch {
	case mark == "" || strings.HasPrefix(mark, "#"):
	case mark == "-" || mark == "+":
		e.looks += "\n" + mark + " " + rest
	case mark == ":":
		e.reason = strings.TrimSpace(e.reason + " " + rest)
	default:
		fields := strings.Fields(line)
		if len(fields) == 3 {
			if _, err := fmt.Sscan(fields[2], &e.ordinal); err != nil {
				return fmt.Errorf("%q: %q is no ordinal", line, fields[2])
			}
		} else if len(fields) != 2 {
			return fmt.Errorf("%q: a file, a function, and perhaps an ordinal expected", line)
		}
		e.looks = fields[0] + " " + fields[1]
	}
	return nil
}

// isIn reports whether the list has a site.
func (s *site) isIn(list []equivalent) bool {
	for i := range list {
		if list[i].looks == s.looks() && list[i].ordinal == s.ordinal {
			return true
		}
	}
	return false
}
