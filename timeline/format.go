package timeline

import (
	"fmt"
	"strconv"
	"strings"

	"threadlens/model"
)

// Characters in numbers on screen.
const (
	thinSpace = "\u2009"
	minus     = "\u2212"
	enDash    = "\u2013"
)

// Durations in ns.
const (
	microsecond model.Time = 1000
	millisecond            = 1000 * microsecond
	second                 = 1000 * millisecond
	minute                 = 60 * second
	hour                   = 60 * minute
)

// FormatDuration writes a duration with three significant digits and its unit: "772
// µs", "29.0 ms", "15.7 s"; from 100 s on "8 min 24 s", from 100 min on "2 h 5
// min".
func FormatDuration(d model.Time) string {
	if d < 0 {
		return minus + FormatDuration(-d)
	}
	switch {
	case d < microsecond:
		return strconv.FormatInt(int64(d), 10) + " ns"
	case d >= 100*minute:
		m := (d + minute/2) / minute
		return fmt.Sprintf("%d h %d min", m/60, m%60)
	case d >= 100*second:
		s := (d + second/2) / second
		return fmt.Sprintf("%d min %d s", s/60, s%60)
	}
	for _, u := range []struct {
		size model.Time
		name string
	}{{microsecond, " µs"}, {millisecond, " ms"}} {
		// 999.5 rounds to 1.00 of the next unit.
		if d < 1000*u.size-u.size/2 {
			return significant3(float64(d)/float64(u.size)) + u.name
		}
	}
	return significant3(float64(d)/float64(second)) + " s"
}

// significant3 writes 1 <= v < 1000 with three significant digits.
func significant3(v float64) string {
	switch {
	case v < 9.995:
		return strconv.FormatFloat(v, 'f', 2, 64)
	case v < 99.95:
		return strconv.FormatFloat(v, 'f', 1, 64)
	}
	return strconv.FormatFloat(v, 'f', 0, 64)
}

// AtLeast writes a figure as a lower bound: "≥ 26.5%". One that is an inequality already, as
// FormatPercent makes near nothing and all, stays one: ">99.9%", and "> 0" for "<0.1%".
func AtLeast(figure string) string {
	switch {
	case strings.HasPrefix(figure, ">"):
		return figure
	case strings.HasPrefix(figure, "<"):
		return "> 0"
	}
	return "≥ " + figure
}

// FormatPercent writes 100·part/whole with one decimal: "26.5%", "<0.1%" and
// ">99.9%" if it is not quite nothing or all, "0", "100%", and "–" if whole is not
// positive.
func FormatPercent(part, whole model.Time) string {
	p := 100 * float64(part) / float64(whole)
	switch {
	case whole <= 0:
		return enDash
	case part == 0:
		return "0"
	case part == whole:
		return "100%"
	case p > 0 && p < 0.05:
		return "<0.1%"
	case p < 100 && p >= 99.95:
		return ">99.9%"
	}
	return strconv.FormatFloat(p, 'f', 1, 64) + "%"
}

// FormatCount writes a count with thin spaces: "94 211".
func FormatCount(n int64) string {
	s := strconv.FormatInt(n, 10)
	sign := ""
	if n < 0 {
		sign, s = minus, s[1:]
	}
	var b strings.Builder
	for i, c := range s {
		if i > 0 && (len(s)-i)%3 == 0 {
			b.WriteString(thinSpace)
		}
		b.WriteRune(c)
	}
	return sign + b.String()
}

// FormatFrequency writes a number of Hz with up to three significant digits: "2.4 GHz", "800 MHz".
func FormatFrequency(hertz int64) string {
	units := []string{" Hz", " kHz", " MHz", " GHz"}
	v, u := float64(hertz), 0
	for v >= 999.5 && u < len(units)-1 {
		v /= 1000
		u++
	}
	return trimZeros(significant3(v)) + units[u]
}

// trimZeros removes the zeros at the end of decimals.
func trimZeros(s string) string {
	if strings.Contains(s, ".") {
		s = strings.TrimRight(strings.TrimRight(s, "0"), ".")
	}
	return s
}

// FormatSize writes a number of bytes: "640 MiB", "1.31 GiB", "64 KiB".
func FormatSize(n int64) string {
	units := []string{"B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"}
	v, u := float64(n), 0
	for v >= 999.5 && u < len(units)-1 {
		v /= 1024
		u++
	}
	s := strconv.FormatInt(n, 10)
	if u > 0 {
		s = trimZeros(significant3(v))
	}
	return s + " " + units[u]
}

// nameLimit bounds a printable name, in characters.
const nameLimit = 256

// Printable is a text that is safe to draw: see model.Clean. It is truncated to 256
// characters.
func Printable(s string) string {
	s = model.Clean(s)
	n := 0
	for at := range s {
		if n++; n > nameLimit {
			return s[:at] + "…"
		}
	}
	return s
}

// plural writes a count with its noun.
func plural(n int, thing string) string {
	if n != 1 {
		thing += "s"
	}
	return FormatCount(int64(n)) + " " + thing
}
