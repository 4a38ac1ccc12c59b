package main

import (
	"os"
	"os/exec"
	"strings"
	"testing"
)

// TestLocalesWithoutALanguage starts the program, as this test's own binary, in
// locales that name no language: the toolkit that is linked in must not complain.
func TestLocalesWithoutALanguage(t *testing.T) {
	for _, env := range []string{"LANG=C.UTF-8", "LC_ALL=C.UTF-8", "LC_MESSAGES=POSIX.UTF-8", "LANG=C", "LC_ALL=POSIX", "LANG=", "LANG=en_US.UTF-8"} {
		cmd := exec.Command(os.Args[0], "-test.list=^$")
		for _, v := range os.Environ() {
			if name, _, _ := strings.Cut(v, "="); !strings.HasPrefix(name, "LC_") && name != "LANG" && name != "LANGUAGE" {
				cmd.Env = append(cmd.Env, v)
			}
		}
		var stderr strings.Builder
		cmd.Env, cmd.Stderr = append(cmd.Env, env), &stderr
		if err := cmd.Run(); err != nil || stderr.String() != "" {
			t.Errorf("%s: %v, and says\n%s", env, err, stderr.String())
		}
	}
}
