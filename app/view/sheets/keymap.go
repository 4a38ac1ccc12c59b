package sheets

import (
	"errors"
	"fmt"
	"io/fs"
	"unicode/utf8"

	"fyne.io/fyne/v2"

	"threadlens/app/session/keep"
	"threadlens/app/view/kit"
)

// writtenKey is a key as written in the keys file.
func writtenKey(k kit.Key) keep.Key {
	if k.Char != 0 {
		return keep.Key{Name: string(k.Char)}
	}
	name, ok := kit.KeyNames[k.Name]
	if !ok {
		name = string(k.Name)
	}
	return keep.Key{Ctrl: k.Mods&kit.Ctrl != 0, Alt: k.Mods&kit.Alt != 0, Shift: k.Mods&kit.Shift != 0, Name: name}
}

// readKey is a key as read from the keys file.
func readKey(k keep.Key) kit.Key {
	if k.IsCharacter() {
		char, _ := utf8.DecodeRuneInString(k.Name)
		return kit.Key{Char: char}
	}
	read := kit.Key{Name: fyne.KeyName(k.Name)}
	for name, written := range kit.KeyNames {
		if written == k.Name {
			read.Name = name
		}
	}
	for mod, on := range map[fyne.KeyModifier]bool{kit.Ctrl: k.Ctrl, kit.Alt: k.Alt, kit.Shift: k.Shift} {
		if on {
			read.Mods |= mod
		}
	}
	return read
}

// bindingsOf are the commands and their current keys.
func bindingsOf(t *kit.CommandTable) []keep.KeyBinding {
	list := make([]keep.KeyBinding, len(t.List))
	for i, c := range t.List {
		list[i].ID = c.ID
		for _, k := range c.Keys {
			list[i].Keys = append(list[i].Keys, writtenKey(k))
		}
	}
	return list
}

// Remap assigns the keys from the file in the settings folder to the commands.
func (s *Sheets) Remap() {
	if s.SettingsDir == "" {
		return
	}
	bindings, problems := keep.LoadKeys(s.SettingsDir, bindingsOf(s.Commands))
	for i, c := range s.Commands.List {
		c.Keys = nil
		for _, k := range bindings[i].Keys {
			c.Keys = append(c.Keys, readKey(k))
		}
	}
	s.KeyProblems = problems
}

// KeyWarning says in a line what was left out of the keys file, "" if nothing was.
func (s *Sheets) KeyWarning() string {
	switch n := len(s.KeyProblems); n {
	case 0:
		return ""
	case 1:
		return "keys.json: " + s.KeyProblems[0]
	default:
		return fmt.Sprintf("keys.json: %s, and %s", s.KeyProblems[0], kit.Plural(n-1, "more problem"))
	}
}

// writeKeys creates a keys file for the user to edit.
func (s *Sheets) writeKeys() {
	path, err := keep.WriteKeys(s.SettingsDir, bindingsOf(s.Commands))
	switch {
	case errors.Is(err, fs.ErrExist):
		s.Point("", "The key bindings file already exists: "+path)
	case err != nil:
		s.Point("", fmt.Sprintf("The key bindings could not be saved: %v", err))
	default:
		s.Point("", "Key bindings are in "+path+"; changes take effect at the next start")
	}
}
