//go:build !linux

package save

// renameNew renames a file to a name that no other has.
func renameNew(from, to string) error { return renameLooking(from, to) }
