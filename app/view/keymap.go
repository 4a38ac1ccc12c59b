package view

import (
	"errors"
	"fmt"
	"io/fs"
	"unicode/utf8"

	"fyne.io/fyne/v2"

	"threadlens/app/session"
)

// writtenKey is a key as it stands in the file of the keys.
func writtenKey(k key) session.Key {
	if k.char != 0 {
		return session.Key{Name: string(k.char)}
	}
	name, ok := keyNames[k.name]
	if !ok {
		name = string(k.name)
	}
	return session.Key{Ctrl: k.mods&ctrl != 0, Alt: k.mods&alt != 0, Shift: k.mods&shift != 0, Name: name}
}

// readKey is the key that stands in the file.
func readKey(k session.Key) key {
	if k.IsCharacter() {
		char, _ := utf8.DecodeRuneInString(k.Name)
		return key{char: char}
	}
	read := key{name: fyne.KeyName(k.Name)}
	for name, written := range keyNames {
		if written == k.Name {
			read.name = name
		}
	}
	for mod, on := range map[fyne.KeyModifier]bool{ctrl: k.Ctrl, alt: k.Alt, shift: k.Shift} {
		if on {
			read.mods |= mod
		}
	}
	return read
}

// bindingsOf are commands and the keys that they have now.
func bindingsOf(t *commandTable) []session.KeyBinding {
	list := make([]session.KeyBinding, len(t.list))
	for i, c := range t.list {
		list[i].ID = c.id
		for _, k := range c.keys {
			list[i].Keys = append(list[i].Keys, writtenKey(k))
		}
	}
	return list
}

// remap gives the commands the keys that the file in the settings folder says.
func (w *window) remap() {
	if w.settingsDir == "" {
		return
	}
	bindings, problems := session.LoadKeys(w.settingsDir, bindingsOf(w.table))
	for i, c := range w.table.list {
		c.keys = nil
		for _, k := range bindings[i].Keys {
			c.keys = append(c.keys, readKey(k))
		}
	}
	w.keyProblems = problems
}

// keyWarning says in a line what was left out of the file of the keys, "" when
// nothing was.
func (w *window) keyWarning() string {
	switch n := len(w.keyProblems); n {
	case 0:
		return ""
	case 1:
		return "keys.json: " + w.keyProblems[0]
	default:
		return fmt.Sprintf("keys.json: %s, and %s", w.keyProblems[0], plural(n-1, "more problem"))
	}
}

// writeKeys makes a file of the keys for the user to change.
func (w *window) writeKeys() {
	path, err := session.WriteKeys(w.settingsDir, bindingsOf(w.table))
	switch {
	case errors.Is(err, fs.ErrExist):
		w.status.point("", "There is a file of the keys already: "+path)
	case err != nil:
		w.status.point("", fmt.Sprintf("The keys could not be written: %v", err))
	default:
		w.status.point("", "The keys are in "+path+"; changes hold from the next start")
	}
}
