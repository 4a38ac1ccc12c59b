package container

import (
	"errors"
	"fmt"
	"io"
	"strings"
)

// entry is one file of an archive's directory.
type entry struct {
	name string
	size int64
	err  error // why it cannot be read, if known beforehand
}

// directory is an archive of one kind.
type directory interface {
	// entries are the archive's files, without folders, in its order.
	entries() []entry
	// stored returns where in the archive the bytes of an uncompressed file are.
	stored(i int) (off int64, ok bool)
	// open returns the unpacked bytes of a file, from front to back. The
	// stream's last error reports a wrong checksum.
	open(i int) (io.ReadCloser, error)
	// solid reports whether reaching one file means decoding those before it, so that all are read
	// to their ends, once, in order.
	solid() bool
}

// errEncrypted is the error for what needs a password.
var errEncrypted = errors.New("is encrypted: unpack it with its password first")

// errDirectory and errMembers are the errors for directories unlike those of real archives.
var (
	errDirectory = fmt.Errorf("the archive's table of contents is larger than the limit of %d bytes", maxDirectory)
	errMembers   = fmt.Errorf("the archive contains more than %d files", maxMembers)
)

// entryName is a file's name in an archive as text, with slashes between folders even if a careless
// program packed it on Windows.
func entryName(name string) string {
	return strings.ReplaceAll(strings.ToValidUTF8(name, "\ufffd"), `\`, "/")
}
