//go:build linux

package view

import (
	"bytes"
	"image/png"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"fyne.io/fyne/v2"

	"threadlens/app/view/host"
	"threadlens/app/view/kit"
	"threadlens/app/view/kit/kittest"
)

// clipboardScript puts an xclip on a PATH of its own, and returns its folder.
func clipboardScript(t *testing.T, script string) string {
	t.Helper()
	dir := t.TempDir()
	t.Setenv("WAYLAND_DISPLAY", "")
	t.Setenv("PATH", dir)
	if script != "" {
		if err := os.WriteFile(filepath.Join(dir, "xclip"), []byte("#!/bin/sh\n"+script), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// TestCopyPicture: the clipboard gets the picture that would be exported, in the views and of a flame
// graph; an error is shown; without a program the command is disabled and says what to install.
func TestCopyPicture(t *testing.T) {
	dir := clipboardScript(t, "/bin/cat >\"${0%/*}/copied\"\n")
	w := callsOpened(t)
	copied := func(what string) {
		t.Helper()
		kittest.Eventually(t, func() bool { return w.status.what.Text == "Copied the picture" })
		data, err := os.ReadFile(filepath.Join(dir, "copied"))
		if err != nil {
			t.Fatal(err)
		}
		got, err := png.Decode(bytes.NewReader(data))
		if err != nil {
			t.Fatal(err)
		}
		draw := w.exports.shownPicture()
		if what == "flame graph" {
			draw = w.FlamePicture()
		}
		d, err := draw(host.PictureOptions{Dark: w.Look.Current().Dark}, w.Settings.Export.Scale)
		if err != nil || got.Bounds() != d.Pixels().Bounds() {
			t.Errorf("%s: %v is copied, %v exported (%v)", what, got.Bounds(), d.Pixels().Bounds(), err)
		}
		w.Point("", "")
	}
	w.press(fyne.KeyC, kit.Ctrl|kit.Shift)
	copied("threads")
	w.Commands.Get("view.measurement").Do()
	w.Commands.Get("copyPicture").Do()
	copied("measurement")
	w.Commands.Get("view.monitor").Do()
	if w.Commands.Get("copyPicture").Can() {
		t.Error("the Monitor view has no picture")
	}
	w.Commands.Get("view.threads").Do()
	w.Commands.Get("flameGraph").Do()
	w.paneTimer.Flush()
	kittest.Eventually(t, func() bool { return w.Calls.Shown != nil && w.Calls.Flaming() })
	w.Win.Canvas().Focus(w.Calls.Flame.Sheet)
	w.Commands.Get("copyPicture").Do()
	copied("flame graph")
	clipboardScript(t, "echo no display >&2; exit 1\n")
	w = callsOpened(t)
	w.Commands.Get("copyPicture").Do()
	kittest.Eventually(t, func() bool { return w.Modal != nil })
	if text := w.readout(); !strings.Contains(text, "The program xclip reports: no display") {
		t.Errorf("the error says\n%s", text)
	}
	clipboardScript(t, "")
	w = callsOpened(t)
	if c := w.Commands.Get("copyPicture"); c.Can() || c.Why != "Install xclip." {
		t.Errorf("without a program: %v, %q", c.Can(), c.Why)
	}
}
