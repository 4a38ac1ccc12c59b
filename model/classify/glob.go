package classify

import "strings"

// glob is a name in which * stands for any characters and ? for one.
type glob string

// exact reports whether it stands for one name only.
func (g glob) exact() bool { return !strings.ContainsAny(string(g), "*?") }

// literal is the fixed prefix of every name that matches.
func (g glob) literal() string {
	if i := strings.IndexAny(string(g), "*?"); i >= 0 {
		return string(g[:i])
	}
	return string(g)
}

// match reports whether it matches s. The worst-case time is proportional to the
// product of both lengths.
func (g glob) match(s string) bool {
	i, j := 0, 0
	star, mark := -1, 0 // the last *, and up to where it was taken to match
	for j < len(s) {
		switch {
		case i < len(g) && g[i] == '*':
			star, mark = i, j
			i++
		case i < len(g) && (g[i] == '?' || g[i] == s[j]):
			i, j = i+1, j+1
		case star >= 0:
			mark++
			i, j = star+1, mark
		default:
			return false
		}
	}
	for i < len(g) && g[i] == '*' {
		i++
	}
	return i == len(g)
}

// pattern is a frame of a rule: its modules, or any library if there are none, and
// its function.
type pattern struct {
	modules  []glob
	function glob
}

// frames reads patterns.
func frames(words []string) []pattern {
	list := make([]pattern, len(words))
	for i, w := range words {
		module, function, found := strings.Cut(w, "!")
		if !found {
			module, function = "", w
		}
		list[i].function = glob(function)
		if module == "" {
			continue
		}
		for _, m := range strings.Split(strings.ToLower(module), "|") {
			if m == "nt" {
				m = kernel
			}
			list[i].modules = append(list[i].modules, glob(m))
		}
	}
	return list
}
