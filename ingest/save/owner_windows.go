package save

import (
	"io/fs"
	"os"
)

// Windows gives new files to whom their folder says, and asks an administrator before
// a link is followed that another user made.
var isRoot = func() bool { return false }

func giveAway(*os.File, string) error      { return nil }
func mayReplace(string, fs.FileInfo) error { return nil }
func syncFolder(string) error              { return nil }
