package keep

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"threadlens/ingest/given"
	"threadlens/ingest/save"
)

// The files in the settings folder that people write by hand, of keys and of thresholds, are JSON
// objects of names and values. They are read name by name: what cannot be understood is left out
// and reported, the rest applies. They are changed in place, so that everything else in them stays.

// MaxNamedFile bounds how much of such a file is read, in bytes.
const MaxNamedFile = 1 << 20

// namedValue is a name in a settings file and its value, with their position: the name begins at
// from, and the value ends at to.
type namedValue struct {
	name     string
	value    json.RawMessage
	from, to int
}

// readNamed reads a settings file. what describes its contents, "commands and keys". A name that
// occurs twice is left out: it is ambiguous. The errors continue a sentence that begins with the
// name of the file.
func readNamed(path, what string) (list []namedValue, problems []string, err error) {
	data, err := ReadWhole(path)
	if err != nil || data == nil {
		if err == nil {
			problems = []string{fmt.Sprintf("the file is too large: more than %d bytes", MaxNamedFile)}
		}
		return nil, problems, err
	}
	list, problems = parseNamed(data, what)
	return list, problems, nil
}

// ReadWhole reads a settings file, nil where it is too long.
func ReadWhole(path string) ([]byte, error) {
	f, err := given.Regular(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, MaxNamedFile+1))
	if err != nil || len(data) > MaxNamedFile {
		return nil, withoutPath(err)
	}
	return data, nil
}

// withoutPath is an error without the path in it.
func withoutPath(err error) error {
	if p := (*fs.PathError)(nil); errors.As(err, &p) {
		return p.Err
	}
	return err
}

// parseNamed implements readNamed for the contents of the file.
func parseNamed(data []byte, what string) (list []namedValue, problems []string) {
	all, fault := scanNamed(data, what)
	first := map[string]int{}
	again := map[string]bool{}
	for i, v := range all {
		if _, ok := first[v.name]; !ok {
			first[v.name] = i
		} else if !again[v.name] {
			again[v.name] = true
			problems = append(problems, fmt.Sprintf("%q appears more than once: keep one of them", v.name))
		}
	}
	for _, v := range all {
		if !again[v.name] {
			list = append(list, v)
		}
	}
	if fault != "" {
		problems = append(problems, fault)
	}
	return list, problems
}

// scanNamed finds the names and values of a JSON object as far as it is valid; fault explains in a
// sentence what is wrong after them, "" for nothing.
func scanNamed(data []byte, what string) (list []namedValue, fault string) {
	dec := json.NewDecoder(bytes.NewReader(data))
	if open, err := dec.Token(); err != nil || open != json.Delim('{') {
		return nil, "the file is not a JSON object with " + what
	}
	for dec.More() {
		v := namedValue{from: int(dec.InputOffset())}
		token, err := dec.Token()
		if err == nil {
			err = dec.Decode(&v.value)
		}
		if err != nil {
			return list, fmt.Sprintf("invalid JSON after byte %d: %v", dec.InputOffset(), err)
		}
		v.name, _ = token.(string)
		v.from += bytes.IndexByte(data[v.from:], '"')
		v.to = int(dec.InputOffset())
		list = append(list, v)
	}
	if _, err := dec.Token(); err != nil {
		return list, "invalid JSON: the closing brace is missing"
	}
	if rest := bytes.TrimSpace(data[dec.InputOffset():]); len(rest) > 0 {
		return list, fmt.Sprintf("invalid JSON: more text after the end of the object, at byte %d", dec.InputOffset())
	}
	return list, ""
}

// withNamed is the object in data with a name set to a value, or without it where value is "".
// Everything else is unchanged; of a name that occurs twice one is left. fault explains what is
// wrong with the object, as for scanNamed: then it is not changed.
func withNamed(data []byte, what, name, value string) (changed []byte, fault string) {
	all, fault := scanNamed(data, what)
	if fault != "" {
		return nil, fault
	}
	name = string([]rune(name)) // as in JSON, which has no invalid UTF-8
	if value != "" && !containsName(all, name) {
		return addNamed(data, all, name, value), ""
	}
	if len(all) == 0 {
		return data, ""
	}
	var b bytes.Buffer
	b.Write(data[:all[0].from])
	end, kept := all[len(all)-1].to, false
	for i, v := range all {
		if v.name == name && value == "" {
			continue
		}
		if kept {
			b.Write(data[all[i-1].to:v.from])
		}
		kept = true
		if b.Write(data[v.from : v.to-len(v.value)]); v.name == name {
			b.WriteString(value)
			value = ""
			continue
		}
		b.Write(v.value)
	}
	b.Write(data[end:])
	return b.Bytes(), ""
}

func containsName(all []namedValue, name string) bool {
	for _, v := range all {
		if v.name == name {
			return true
		}
	}
	return false
}

// addNamed is the object in data with a new name at its end.
func addNamed(data []byte, all []namedValue, name, value string) []byte {
	key, _ := marshalPlain(name) // a string always has a JSON form
	at, before, after := bytes.IndexByte(data, '{')+1, "", ""
	if len(all) > 0 {
		at, before = all[len(all)-1].to, ","
	} else if !bytes.HasPrefix(data[at:], []byte("\n")) {
		after = "\n"
	}
	text := before + "\n  " + key + ": " + value + after
	return append(append(append([]byte{}, data[:at]...), text...), data[at:]...)
}

// marshalPlain is JSON without HTML escapes, which would obscure < and >.
func marshalPlain(v any) (string, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	err := enc.Encode(v)
	return strings.TrimSpace(b.String()), err
}

// changeNamed changes a settings file in place, creating it if necessary. change converts its
// contents.
func changeNamed(path string, change func(data []byte) (changed []byte, fault string)) error {
	mode := fs.FileMode(0o644)
	if real, err := os.Stat(path); err == nil {
		mode = real.Mode().Perm()
	}
	data, err := ReadWhole(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		data = []byte("{}\n")
	case err != nil:
		return err
	case data == nil:
		return fmt.Errorf("the file is too large: more than %d bytes", MaxNamedFile)
	}
	changed, fault := change(data)
	switch {
	case fault != "":
		return errors.New(fault)
	case len(changed) > MaxNamedFile:
		return fmt.Errorf("not saved: the file would be larger than %d bytes", MaxNamedFile)
	case bytes.Equal(changed, data) && err == nil:
		return nil
	}
	return withoutPath(writeWhole(target(path), changed, mode))
}

// target is the file to which a path leads: a link stays a link when the file is rewritten.
func target(path string) string {
	if to, err := filepath.EvalSymlinks(path); err == nil {
		return to
	}
	return path
}

// writeNew writes a new file, with its folder, but does not replace one: then the error is
// fs.ErrExist.
func writeNew(path string, data []byte) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	return save.Write(path, data, save.Options{Mode: save.Public})
}
