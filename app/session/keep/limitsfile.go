package keep

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"strconv"
	"strings"

	"threadlens/model/findings"
	"threadlens/timeline"
)

// limitsFile is the file in the settings folder that sets other thresholds for the rules of
// findings.
const limitsFile = "findings.json"

// limitsWhat describes its contents.
const limitsWhat = "thresholds and their values"

// LimitsPath is the thresholds file in a settings folder.
func LimitsPath(dir string) string { return filepath.Join(dir, limitsFile) }

// LoadLimits reads the thresholds of findings from the file in dir. Entries that it cannot use are
// left out, each with a sentence that explains why. Without a file all have their defaults.
func LoadLimits(dir string) (l findings.Limits, problems []string) {
	l, problems, err := ReadLimits(LimitsPath(dir))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		problems = append(problems, err.Error())
	}
	return l, problems
}

// ReadLimits reads a file of thresholds: a JSON object of names and values. problems lists what is
// left out; the errors continue a sentence that begins with the name of the file.
func ReadLimits(path string) (l findings.Limits, problems []string, err error) {
	l = findings.NewLimits()
	list, problems, err := readNamed(path, limitsWhat)
	for _, v := range list {
		number, err := strconv.ParseFloat(string(v.value), 64)
		if err != nil {
			err = fmt.Errorf("%s: must be a number", v.name)
		} else {
			l, err = l.With(v.name, number)
		}
		if err != nil {
			problems = append(problems, err.Error())
		}
	}
	return l, problems, err
}

// KeepLimit writes a threshold into the file in dir, keeping everything else in it; the value must
// be one that Limits.With accepts. It fails where the file is not a JSON object, and then changes
// nothing.
func KeepLimit(dir, name string, value float64) error {
	if _, err := findings.NewLimits().With(name, value); err != nil {
		return err
	}
	return changeLimits(dir, func(data []byte) ([]byte, string) {
		return withNamed(data, limitsWhat, name, LimitText(value))
	})
}

// DropLimits removes thresholds from the file in dir, so that they have their defaults, keeping
// everything else in it. It fails like KeepLimit.
func DropLimits(dir string, names ...string) error {
	return changeLimits(dir, func(data []byte) (changed []byte, fault string) {
		changed, fault = data, ""
		for _, name := range names {
			if changed, fault = withNamed(changed, limitsWhat, name, ""); fault != "" {
				return nil, fault
			}
		}
		return changed, fault
	})
}

// changeLimits changes the file in dir in place.
func changeLimits(dir string, change func([]byte) ([]byte, string)) error {
	if err := changeNamed(LimitsPath(dir), change); err != nil {
		return fmt.Errorf("%s: %w", limitsFile, err)
	}
	return nil
}

// LimitText formats the value of a threshold for ParseLimit.
func LimitText(v float64) string { return strconv.FormatFloat(v, 'f', -1, 64) }

// ParseLimit reads a typed threshold: a number in JSON's syntax.
func ParseLimit(text string) (float64, error) {
	text = strings.TrimSpace(text)
	v, err := strconv.ParseFloat(text, 64)
	if err != nil || !json.Valid([]byte(text)) {
		return 0, fmt.Errorf("%q is not a number: enter one such as 2.5", text)
	}
	if !(v >= 0 && v <= findings.MaxLimit) {
		return 0, fmt.Errorf("%s is out of range: enter 0 to %s", text, timeline.FormatCount(findings.MaxLimit))
	}
	return v, nil
}

// WriteLimits writes the thresholds to a new file in dir, for its owner to edit, and returns its
// path. An existing file is not changed: then the error is fs.ErrExist.
func WriteLimits(dir string, l findings.Limits) (path string, err error) {
	path = LimitsPath(dir)
	var b bytes.Buffer
	b.WriteString("{")
	for i, limit := range l.All() {
		if i > 0 {
			b.WriteString(",")
		}
		fmt.Fprintf(&b, "\n  %q: %s", limit.Name, LimitText(limit.Value))
	}
	b.WriteString("\n}\n")
	if err := writeNew(path, b.Bytes()); err != nil {
		return path, fmt.Errorf("writing findings.json: %w", err)
	}
	return path, nil
}
