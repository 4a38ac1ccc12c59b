package sheets

import (
	"threadlens/app/view/host"
	"threadlens/app/view/kit"
)

// Sheets are the dialogs of a window that lie above all else: settings, help, marks, properties.
type Sheets struct {
	*host.Host
	// KeyProblems are what the file of the keys says and cannot have.
	KeyProblems []string
	// Menus are the titles of the menus, and where in them the commands stand.
	Menus func() ([]string, map[*kit.Command]MenuPlace)
}
