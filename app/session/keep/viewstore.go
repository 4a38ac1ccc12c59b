package keep

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"threadlens/ingest/save"
)

// ViewStore remembers how traces were looked at, in one file per trace in a folder.
type ViewStore struct {
	Dir string // "" remembers nothing
}

// ViewsDir is the folder in which this user's views are remembered.
func ViewsDir() (string, error) {
	dir, err := os.UserCacheDir()
	if err != nil {
		return "", fmt.Errorf("no folder for saved views was found: %w", err)
	}
	return filepath.Join(dir, "threadlens", "views"), nil
}

// path is the file of a trace; ok is false for one that is not remembered.
func (s ViewStore) path(id Identity) (path string, ok bool) {
	return filepath.Join(s.Dir, id.Hash+".json"), s.Dir != "" && id.Hash != ""
}

// Load reads how a trace was looked at; ok is false if it never was. An invalid file is set aside,
// with the ending .broken, and an error says so.
func (s ViewStore) Load(id Identity) (v ViewFile, ok bool, err error) {
	path, ok := s.path(id)
	if !ok {
		return v, false, nil
	}
	v, err = ReadView(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return v, false, nil
	case err != nil:
		aside, rerr := save.Aside(path)
		if rerr != nil {
			return v, false, fmt.Errorf("the saved view of this trace could not be read: %w", err)
		}
		return v, false, fmt.Errorf("the saved view of this trace could not be read: %w; the file was renamed to %s", err, aside)
	}
	return v, true, nil
}

// Save stores how a trace is looked at and returns what it stored. Marks that are in the file but
// not in known, the marks that were read or saved last, were made meanwhile in another window: they
// are kept too.
func (s ViewStore) Save(v ViewFile, known []ViewMark) (ViewFile, error) {
	path, ok := s.path(v.Trace)
	if !ok {
		return v, nil
	}
	if there, err := ReadView(path); err == nil {
		for _, m := range there.Marks {
			if !slices.Contains(known, m) && !slices.Contains(v.Marks, m) {
				v.Marks = append(v.Marks, m)
			}
		}
	}
	return v, writeView(path, v, save.Private)
}

// WriteView writes a view file for others. A reader finds the old file or the new one, never a part
// of one.
func WriteView(path string, v ViewFile) error { return writeView(path, v, save.Public) }

func writeView(path string, v ViewFile, mode fs.FileMode) error {
	data, err := v.Encode()
	if err != nil {
		return fmt.Errorf("encoding the view file: %w", err)
	}
	return writeWhole(path, data, mode)
}

// WriteExport writes an exported file, completely or not at all. It replaces an existing one.
func WriteExport(path string, data []byte) error { return writeWhole(path, data, save.Public) }

// writeWhole writes a file atomically: a reader finds the old one or the new one, never a part of
// one. It creates the folder if necessary.
func writeWhole(path string, data []byte, mode fs.FileMode) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	return save.Write(path, data, save.Options{Force: true, Mode: mode})
}
