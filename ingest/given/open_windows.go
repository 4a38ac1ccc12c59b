package given

import "os"

// openAtOnce opens a file.
func openAtOnce(path string) (*os.File, error) { return os.Open(path) }

// openPipe opens a pipe.
func openPipe(path string) (*os.File, error) { return os.Open(path) }
