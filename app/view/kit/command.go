package kit

import (
	"regexp"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
)

// Key is one way to give a command by the keyboard: a named key with modifiers,
// or a character whatever keys make it.
type Key struct {
	Name fyne.KeyName
	Mods fyne.KeyModifier
	Char rune // instead of name
}

const (
	Ctrl  = fyne.KeyModifierShortcutDefault
	Shift = fyne.KeyModifierShift
	Alt   = fyne.KeyModifierAlt
)

// String is the key as menus and tooltips write it.
func (k Key) String() string {
	if k.Char != 0 {
		return string(k.Char)
	}
	var b strings.Builder
	for _, m := range []struct {
		mod  fyne.KeyModifier
		name string
	}{{Ctrl, "Ctrl+"}, {Alt, "Alt+"}, {Shift, "Shift+"}} {
		if k.Mods&m.mod != 0 {
			b.WriteString(m.name)
		}
	}
	name, ok := KeyNames[k.Name]
	if !ok {
		name = string(k.Name)
	}
	return b.String() + name
}

// KeyNames are the names of keys that are written otherwise than the toolkit calls them.
var KeyNames = map[fyne.KeyName]string{
	fyne.KeyLeft: "←", fyne.KeyRight: "→", fyne.KeyUp: "↑", fyne.KeyDown: "↓",
	fyne.KeyPageUp: "Page Up", fyne.KeyPageDown: "Page Down", fyne.KeyReturn: "Enter",
	fyne.KeyEnter: "Keypad Enter", fyne.KeyBackspace: "Backspace",
}

// Shortcut is the key for a menu item, nil for one without Ctrl or Alt: those
// reach the surface as they are, and a menu would take them from text fields.
func (k Key) Shortcut() fyne.Shortcut {
	if k.Char != 0 || k.Mods&(Ctrl|Alt) == 0 {
		return nil
	}
	if own := editShortcuts[k.Name]; own != nil && k.Mods == Ctrl {
		return own
	}
	return &desktop.CustomShortcut{KeyName: k.Name, Modifier: k.Mods}
}

// MenuShortcut is the key as a menu shows it. One without Ctrl or Alt is only
// shown: Fyne looks menus up for keys with modifiers alone.
func (k Key) MenuShortcut() fyne.Shortcut {
	if sc := k.Shortcut(); sc != nil {
		return sc
	}
	if k.Char != 0 {
		return &desktop.CustomShortcut{KeyName: fyne.KeyName(k.Char)}
	}
	return &desktop.CustomShortcut{KeyName: k.Name, Modifier: k.Mods}
}

// editShortcuts are what the toolkit makes of these keys with Ctrl.
var editShortcuts = map[fyne.KeyName]fyne.Shortcut{
	fyne.KeyZ: &fyne.ShortcutUndo{}, fyne.KeyY: &fyne.ShortcutRedo{},
	fyne.KeyC: &fyne.ShortcutCopy{}, fyne.KeyX: &fyne.ShortcutCut{}, fyne.KeyV: &fyne.ShortcutPaste{},
	fyne.KeyA: &fyne.ShortcutSelectAll{},
}

// Command is something that the user can have done. Menu, keys, buttons and
// context menus all hold commands of the one table, so that they agree about
// its name, its key and whether it can be done.
type Command struct {
	ID      string
	Title   string
	Help    string // in the list of keys, where the title is not enough
	Keys    []Key  // the first is shown
	Enabled func() bool
	Why     string      // it cannot be given, where a trace alone is not enough
	Apart   bool        // it has nothing to do with a trace
	Checked func() bool // of a toggle
	Run     func()
}

// Can reports whether the command can be given now.
func (c *Command) Can() bool { return c.Enabled == nil || c.Enabled() }

// Do gives the command if that is possible.
func (c *Command) Do() {
	if c.Can() {
		c.Run()
	}
}

// Tip is the text of a tooltip: the title and the key.
func (c *Command) Tip() string {
	title := strings.TrimSuffix(c.Title, "…")
	if len(c.Keys) == 0 {
		return title
	}
	return title + " (" + c.Keys[0].String() + ")"
}

// Reason is why a command cannot be given, as a part of a sentence.
func (c *Command) Reason() string {
	return strings.ToLower(c.Why[:1]) + strings.TrimSuffix(c.Why[1:], ".")
}

// Name is the title of a command outside of a menu.
func (c *Command) Name() string { return strings.TrimSuffix(c.Title, "…") }

// KeyText lists a command's keys.
func (c *Command) KeyText() string {
	names := make([]string, len(c.Keys))
	for i, k := range c.Keys {
		names[i] = k.String()
	}
	return strings.Join(names, "  ")
}

// CommandTable is the list of commands, and finds them.
type CommandTable struct {
	List []*Command
	byID map[string]*Command
}

// NewCommandTable is a table of commands, whose ids differ.
func NewCommandTable(list []*Command) *CommandTable {
	t := &CommandTable{List: list, byID: map[string]*Command{}}
	for _, c := range list {
		t.byID[c.ID] = c
	}
	return t
}

// Get is the command with an id, which must exist.
func (t *CommandTable) Get(id string) *Command {
	c := t.byID[id]
	if c == nil {
		panic("no command " + id)
	}
	return c
}

// ByKey is the command of a named key, nil without.
func (t *CommandTable) ByKey(name fyne.KeyName, mods fyne.KeyModifier) *Command {
	for _, c := range t.List {
		for _, k := range c.Keys {
			if k.Char == 0 && k.Name == name && k.Mods == mods {
				return c
			}
		}
	}
	return nil
}

// ByChar is the command of a character, nil without.
func (t *CommandTable) ByChar(r rune) *Command {
	for _, c := range t.List {
		for _, k := range c.Keys {
			if k.Char == r && r != 0 {
				return c
			}
		}
	}
	return nil
}

// KeyOf is the key that is shown for a command, "" without.
func (t *CommandTable) KeyOf(id string) string {
	if c := t.Get(id); len(c.Keys) > 0 {
		return c.Keys[0].String()
	}
	return ""
}

// named is the name of a command in a text.
var named = regexp.MustCompile(`\{([a-zA-Z0-9.]+)\}`)

// Spell puts the keys that commands have now in the place of their names in
// braces; one without a key is called by its title.
func (t *CommandTable) Spell(text string) string {
	return named.ReplaceAllStringFunc(text, func(name string) string {
		id := strings.Trim(name, "{}")
		if key := t.KeyOf(id); key != "" {
			return key
		}
		return "“" + t.Get(id).Name() + "”"
	})
}

// CurrentModifiers asks the driver which modifier keys are down: scroll and key
// events do not tell.
func CurrentModifiers() fyne.KeyModifier {
	if d, ok := fyne.CurrentApp().Driver().(desktop.Driver); ok {
		return d.CurrentKeyModifiers()
	}
	return 0
}

func Bit(b bool) byte {
	if b {
		return 1
	}
	return 0
}
