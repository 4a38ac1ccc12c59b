//go:build nogui

package main

import (
	"fmt"
	"os"
)

// openWindow says that this build has none.
func openWindow([]string) int {
	fmt.Fprintln(os.Stderr, "threadlens: this build has no window: use a verb (threadlens help), or a build without the tag nogui")
	return 1
}
