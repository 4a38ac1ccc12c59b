package view

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"runtime"
	"strconv"
	"strings"

	"threadlens/app/session/keep"
)

// options are the parsed command-line arguments of the window.
type options struct {
	demo      bool
	theme     string // "": that of the settings
	width     float64
	height    float64
	stateFile string
	file      string
}

const usage = "usage: threadlens open [--demo] [--theme light|dark|system] [--size WxH] [FILE]"

// parseArgs reads flags and files in any order.
func parseArgs(args []string) (o options, err error) {
	var size string
	var files []string
	fs := flag.NewFlagSet("open", flag.ContinueOnError)
	fs.SetOutput(io.Discard)
	fs.BoolVar(&o.demo, "demo", false, "")
	fs.StringVar(&o.theme, "theme", "", "")
	fs.StringVar(&size, "size", "", "")
	fs.StringVar(&o.stateFile, "state-file", "", "")
	for len(args) > 0 {
		if err := fs.Parse(args); err != nil {
			return o, err
		}
		if args = fs.Args(); len(args) > 0 {
			files, args = append(files, args[0]), args[1:]
		}
	}
	switch o.theme {
	case "", keep.ThemeLight, keep.ThemeDark, keep.ThemeSystem:
	default:
		return o, fmt.Errorf("unknown theme %q: use light, dark or system", o.theme)
	}
	if size != "" {
		if o.width, o.height, err = parseSize(size); err != nil {
			return o, err
		}
	}
	switch {
	case len(files) > 1:
		return o, errors.New("a window can show only one trace: open the others in windows of their own")
	case len(files) == 1:
		o.file = files[0]
	}
	return o, nil
}

// parseSize reads "1440x900".
func parseSize(s string) (w, h float64, err error) {
	a, b, ok := strings.Cut(s, "x")
	if ok {
		if w, err = strconv.ParseFloat(a, 64); err == nil {
			h, err = strconv.ParseFloat(b, 64)
		}
	}
	if !ok || err != nil || !(w >= 960 && w <= 16384) || !(h >= 600 && h <= 16384) {
		return 0, 0, fmt.Errorf("%q is not a valid size: write WIDTHxHEIGHT, from 960x600 to 16384x16384", s)
	}
	return w, h, nil
}

// hasDisplay reports what is missing if no window can be opened, before the toolkit fails with a
// message of its own.
func hasDisplay() error {
	if runtime.GOOS == "windows" || runtime.GOOS == "darwin" ||
		os.Getenv("DISPLAY") != "" || os.Getenv("WAYLAND_DISPLAY") != "" {
		return nil
	}
	return errors.New("no window can be opened: neither DISPLAY nor WAYLAND_DISPLAY is set. Use a command that needs no window, such as “threadlens report”; “threadlens help” lists the commands")
}

// loadSettings reads the user's settings; without a folder for them dir is "" and nothing is saved.
func loadSettings() (s keep.Settings, dir string, warning error) {
	dir, err := keep.SettingsDir()
	if err != nil {
		return keep.DefaultSettings(), "", err
	}
	s, warning = keep.LoadSettings(dir)
	return s, dir, warning
}
