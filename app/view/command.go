package view

import (
	"regexp"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
)

// key is one way to give a command by the keyboard: a named key with modifiers,
// or a character whatever keys make it.
type key struct {
	name fyne.KeyName
	mods fyne.KeyModifier
	char rune // instead of name
}

const (
	ctrl  = fyne.KeyModifierShortcutDefault
	shift = fyne.KeyModifierShift
	alt   = fyne.KeyModifierAlt
)

// String is the key as menus and tooltips write it.
func (k key) String() string {
	if k.char != 0 {
		return string(k.char)
	}
	var b strings.Builder
	for _, m := range []struct {
		mod  fyne.KeyModifier
		name string
	}{{ctrl, "Ctrl+"}, {alt, "Alt+"}, {shift, "Shift+"}} {
		if k.mods&m.mod != 0 {
			b.WriteString(m.name)
		}
	}
	name, ok := keyNames[k.name]
	if !ok {
		name = string(k.name)
	}
	return b.String() + name
}

var keyNames = map[fyne.KeyName]string{
	fyne.KeyLeft: "←", fyne.KeyRight: "→", fyne.KeyUp: "↑", fyne.KeyDown: "↓",
	fyne.KeyPageUp: "Page Up", fyne.KeyPageDown: "Page Down", fyne.KeyReturn: "Enter",
	fyne.KeyEnter: "Keypad Enter", fyne.KeyBackspace: "Backspace",
}

// shortcut is the key for a menu item, nil for one without Ctrl or Alt: those
// reach the surface as they are, and a menu would take them from text fields.
func (k key) shortcut() fyne.Shortcut {
	if k.char != 0 || k.mods&(ctrl|alt) == 0 {
		return nil
	}
	if own := editShortcuts[k.name]; own != nil && k.mods == ctrl {
		return own
	}
	return &desktop.CustomShortcut{KeyName: k.name, Modifier: k.mods}
}

// menuShortcut is the key as a menu shows it. One without Ctrl or Alt is only
// shown: Fyne looks menus up for keys with modifiers alone.
func (k key) menuShortcut() fyne.Shortcut {
	if sc := k.shortcut(); sc != nil {
		return sc
	}
	if k.char != 0 {
		return &desktop.CustomShortcut{KeyName: fyne.KeyName(k.char)}
	}
	return &desktop.CustomShortcut{KeyName: k.name, Modifier: k.mods}
}

// editShortcuts are what the toolkit makes of these keys with Ctrl.
var editShortcuts = map[fyne.KeyName]fyne.Shortcut{
	fyne.KeyZ: &fyne.ShortcutUndo{}, fyne.KeyY: &fyne.ShortcutRedo{},
	fyne.KeyC: &fyne.ShortcutCopy{}, fyne.KeyX: &fyne.ShortcutCut{}, fyne.KeyV: &fyne.ShortcutPaste{},
	fyne.KeyA: &fyne.ShortcutSelectAll{},
}

// command is something that the user can have done. Menu, keys, buttons and
// context menus all hold commands of the one table, so that they agree about
// its name, its key and whether it can be done.
type command struct {
	id      string
	title   string
	help    string // in the list of keys, where the title is not enough
	keys    []key  // the first is shown
	enabled func() bool
	why     string      // it cannot be given, where a trace alone is not enough
	apart   bool        // it has nothing to do with a trace
	checked func() bool // of a toggle
	run     func()
}

// can reports whether the command can be given now.
func (c *command) can() bool { return c.enabled == nil || c.enabled() }

// do gives the command if that is possible.
func (c *command) do() {
	if c.can() {
		c.run()
	}
}

// tip is the text of a tooltip: the title and the key.
func (c *command) tip() string {
	title := strings.TrimSuffix(c.title, "…")
	if len(c.keys) == 0 {
		return title
	}
	return title + " (" + c.keys[0].String() + ")"
}

// reason is why a command cannot be given, as a part of a sentence.
func (c *command) reason() string {
	return strings.ToLower(c.why[:1]) + strings.TrimSuffix(c.why[1:], ".")
}

// name is the title of a command outside of a menu.
func (c *command) name() string { return strings.TrimSuffix(c.title, "…") }

// keyText lists a command's keys.
func (c *command) keyText() string {
	names := make([]string, len(c.keys))
	for i, k := range c.keys {
		names[i] = k.String()
	}
	return strings.Join(names, "  ")
}

// commandTable is the list of commands, and finds them.
type commandTable struct {
	list []*command
	byID map[string]*command
}

func newCommandTable(list []*command) *commandTable {
	t := &commandTable{list: list, byID: map[string]*command{}}
	for _, c := range list {
		t.byID[c.id] = c
	}
	return t
}

// get is the command with an id, which must exist.
func (t *commandTable) get(id string) *command {
	c := t.byID[id]
	if c == nil {
		panic("no command " + id)
	}
	return c
}

// byKey is the command of a named key, nil without.
func (t *commandTable) byKey(name fyne.KeyName, mods fyne.KeyModifier) *command {
	for _, c := range t.list {
		for _, k := range c.keys {
			if k.char == 0 && k.name == name && k.mods == mods {
				return c
			}
		}
	}
	return nil
}

// byChar is the command of a character, nil without.
func (t *commandTable) byChar(r rune) *command {
	for _, c := range t.list {
		for _, k := range c.keys {
			if k.char == r && r != 0 {
				return c
			}
		}
	}
	return nil
}

// keyOf is the key that is shown for a command, "" without.
func (t *commandTable) keyOf(id string) string {
	if c := t.get(id); len(c.keys) > 0 {
		return c.keys[0].String()
	}
	return ""
}

// named is the name of a command in a text.
var named = regexp.MustCompile(`\{([a-zA-Z0-9.]+)\}`)

// spell puts the keys that commands have now in the place of their names in
// braces; one without a key is called by its title.
func (t *commandTable) spell(text string) string {
	return named.ReplaceAllStringFunc(text, func(name string) string {
		id := strings.Trim(name, "{}")
		if key := t.keyOf(id); key != "" {
			return key
		}
		return "“" + t.get(id).name() + "”"
	})
}
