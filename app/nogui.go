//go:build nogui

package main

import (
	"fmt"
	"os"
)

// openWindow reports that this build has no window.
func openWindow([]string) int {
	fmt.Fprintln(os.Stderr, "threadlens: this build has no graphical interface; use a verb (list the verbs with: threadlens help), or a build made without the Go build tag nogui")
	return 1
}
