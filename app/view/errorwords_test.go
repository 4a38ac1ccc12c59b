package view

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"strings"
	"testing"

	"threadlens/app/session"
)

func TestErrorWords(t *testing.T) {
	src := session.FileSource("/a/b.data")
	for _, c := range []struct {
		err        error
		cause, way string // way: its beginning
	}{
		{fmt.Errorf("perf.data: header at 0x0: %w", io.ErrUnexpectedEOF), "The file was read as perf.data: header at 0x0: the file ends too early", "Nothing in this file can be shown. Copy"},
		{errors.New("/a/b.data: the file is empty"), "The file is empty", "Nothing in this file can be shown. Help"},
		{fmt.Errorf("open: %w", fs.ErrPermission), "Open: permission denied", "If perf ran as root"},
		{fmt.Errorf("/a/b.data: %w\nand more", fs.ErrNotExist), "File does not exist", "The file may have been moved"},
	} {
		cause, way := errorWords(src, c.err)
		if cause != c.cause || !strings.HasPrefix(way, c.way) {
			t.Errorf("%v: %q, %q; want %q, %q…", c.err, cause, way, c.cause, c.way)
		}
	}
}
