package counters

import (
	"math"
	"strconv"
	"strings"
	"time"

	"threadlens/model"
)

// instant is a time of day as model.Time since 1970; a time without a zone is read as UTC.
func instant(t time.Time) (model.Time, mistake) {
	if y := t.Year(); y < 1970 || y > lastYear {
		return 0, mistake("expected a year from 1970 to 2100, got " + strconv.Itoa(y))
	}
	return model.Time(t.UnixNano()), ""
}

// lastYear is the last one whose times are within maxTime.
const lastYear = 2100

// parseInstant reads a time of day in one of the layouts.
func parseInstant(text string, layouts ...string) (model.Time, mistake) {
	for _, l := range layouts {
		if t, err := time.Parse(l, text); err == nil {
			return instant(t)
		}
	}
	return 0, mistake("expected a time such as " + layouts[0] + ", got " + quote(text))
}

// seconds reads a decimal number of a unit of so many ns.
func seconds(text string, unit float64) (model.Time, mistake) {
	v, gap, cause := number(text)
	if cause == "" && (gap || math.Abs(v*unit) > float64(maxTime)) {
		cause = mistake("expected a numeric time, got " + quote(text))
	}
	return model.Time(math.Round(v * unit)), cause
}

// dateLayouts are those in which sysstat writes the date of its first line.
var dateLayouts = []string{"2006-01-02", "01/02/2006", "01/02/06", "02.01.2006", "02/01/2006", "02/01/06"}

// parseDate reads the date in the first line of sysstat's output.
func parseDate(text string) (time.Time, bool) {
	for _, l := range dateLayouts {
		if t, err := time.Parse(l, text); err == nil && t.Year() >= 1970 {
			return t, true
		}
	}
	return time.Time{}, false
}

// dayClock reads times without a date, each of which is later than the one before: one that is not
// belongs to the next day.
type dayClock struct {
	day  time.Time
	last time.Duration
	any  bool
}

// read takes the words of a line and returns its time and the other words; ok is false where the
// line does not begin with a time.
func (c *dayClock) read(words []string) (t model.Time, rest []string, ok bool) {
	if len(words) == 0 {
		return 0, nil, false
	}
	text, layout, used := words[0], "15:04:05", 1
	if len(words) > 1 && (words[1] == "AM" || words[1] == "PM") {
		text, layout, used = text+" "+words[1], "03:04:05 PM", 2
	}
	at, err := time.Parse(layout, text)
	if err != nil || c.day.Year() > lastYear {
		return 0, nil, false
	}
	since := time.Duration(at.Hour())*time.Hour + time.Duration(at.Minute())*time.Minute + time.Duration(at.Second())*time.Second
	if c.any && since < c.last {
		c.day = c.day.AddDate(0, 0, 1)
	}
	c.last, c.any = since, true
	return model.Time(c.day.Add(since).UnixNano()), words[used:], true
}

// lines calls f for every line with its number, without line endings, until it returns a mistake.
func lines(source string, f func(n int, line string) mistake) (int, mistake) {
	n := 0
	for line := range strings.Lines(source) {
		n++
		if cause := f(n, strings.TrimRight(line, "\r\n")); cause != "" {
			return n, cause
		}
	}
	return 0, ""
}
