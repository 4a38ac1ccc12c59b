// Package clip puts pictures on the clipboard, which the toolkit can only do with text. It runs a
// program of the system. Start with Find.
package clip

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"time"
)

// patience is how long the program may take.
const patience = 15 * time.Second

// Tool is a program that puts a PNG file on the clipboard.
type Tool struct {
	name     string
	args     []string      // picturePath stands for the path of the file, which is also the program's input
	patience time.Duration // patience, except in tests
}

// pictureVariable is the variable of the environment that has the path of the file, and
// picturePath stands for it among the arguments.
const pictureVariable, picturePath = "THREADLENS_PICTURE", "{}"

// tools are the programs for an operating system, the preferred one first; wayland is whether the
// session has a Wayland display.
func tools(system string, wayland bool) []Tool {
	switch system {
	case "windows":
		return []Tool{{name: "powershell", args: []string{
			"-NoProfile", "-NonInteractive", "-WindowStyle", "Hidden", "-STA", "-Command",
			"Add-Type -AssemblyName System.Windows.Forms, System.Drawing; [Windows.Forms.Clipboard]::SetImage([Drawing.Image]::FromFile($env:" + pictureVariable + "))",
		}}}
	case "darwin":
		return []Tool{{name: "osascript", args: []string{
			"-e", "on run argv", "-e", "set the clipboard to (read (POSIX file (item 1 of argv)) as «class PNGf»)", "-e", "end run", picturePath,
		}}}
	}
	x := Tool{name: "xclip", args: []string{"-selection", "clipboard", "-t", "image/png", "-i"}}
	if !wayland {
		return []Tool{x}
	}
	return []Tool{{name: "wl-copy", args: []string{"--type", "image/png"}}, x}
}

// Find is the program of this system; ok is false if none is installed.
func Find() (t Tool, ok bool) {
	for _, t := range tools(runtime.GOOS, os.Getenv("WAYLAND_DISPLAY") != "") {
		if path, err := exec.LookPath(t.name); err == nil {
			t.name, t.patience = path, patience
			return t, true
		}
	}
	return t, false
}

// Missing says what to install where Find finds nothing.
func Missing() string {
	var names []string
	for _, t := range tools(runtime.GOOS, os.Getenv("WAYLAND_DISPLAY") != "") {
		names = append(names, t.name)
	}
	return "Install " + strings.Join(names, " or ") + "."
}

// Copy puts a PNG on the clipboard. It fails with what the program reports, and if the program
// takes too long.
func (t Tool) Copy(png []byte) (err error) {
	dir, err := os.MkdirTemp("", "threadlens-clip")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	path := filepath.Join(dir, "picture.png")
	if err := os.WriteFile(path, png, 0o600); err != nil {
		return err
	}
	return t.run(path)
}

// run gives the file at path to the program. Some programs leave a process behind that serves the
// clipboard and keeps their output open, so that is a file too: a pipe would never end.
func (t Tool) run(path string) error {
	in, err := os.Open(path)
	if err != nil {
		return err
	}
	defer in.Close()
	messages, err := os.Create(path + ".txt")
	if err != nil {
		return err
	}
	defer messages.Close()
	ctx, cancel := context.WithTimeout(context.Background(), t.patience)
	defer cancel()
	args := make([]string, len(t.args))
	for i, a := range t.args {
		args[i] = strings.ReplaceAll(a, picturePath, path)
	}
	c := exec.CommandContext(ctx, t.name, args...)
	c.Env = append(os.Environ(), pictureVariable+"="+path)
	c.Stdin, c.Stdout, c.Stderr = in, messages, messages
	err = c.Run()
	name := filepath.Base(t.name)
	if ctx.Err() != nil {
		return fmt.Errorf("the program %s did not finish within %v", name, t.patience)
	}
	if err != nil {
		text, readErr := os.ReadFile(messages.Name())
		if said, _, _ := strings.Cut(strings.TrimSpace(string(text)), "\n"); readErr == nil && said != "" {
			return fmt.Errorf("the program %s reports: %s", name, said)
		}
		return fmt.Errorf("the program %s failed: %w", name, err)
	}
	return nil
}
