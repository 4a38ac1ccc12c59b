package view

import (
	"errors"
	"io"
	"io/fs"
	"strings"

	"threadlens/app/session"
	"threadlens/app/session/capture"
	"threadlens/app/view/sheets"
)

// errorWords returns why a trace was not opened, and what can be done about it.
func errorWords(src session.Source, err error) (cause, way string) {
	first, _, _ := strings.Cut(err.Error(), "\n")
	if src.Path != "" {
		first = strings.TrimPrefix(strings.TrimPrefix(first, src.Path), ": ")
	}
	damaged := false
	for _, f := range capture.Formats() {
		if rest, ok := strings.CutPrefix(first, f.Name+": "); ok {
			first, damaged = "The file was read as "+f.Name+": "+rest, true
		}
	}
	if errors.Is(err, io.ErrUnexpectedEOF) {
		first = strings.ReplaceAll(first, io.ErrUnexpectedEOF.Error(), "the file ends too early")
	}
	switch {
	case errors.Is(err, fs.ErrPermission):
		way = "If perf ran as root, the file belongs to root: change the file's owner, for example with sudo chown."
	case errors.Is(err, fs.ErrNotExist):
		way = "The file may have been moved or renamed. Open it from its new location."
	case damaged:
		way = "Nothing in this file can be shown. Copy the file again from its source, or record a new trace: see Help > Formats."
	default:
		way = "Nothing in this file can be shown. Help > Formats lists what can be opened and how to record it."
	}
	return sheets.SentenceCase(first), way
}
