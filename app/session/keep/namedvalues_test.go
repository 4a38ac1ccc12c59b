package keep

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestParseNamed: names and values come in order as far as the object is valid, and errors are
// reported.
func TestParseNamed(t *testing.T) {
	for _, c := range []struct{ file, want, problems string }{
		{`{}`, "", ""},
		{" {\n\"a\" : 1 ,\t\"b\":[2, 3]}\n", "a=1 b=[2, 3]", ""},
		{`{"a": 1, "b": 2, "a": 3, "a": 4}`, "b=2", `"a" appears more than once: keep one of them`},
		{`{"a": 1, "b"`, "a=1", "invalid JSON after byte 12: EOF"},
		{`{"a": 1`, "a=1", "invalid JSON: the closing brace is missing"},
		{`{"a": 1} {"b": 2}`, "a=1", "invalid JSON: more text after the end of the object, at byte 8"},
		{`["a"]`, "", "the file is not a JSON object with things"},
		{``, "", "the file is not a JSON object with things"},
	} {
		list, problems := parseNamed([]byte(c.file), "things")
		var got []string
		for _, v := range list {
			got = append(got, v.name+"="+string(v.value))
			if text := c.file[v.from:v.to]; !strings.HasPrefix(text, `"`) || !strings.HasSuffix(text, string(v.value)) {
				t.Errorf("%q: %s stands at %q", c.file, v.name, text)
			}
		}
		if strings.Join(got, " ") != c.want || strings.Join(problems, "; ") != c.problems {
			t.Errorf("%q: %q, %q, want %q, %q", c.file, got, problems, c.want, c.problems)
		}
	}
}

// TestWithNamed: a change leaves everything else as it is.
func TestWithNamed(t *testing.T) {
	for _, c := range []struct{ file, name, value, want, fault string }{
		{"{}", "a", "1", "{\n  \"a\": 1\n}", ""},
		{"{\n}\n", "a", "1", "{\n  \"a\": 1\n}\n", ""},
		{"{\n  \"x\": 7\n}\n", "a", "1", "{\n  \"x\": 7,\n  \"a\": 1\n}\n", ""},
		{`{"a" : 5 , "x":[1,  2]}`, "a", "1", `{"a" : 1 , "x":[1,  2]}`, ""},
		{`{"a": 5, "x": 1, "a": 6, "y": 2}`, "a", "1", `{"a": 1, "x": 1, "y": 2}`, ""},
		{"{\n  \"a\": 5,\n  \"x\": 7\n}\n", "a", "", "{\n  \"x\": 7\n}\n", ""},
		{"{\n  \"x\": 7,\n  \"a\": 5\n}\n", "a", "", "{\n  \"x\": 7\n}\n", ""},
		{`{"a": 5}`, "a", "", `{}`, ""},
		{`{"x": 5}`, "a", "", `{"x": 5}`, ""},
		{`{}`, "a", "", `{}`, ""},
		{`{"x": 5`, "a", "1", "", "invalid JSON: the closing brace is missing"},
		{`[]`, "a", "", "", "the file is not a JSON object with things"},
	} {
		got, fault := withNamed([]byte(c.file), "things", c.name, c.value)
		if string(got) != c.want || fault != c.fault {
			t.Errorf("%q with %s %q: %q, %q, want %q, %q", c.file, c.name, c.value, got, fault, c.want, c.fault)
		}
	}
}

// FuzzWithNamed: the result can be read, has the name as it was set, and everything else as before.
func FuzzWithNamed(f *testing.F) {
	f.Add([]byte(`{"a": 5, "x": [1, "}"], "a": 6, "y": {"a": 2}}`), "a", "1")
	f.Add([]byte("{\n}\n"), "E3.queued", "")
	f.Add([]byte(`{"": 1, "\u0061": 2}`), "a", "3")
	f.Add([]byte("{\"\xd3\":0}"), "\xaa", "0")
	f.Fuzz(func(t *testing.T, data []byte, name, value string) {
		if value != "" {
			value = "1"
		}
		changed, fault := withNamed(data, "things", name, value)
		if fault != "" {
			if changed != nil {
				t.Fatalf("%q is changed to %q: %s", data, changed, fault)
			}
			return
		}
		before, _ := scanNamed(data, "things")
		after, fault := scanNamed(changed, "things")
		if fault != "" {
			t.Fatalf("%q became %q: %s", data, changed, fault)
		}
		key, _ := scanNamed(addNamed([]byte("{}"), nil, name, "0"), "things")
		name = key[0].name // as in JSON, which has no invalid UTF-8
		count := 0
		var rest, was []string
		for _, v := range after {
			if v.name != name {
				rest = append(rest, v.name+string(v.value))
			} else if count++; string(v.value) != value {
				t.Errorf("%s is %s", name, v.value)
			}
		}
		for _, v := range before {
			if v.name != name {
				was = append(was, v.name+string(v.value))
			}
		}
		if strings.Join(rest, "\n") != strings.Join(was, "\n") || count > 1 || (count == 1) != (value != "") {
			t.Errorf("%q became %q", data, changed)
		}
	})
}

// TestChangeNamed: a missing file is created, a link stays one, and what cannot be understood is
// left alone.
func TestChangeNamed(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "settings")
	path := filepath.Join(dir, "things.json")
	set := func(data []byte) ([]byte, string) { return withNamed(data, "things", "a", "1") }
	read := func(path string) string {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		return string(data)
	}
	if err := changeNamed(path, set); err != nil || read(path) != "{\n  \"a\": 1\n}\n" {
		t.Fatal(err, read(path))
	}
	elsewhere := filepath.Join(t.TempDir(), "own.json")
	if err := errors.Join(os.WriteFile(elsewhere, []byte(`{"x": 1}`), 0o640), os.Remove(path)); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(elsewhere, path); err == nil {
		if err := changeNamed(path, set); err != nil || read(elsewhere) != "{\"x\": 1,\n  \"a\": 1}" {
			t.Error(err, read(elsewhere))
		}
		if st, err := os.Lstat(path); err != nil || st.Mode()&fs.ModeSymlink == 0 {
			t.Errorf("the link is a file: %v", err)
		}
	}
	for _, content := range []string{"not JSON", "{" + strings.Repeat(" ", MaxNamedFile) + "}"} {
		if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
		if err := changeNamed(path, set); err == nil || read(path) != content {
			t.Errorf("%.20q is changed: %v", content, err)
		}
	}
}
