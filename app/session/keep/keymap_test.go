package keep

import (
	"errors"
	"io/fs"
	"os"
	"reflect"
	"strings"
	"testing"
)

func TestParseKey(t *testing.T) {
	tests := []struct{ text, want string }{
		{"Ctrl+Shift+F", "Ctrl+Shift+F"},
		{" shift + ctrl+ f ", "Ctrl+Shift+F"},
		{"cmd+1", "Ctrl+1"},
		{"[", "["},
		{"+", "+"},
		{"Ctrl++", "Ctrl++"},
		{"w", "W"},
		{"page up", "Page Up"},
		{"Alt+Left", "Alt+←"},
		{"Alt+→", "Alt+→"},
		{"Return", "Enter"},
		{"f12", "F12"},
		{"Space", "Space"},
		{"", ""},
		{"Ctrl+", ""},
		{"Hyper+F", ""},
		{"Shift+[", ""},
		{"FF", ""},
		{"ä", ""},
		{"\x01", ""},
		{"\xff", ""},
	}
	for _, tt := range tests {
		k, err := ParseKey(tt.text)
		if (err != nil) != (tt.want == "") || k.String() != tt.want {
			t.Errorf("%q is %q, %v, want %q", tt.text, k, err, tt.want)
		}
		if err == nil {
			if again, err := ParseKey(k.String()); err != nil || again != k {
				t.Errorf("%q is written as %q, which is read as %v, %v", tt.text, k, again, err)
			}
		}
	}
}

func TestKeysThatAreCharacters(t *testing.T) {
	for text, want := range map[string]bool{"[": true, "1": true, "?": true, "W": false, "F1": false, "←": false, "Ctrl+1": false, "Tab": false} {
		if k, err := ParseKey(text); err != nil || k.IsCharacter() != want {
			t.Errorf("%s: %v, %v", text, k.IsCharacter(), err)
		}
	}
}

// usualKeys are some commands with keys.
func usualKeys(t *testing.T) []KeyBinding {
	t.Helper()
	var list []KeyBinding
	for _, line := range []string{"find Ctrl+F /", "fit F", "grid G", "open Ctrl+O", "about"} {
		words := strings.Fields(line)
		b := KeyBinding{ID: words[0]}
		for _, w := range words[1:] {
			k, err := ParseKey(w)
			if err != nil {
				t.Fatal(err)
			}
			b.Keys = append(b.Keys, k)
		}
		list = append(list, b)
	}
	return list
}

// keysText prints bindings, one command per line.
func keysText(list []KeyBinding) string {
	var lines []string
	for _, b := range list {
		line := b.ID
		for _, k := range b.Keys {
			line += " " + k.String()
		}
		lines = append(lines, line)
	}
	return strings.Join(lines, "; ")
}

func TestRemap(t *testing.T) {
	const usual = "find Ctrl+F /; fit F; grid G; open Ctrl+O; about"
	tests := []struct {
		name, file, want string
		problems         []string
	}{
		{"one key", `{"about": "F12"}`, "find Ctrl+F /; fit F; grid G; open Ctrl+O; about F12", nil},
		{"several keys", `{"fit": ["v", "Ctrl+Shift+V"]}`, "find Ctrl+F /; fit V Ctrl+Shift+V; grid G; open Ctrl+O; about", nil},
		{"no key", `{"grid": []}`, "find Ctrl+F /; fit F; grid; open Ctrl+O; about", nil},
		{"exchange", `{"grid": "F", "fit": "G"}`, "find Ctrl+F /; fit G; grid F; open Ctrl+O; about", nil},
		{"nothing", `{}`, usual, nil},
		{"unknown command", `{"fly": "F", "about": "F12"}`, "find Ctrl+F /; fit F; grid G; open Ctrl+O; about F12", []string{`there is no command "fly"`}},
		{"no such key", `{"fit": "Hyper+F"}`, usual, []string{`fit: "Hyper+F" is not a key: "Hyper" is not Ctrl, Alt or Shift`}},
		{"no text", `{"fit": 5}`, usual, []string{`fit: must be a key in quotes or a list of them: ["F", "Ctrl+F"]`}},
		{"twice", `{"fit": "V", "fit": "B"}`, usual, []string{`"fit" appears more than once: keep one of them`}},
		{"taken already", `{"about": "G"}`, usual, []string{"G is assigned to both grid and about"}},
		{"taken in the file", `{"about": "F9", "open": "F9"}`, usual, []string{"F9 is assigned to both open and about"}},
		{
			"a clash that follows from another", `{"grid": "F", "fit": "Ctrl+O", "about": "G"}`, usual,
			[]string{"Ctrl+O is assigned to both fit and open", "F is assigned to both fit and grid", "G is assigned to both grid and about"},
		},
		{"not an object", `["F"]`, usual, []string{"the file is not a JSON object with commands and their keys"}},
		{"empty", ``, usual, []string{"the file is not a JSON object with commands and their keys"}},
		{"cut short", `{"fit": "V", "grid`, "find Ctrl+F /; fit V; grid G; open Ctrl+O; about", []string{"invalid JSON after byte 13: unexpected EOF"}},
		{"not closed", `{"fit": "V"`, "find Ctrl+F /; fit V; grid G; open Ctrl+O; about", []string{"invalid JSON: the closing brace is missing"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			list, problems := parseNamed([]byte(tt.file), keysWhat)
			got, more := remap(list, usualKeys(t))
			problems = append(problems, more...)
			if keysText(got) != tt.want || !reflect.DeepEqual(problems, tt.problems) {
				t.Errorf("%s\n%q\nwant\n%s\n%q", keysText(got), problems, tt.want, tt.problems)
			}
		})
	}
}

func TestKeysFile(t *testing.T) {
	dir := t.TempDir() + "/settings"
	usual := usualKeys(t)
	if got, problems := LoadKeys(dir, usual); problems != nil || keysText(got) != keysText(usual) {
		t.Errorf("without a file: %s, %q", keysText(got), problems)
	}
	path, err := WriteKeys(dir, usual)
	if err != nil || path != KeysPath(dir) {
		t.Fatal(path, err)
	}
	data, err := os.ReadFile(path)
	want := `{
  "find": ["Ctrl+F","/"],
  "fit": ["F"],
  "grid": ["G"],
  "open": ["Ctrl+O"],
  "about": []
}
`
	if err != nil || string(data) != want {
		t.Errorf("%v, wrote\n%s\nwant\n%s", err, data, want)
	}
	if got, problems := LoadKeys(dir, usual); problems != nil || keysText(got) != keysText(usual) {
		t.Errorf("read back: %s, %q", keysText(got), problems)
	}
	if _, err := WriteKeys(dir, nil); !errors.Is(err, fs.ErrExist) {
		t.Errorf("a second time: %v", err)
	}
	if now, _ := os.ReadFile(path); string(now) != want {
		t.Error("the file was overwritten")
	}
	if err := os.WriteFile(path, make([]byte, MaxNamedFile+1), 0o600); err != nil {
		t.Fatal(err)
	}
	if got, problems := LoadKeys(dir, usual); len(problems) != 1 || keysText(got) != keysText(usual) {
		t.Errorf("too long: %s, %q", keysText(got), problems)
	}
}
