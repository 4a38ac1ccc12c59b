package keep

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// keysFile is the file in the settings folder that assigns other keys to commands.
const keysFile = "keys.json"

// keysWhat describes its contents.
const keysWhat = "commands and their keys"

// Key is one way to invoke a command from the keyboard: a named key with modifiers, or a character,
// whatever keys produce it.
type Key struct {
	Ctrl, Alt, Shift bool // Ctrl is Cmd on macOS
	Name             string
}

// namedKeys are the keys that have a name instead of a character: as people may type it, and as it
// is displayed.
var namedKeys = map[string]string{
	"left": "←", "←": "←", "right": "→", "→": "→", "up": "↑", "↑": "↑", "down": "↓", "↓": "↓",
	"page up": "Page Up", "pageup": "Page Up", "page down": "Page Down", "pagedown": "Page Down",
	"home": "Home", "end": "End", "insert": "Insert", "delete": "Delete", "backspace": "Backspace",
	"enter": "Enter", "return": "Enter", "keypad enter": "Keypad Enter", "tab": "Tab",
	"escape": "Escape", "esc": "Escape", "space": "Space", "menu": "Menu",
	"f1": "F1", "f2": "F2", "f3": "F3", "f4": "F4", "f5": "F5", "f6": "F6",
	"f7": "F7", "f8": "F8", "f9": "F9", "f10": "F10", "f11": "F11", "f12": "F12",
}

// String is the key as in menus and tooltips: "Ctrl+Alt+Shift+F".
func (k Key) String() string {
	var b strings.Builder
	for _, m := range []struct {
		on   bool
		name string
	}{{k.Ctrl, "Ctrl+"}, {k.Alt, "Alt+"}, {k.Shift, "Shift+"}} {
		if m.on {
			b.WriteString(m.name)
		}
	}
	return b.String() + k.Name
}

// IsCharacter reports whether the key is a character, which other keyboards produce with other
// keys: neither a letter nor a named key.
func (k Key) IsCharacter() bool {
	r, size := utf8.DecodeRuneInString(k.Name)
	return size == len(k.Name) && !unicode.IsLetter(r) && namedKeys[k.Name] == "" && !k.Ctrl && !k.Alt && !k.Shift
}

// ParseKey reads a key such as "Ctrl+Shift+F", "[", "W" or "Page Up", in any
// case.
func ParseKey(text string) (Key, error) {
	k, rest, err := cutModifiers(text)
	if err != nil {
		return Key{}, err
	}
	if name := namedKeys[strings.ToLower(rest)]; name != "" {
		k.Name = name
		return k, nil
	}
	r, size := utf8.DecodeRuneInString(rest)
	switch {
	case rest == "" || size != len(rest) || r == utf8.RuneError || !unicode.IsPrint(r):
		return Key{}, fmt.Errorf("%q is not a key: write one such as Ctrl+Shift+F, [ or Page Up", text)
	case unicode.IsLetter(r) && r > unicode.MaxASCII:
		return Key{}, fmt.Errorf("%q is not a key: the only letters allowed are A to Z", text)
	case k.Shift && !unicode.IsLetter(r) && !k.Ctrl && !k.Alt:
		return Key{}, fmt.Errorf("%q is not a key: instead of Shift and a key, write the character that they type, such as “?”", text)
	}
	k.Name = strings.ToUpper(rest)
	return k, nil
}

// cutModifiers reads the modifiers before a key. A plus at the end is the key.
func cutModifiers(text string) (k Key, rest string, err error) {
	rest = strings.TrimSpace(text)
	for {
		mod, after, ok := strings.Cut(rest, "+")
		if !ok || after == "" {
			return k, rest, nil
		}
		switch strings.ToLower(strings.TrimSpace(mod)) {
		case "ctrl", "cmd", "control":
			k.Ctrl = true
		case "alt":
			k.Alt = true
		case "shift":
			k.Shift = true
		default:
			return k, rest, fmt.Errorf("%q is not a key: %q is not Ctrl, Alt or Shift", text, mod)
		}
		rest = strings.TrimSpace(after)
	}
}

// KeyBinding is a command and its keys, the first of which is displayed.
type KeyBinding struct {
	ID   string
	Keys []Key
}

// KeysPath is the keys file in a settings folder.
func KeysPath(dir string) string { return filepath.Join(dir, keysFile) }

// LoadKeys assigns to the commands in usual the keys in the file in dir, in the order of usual.
// Entries that it cannot use are left out, each with a sentence that explains why: unknown
// commands, invalid keys, and keys that two commands would then have, which neither gets from the
// file. Without a file everything stays as in usual.
func LoadKeys(dir string, usual []KeyBinding) (bindings []KeyBinding, problems []string) {
	list, problems, err := readNamed(KeysPath(dir), keysWhat)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return usual, nil
	case err != nil:
		return usual, []string{err.Error()}
	}
	bindings, more := remap(list, usual)
	return bindings, append(problems, more...)
}

// remap implements LoadKeys for the contents of the file.
func remap(list []namedValue, usual []KeyBinding) (bindings []KeyBinding, problems []string) {
	wanted, problems := wantedKeys(list, usual)
	for {
		bindings = slices.Clone(usual)
		for i, b := range bindings {
			if keys, ok := wanted[b.ID]; ok {
				bindings[i].Keys = keys
			}
		}
		refused := clashes(bindings, wanted)
		if len(refused) == 0 {
			return bindings, problems
		}
		problems = append(problems, refused...)
	}
}

// wantedKeys are the keys in the file for known commands: one key or a list.
func wantedKeys(list []namedValue, usual []KeyBinding) (wanted map[string][]Key, problems []string) {
	known := map[string]bool{}
	for _, b := range usual {
		known[b.ID] = true
	}
	wanted = map[string][]Key{}
	for _, v := range list {
		keys, err := parseKeys(v.value)
		switch {
		case !known[v.name]:
			problems = append(problems, fmt.Sprintf("there is no command %q", v.name))
		case err != nil:
			problems = append(problems, fmt.Sprintf("%s: %v", v.name, err))
		default:
			wanted[v.name] = keys
		}
	}
	return wanted, problems
}

// parseKeys reads one key or a list of keys.
func parseKeys(value json.RawMessage) ([]Key, error) {
	var texts []string
	if json.Unmarshal(value, &texts) != nil {
		var text string
		if json.Unmarshal(value, &text) != nil {
			return nil, errors.New(`must be a key in quotes or a list of them: ["F", "Ctrl+F"]`)
		}
		texts = []string{text}
	}
	keys := make([]Key, 0, len(texts))
	for _, text := range texts {
		k, err := ParseKey(text)
		if err != nil {
			return nil, err
		}
		if !slices.Contains(keys, k) {
			keys = append(keys, k)
		}
	}
	return keys, nil
}

// clashes removes from wanted what assigns a key to a second command, and describes what that was.
func clashes(bindings []KeyBinding, wanted map[string][]Key) (problems []string) {
	owner := map[Key]string{}
	for _, b := range bindings {
		for _, k := range b.Keys {
			other, taken := owner[k]
			owner[k] = b.ID
			if !taken || other == b.ID {
				continue
			}
			owner[k] = other
			problems = append(problems, fmt.Sprintf("%s is assigned to both %s and %s", k, other, b.ID))
			delete(wanted, b.ID)
			delete(wanted, other)
		}
	}
	return problems
}

// WriteKeys writes the keys in use to a new file in dir, for its owner to edit, and returns its
// path. An existing file is not changed: then the error is fs.ErrExist.
func WriteKeys(dir string, bindings []KeyBinding) (path string, err error) {
	path = KeysPath(dir)
	var b bytes.Buffer
	b.WriteString("{\n")
	for i, binding := range bindings {
		texts := make([]string, len(binding.Keys))
		for j, k := range binding.Keys {
			texts[j] = k.String()
		}
		line, err := marshalPlain(texts)
		if err != nil {
			return path, fmt.Errorf("writing keys.json: %w", err)
		}
		comma := ","
		if i == len(bindings)-1 {
			comma = ""
		}
		fmt.Fprintf(&b, "  %q: %s%s\n", binding.ID, line, comma)
	}
	b.WriteString("}\n")
	if err := writeNew(path, b.Bytes()); err != nil {
		return path, fmt.Errorf("writing keys.json: %w", err)
	}
	return path, nil
}
