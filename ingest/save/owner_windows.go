package save

import (
	"io/fs"
	"os"
)

// Windows gives new files to the owner that their folder determines, and asks an administrator
// before following a link that another user made.
var isRoot = func() bool { return false }

func giveAway(*os.File, string) error { return nil }
func mayReplace(fs.FileInfo) error    { return nil }
func syncFolder(string) error         { return nil }
