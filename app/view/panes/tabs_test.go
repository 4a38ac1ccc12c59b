package panes

import (
	"testing"

	"fyne.io/fyne/v2"

	"threadlens/app/view/host"
)

// closed is a window without a trace.
type closed struct{ host.Room }

func (closed) IsOpen() bool { return false }

// TestTabWithoutKey: the digits are all in use, so that another tab has a command without a key.
func TestTabWithoutKey(t *testing.T) {
	b := &Bar{Host: &host.Host{Room: closed{}}, TabList: []*tab{{ID: "with", command: "With", key: fyne.Key1}, {ID: "without", command: "Without"}, {ID: "none"}}}
	list := b.TabCommands()
	if len(list) != 2 || len(list[0].Keys) != 1 || list[0].Keys[0].Name != fyne.Key1 || list[1].Keys != nil {
		t.Errorf("commands %+v", list)
	}
}
