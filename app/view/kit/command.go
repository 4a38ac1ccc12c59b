package kit

import (
	"cmp"
	"regexp"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
)

// Key is one way to give a command by the keyboard: a named key with modifiers, or a character,
// whichever keys produce it.
type Key struct {
	Name fyne.KeyName
	Mods fyne.KeyModifier
	Char rune // instead of Name
}

// Modifier keys; Ctrl is the toolkit's modifier for shortcuts.
const (
	Ctrl  = fyne.KeyModifierShortcutDefault
	Shift = fyne.KeyModifierShift
	Alt   = fyne.KeyModifierAlt
)

// String is the key as shown in menus and tooltips.
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

// KeyNames are the names of keys that are shown under another name than the toolkit's.
var KeyNames = map[fyne.KeyName]string{
	fyne.KeyLeft: "←", fyne.KeyRight: "→", fyne.KeyUp: "↑", fyne.KeyDown: "↓",
	fyne.KeyPageUp: "Page Up", fyne.KeyPageDown: "Page Down", fyne.KeyReturn: "Enter",
	fyne.KeyEnter: "Keypad Enter", fyne.KeyBackspace: "Backspace",
}

// Shortcut is the key for a menu item, nil for a key without Ctrl or Alt: those reach the surface
// directly, and a menu would take them from text fields.
func (k Key) Shortcut() fyne.Shortcut {
	if k.Char != 0 || k.Mods&(Ctrl|Alt) == 0 {
		return nil
	}
	if own := editShortcuts[k.Name]; own != nil && k.Mods == Ctrl {
		return own
	}
	return &desktop.CustomShortcut{KeyName: k.Name, Modifier: k.Mods}
}

// MenuShortcut is the key as a menu shows it. A key without Ctrl or Alt is only shown: Fyne looks
// up menu shortcuts only for keys with modifiers.
func (k Key) MenuShortcut() fyne.Shortcut {
	if sc := k.Shortcut(); sc != nil {
		return sc
	}
	if k.Char != 0 {
		return &desktop.CustomShortcut{KeyName: fyne.KeyName(k.Char)}
	}
	return &desktop.CustomShortcut{KeyName: k.Name, Modifier: k.Mods}
}

// editShortcuts are the shortcuts into which the toolkit turns these keys with Ctrl.
var editShortcuts = map[fyne.KeyName]fyne.Shortcut{
	fyne.KeyZ: &fyne.ShortcutUndo{}, fyne.KeyY: &fyne.ShortcutRedo{},
	fyne.KeyC: &fyne.ShortcutCopy{}, fyne.KeyX: &fyne.ShortcutCut{}, fyne.KeyV: &fyne.ShortcutPaste{},
	fyne.KeyA: &fyne.ShortcutSelectAll{},
}

// Command is an action that the user can run. Menus, keys, buttons and context menus all use
// commands from the same table, so that they agree on its name, its keys and whether it is enabled.
type Command struct {
	ID      string
	Title   string
	Report  string // the name on the command line of the report that it shows, if any
	Help    string // in the list of keys, where the title is not enough
	Keys    []Key  // the first is shown
	Enabled func() bool
	Why     string        // why it is disabled, where an open trace alone is not enough
	Lacks   func() string // what the trace or the system lacks, shown instead of Why; "" or nil for nothing
	Apart   bool          // it needs no trace
	Checked func() bool   // whether a toggle is on
	Run     func()
}

// Can reports whether the command is enabled.
func (c *Command) Can() bool { return c.Enabled == nil || c.Enabled() }

// Do runs the command if it is enabled.
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

// WhyNot is a sentence on why a command is disabled, "" where there is none.
func (c *Command) WhyNot() string {
	if c.Lacks != nil {
		return cmp.Or(c.Lacks(), c.Why)
	}
	return c.Why
}

// Reason is why a command is disabled, as part of a sentence.
func (c *Command) Reason() string {
	why := c.WhyNot()
	return strings.ToLower(why[:1]) + strings.TrimSuffix(why[1:], ".")
}

// Name is the title of a command outside a menu.
func (c *Command) Name() string { return strings.TrimSuffix(c.Title, "…") }

// KeyText lists a command's keys.
func (c *Command) KeyText() string {
	names := make([]string, len(c.Keys))
	for i, k := range c.Keys {
		names[i] = k.String()
	}
	return strings.Join(names, ", ")
}

// CommandTable is a list of commands with look-up by id and by key.
type CommandTable struct {
	List []*Command
	byID map[string]*Command
}

// NewCommandTable is a table of commands with unique ids.
func NewCommandTable(list []*Command) *CommandTable {
	t := &CommandTable{List: list, byID: map[string]*Command{}}
	for _, c := range list {
		t.byID[c.ID] = c
	}
	return t
}

// Get is the command with an id; it panics if there is none.
func (t *CommandTable) Get(id string) *Command {
	c := t.byID[id]
	if c == nil {
		panic("no command " + id)
	}
	return c
}

// ByKey is the command of a named key, nil if there is none.
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

// ByChar is the command of a character, nil if there is none.
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

// KeyOf is the key shown for a command, "" if it has none.
func (t *CommandTable) KeyOf(id string) string {
	if c := t.Get(id); len(c.Keys) > 0 {
		return c.Keys[0].String()
	}
	return ""
}

// named matches the id of a command in a text.
var named = regexp.MustCompile(`\{([a-zA-Z0-9.]+)\}`)

// Spell replaces the ids of commands in braces by their current keys; a command without a key is
// called by its title.
func (t *CommandTable) Spell(text string) string {
	return named.ReplaceAllStringFunc(text, func(name string) string {
		id := strings.Trim(name, "{}")
		if key := t.KeyOf(id); key != "" {
			return key
		}
		return "“" + t.Get(id).Name() + "”"
	})
}

// CurrentModifiers asks the driver which modifier keys are down: scroll and key events do not
// contain them.
func CurrentModifiers() fyne.KeyModifier {
	if d, ok := fyne.CurrentApp().Driver().(desktop.Driver); ok {
		return d.CurrentKeyModifiers()
	}
	return 0
}

// Bit is 1 for true and 0 for false.
func Bit(b bool) byte {
	if b {
		return 1
	}
	return 0
}
