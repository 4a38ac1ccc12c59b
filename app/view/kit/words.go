package kit

import (
	"slices"
	"strings"

	"threadlens/timeline"
)

// Joined joins the texts that are not empty.
func Joined(texts ...string) string {
	return strings.Join(slices.DeleteFunc(texts, func(s string) bool { return s == "" }), " · ")
}

// Plural is a count and its noun, in the plural unless the count is 1.
func Plural(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return timeline.FormatCount(int64(n)) + " " + noun + "s"
}

// OnOff is "on" or "off".
func OnOff(on bool) string {
	if on {
		return "on"
	}
	return "off"
}

// ShortTitle is a title of at most 24 characters, with an ellipsis where it was longer.
func ShortTitle(title string) string {
	const most = 24
	if runes := []rune(title); len(runes) > most {
		return string(runes[:most]) + Ellipsis
	}
	return title
}
