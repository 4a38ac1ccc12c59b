//go:build cgo

package view

import (
	"errors"
	"flag"
	"fmt"
	"os"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/app"

	"threadlens/app/session/keep"
	"threadlens/assets"
	"threadlens/model"
)

// appID identifies the program to the system.
const appID = "io.threadlens.Threadlens"

// Run opens the window, and returns the exit code of the program once it is closed. args are a
// trace file, and the flags --demo (the built-in trace), --theme light|dark|system and --size WxH.
// --state-file names a file to which the window writes what it shows, for tests that drive it from
// outside.
func Run(args []string) int {
	opts, err := parseArgs(args)
	switch {
	case errors.Is(err, flag.ErrHelp):
		fmt.Println(usage)
		return 0
	case err != nil:
		fmt.Fprintf(os.Stderr, "threadlens: %s\n%s\n", model.Clean(err.Error()), usage)
		return 2
	}
	if err := hasDisplay(); err != nil {
		fmt.Fprintf(os.Stderr, "threadlens: %s\n", model.Clean(err.Error()))
		return 1
	}
	settings, dir, warning := loadSettings()
	if warning != nil {
		fmt.Fprintf(os.Stderr, "threadlens: %s\n", model.Clean(warning.Error()))
	}
	if opts.width > 0 {
		settings.Width, settings.Height = opts.width, opts.height
	}
	a := app.NewWithID(appID)
	a.SetCloudProvider(memoryPreferences{})
	a.SetIcon(fyne.NewStaticResource("icon.png", assets.Icon()))
	w := newWindow(a, settings, dir, opts.theme)
	if warning := w.KeyWarning(); warning != "" {
		fmt.Fprintf(os.Stderr, "threadlens: %s\n", model.Clean(warning))
	}
	if dir, err := keep.ViewsDir(); err == nil {
		w.appState.viewsDir, w.KeptViews.Dir = dir, dir
	}
	if opts.stateFile != "" {
		w.reportTo(opts.stateFile)
	}
	switch {
	case opts.file != "":
		w.Open(opts.file)
	case opts.demo:
		w.openDemo()
	}
	w.Win.ShowAndRun()
	w.appState.each(func(w *shared) { w.Recorder.Finish() })
	return 0
}
