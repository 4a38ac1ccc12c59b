//go:build !linux

package save

// renameNew renames a file, and fails if the new name is taken.
func renameNew(from, to string) error { return renameLooking(from, to) }
