package panes

import (
	"testing"

	"fyne.io/fyne/v2"
)

// TestTabWithoutKey: the digits are all in use, so that another tab has a command without a key.
func TestTabWithoutKey(t *testing.T) {
	b := &Bar{TabList: []*tab{{ID: "with", command: "With", key: fyne.Key1}, {ID: "without", command: "Without"}, {ID: "none"}}}
	list := b.TabCommands()
	if len(list) != 2 || len(list[0].Keys) != 1 || list[0].Keys[0].Name != fyne.Key1 || list[1].Keys != nil {
		t.Errorf("commands %+v", list)
	}
}
