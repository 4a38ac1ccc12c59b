//go:build nogui

package main

import (
	"testing"

	"threadlens/app/command"
)

// TestFlagsOpenTheWindow: flags alone are for the window, other words are not.
func TestFlagsOpenTheWindow(t *testing.T) {
	const noWindow = 1 // in this build
	for _, c := range []struct {
		args []string
		want int
	}{
		{nil, noWindow},
		{[]string{"--theme", "light"}, noWindow},
		{[]string{"-size=1280x800"}, noWindow},
		{[]string{"open"}, noWindow},
		{[]string{"main.go"}, noWindow},
		{[]string{"nothing"}, command.ExitUsage},
		{[]string{"--version"}, command.ExitOK},
		{[]string{"version"}, command.ExitOK},
	} {
		if got := run(c.args); got != c.want {
			t.Errorf("%q exits with %d, want %d", c.args, got, c.want)
		}
	}
}
