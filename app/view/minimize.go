package view

import (
	"fyne.io/fyne/v2"

	"threadlens/app/view/kit"
)

// onScreen is a window that the toolkit shows on a screen, unlike one of its tests.
type onScreen interface {
	// RunWithContext runs do while the window is the one that OpenGL draws to.
	RunWithContext(do func())
}

// minimizeCommand minimizes the window. The toolkit has no call for that, but GLFW below it has, and
// knows the window that is drawn to.
func minimizeCommand(win fyne.Window) *kit.Command {
	shown, ok := win.(onScreen)
	return &kit.Command{
		ID: "minimize", Title: "Minimize", Help: "Minimize this window",
		Enabled: func() bool { return ok }, Why: "This window is not on a screen.",
		Run: func() { shown.RunWithContext(iconify) },
	}
}
