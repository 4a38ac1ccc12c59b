//go:build !nogui

package main

import (
	_ "threadlens/app/locale" // before the toolkit
	"threadlens/app/view"
)

// openWindow opens the window with the given files and returns the exit code.
func openWindow(args []string) int { return view.Run(args) }
