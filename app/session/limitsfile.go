package session

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"

	"threadlens/model/analysis/findings"
)

// limitsFile is the name of the file in the settings folder that gives the rules
// of findings other thresholds.
const limitsFile = "findings.json"

// maxLimitsFile bounds what is read of it, in bytes.
const maxLimitsFile = 1 << 20

// LimitsPath is the file of the thresholds in a settings folder.
func LimitsPath(dir string) string { return filepath.Join(dir, limitsFile) }

// LoadLimits reads the thresholds of findings that the file in dir says. What it
// cannot follow it leaves out, with a sentence that says so. Without a file all
// are the default ones.
func LoadLimits(dir string) (l findings.Limits, problems []string) {
	l, problems, err := ReadLimits(LimitsPath(dir))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		problems = append(problems, err.Error())
	}
	return l, problems
}

// ReadLimits reads a file of thresholds: a JSON object of names and values. What is
// left out of it is told in problems; the errors go on from the name of the file.
func ReadLimits(path string) (l findings.Limits, problems []string, err error) {
	l = findings.NewLimits()
	f, err := os.Open(path)
	if err != nil {
		return l, nil, withoutPath(err)
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, maxLimitsFile+1))
	switch {
	case err != nil:
		return l, nil, err
	case len(data) > maxLimitsFile:
		return l, []string{fmt.Sprintf("the file is longer than %d bytes", maxLimitsFile)}, nil
	}
	l, problems = parseLimits(data)
	return l, problems, nil
}

// withoutPath is an error without the path in it.
func withoutPath(err error) error {
	if p := (*fs.PathError)(nil); errors.As(err, &p) {
		return p.Err
	}
	return err
}

// parseLimits does what ReadLimits says with the contents of the file.
func parseLimits(data []byte) (l findings.Limits, problems []string) {
	l = findings.NewLimits()
	dec := json.NewDecoder(bytes.NewReader(data))
	if open, err := dec.Token(); err != nil || open != json.Delim('{') {
		return l, []string{"the file is not a JSON object of thresholds and numbers"}
	}
	seen := map[string]bool{}
	for dec.More() {
		var value json.RawMessage
		token, err := dec.Token()
		if err == nil {
			err = dec.Decode(&value)
		}
		if err != nil {
			return l, append(problems, fmt.Sprintf("what follows byte %d is not JSON: %v", dec.InputOffset(), err))
		}
		name, _ := token.(string)
		number, err := strconv.ParseFloat(string(value), 64)
		switch {
		case seen[name]:
			problems = append(problems, fmt.Sprintf("%q is there twice", name))
			continue
		case err != nil:
			err = fmt.Errorf("%s: a number must stand here", name)
		default:
			l, err = l.With(name, number)
		}
		seen[name] = true
		if err != nil {
			problems = append(problems, err.Error())
		}
	}
	if _, err := dec.Token(); err != nil {
		problems = append(problems, "the file ends before its last brace")
	}
	return l, problems
}

// WriteLimits writes the thresholds to a new file in dir, for its owner to
// change, and returns its path. A file that is there stays as it is: then the
// error is fs.ErrExist.
func WriteLimits(dir string, l findings.Limits) (path string, err error) {
	path = LimitsPath(dir)
	var b bytes.Buffer
	b.WriteString("{")
	for i, limit := range l.All() {
		if i > 0 {
			b.WriteString(",")
		}
		fmt.Fprintf(&b, "\n  %q: %s", limit.Name, strconv.FormatFloat(limit.Value, 'f', -1, 64))
	}
	b.WriteString("\n}\n")
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return path, fmt.Errorf("thresholds: %w", err)
	}
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if err != nil {
		return path, fmt.Errorf("thresholds: %w", err)
	}
	_, err = f.Write(b.Bytes())
	return path, errors.Join(err, f.Close())
}
