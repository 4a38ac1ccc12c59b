package browse

import (
	"cmp"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// Entry is a file or a folder.
type Entry struct {
	Name     string
	Folder   bool
	Size     int64 // bytes; 0 for a folder
	Modified time.Time
}

// Choice is which entries of a folder are listed.
type Choice struct {
	Endings []string // of file names, as ".etl"; nil for all files
	Hidden  bool     // also those whose names begin with a dot
	Folders bool     // only folders
}

// List is what a folder contains: folders first, then by name in any case. What cannot be looked
// at, such as a link that leads nowhere, is left out.
func List(dir string, c Choice) ([]Entry, error) {
	names, err := os.ReadDir(dir)
	if err != nil {
		return nil, err
	}
	list := []Entry{}
	for _, n := range names {
		if !c.Hidden && strings.HasPrefix(n.Name(), ".") {
			continue
		}
		info, err := os.Stat(filepath.Join(dir, n.Name())) // of what a link leads to
		if err != nil {
			continue
		}
		e := Entry{Name: n.Name(), Folder: info.IsDir(), Modified: info.ModTime()}
		if !e.Folder {
			e.Size = info.Size()
		}
		if e.Folder || !c.Folders && c.wants(e.Name) {
			list = append(list, e)
		}
	}
	slices.SortFunc(list, func(a, b Entry) int {
		if a.Folder != b.Folder {
			if a.Folder {
				return -1
			}
			return 1
		}
		return cmp.Or(strings.Compare(strings.ToLower(a.Name), strings.ToLower(b.Name)), strings.Compare(a.Name, b.Name))
	})
	return list, nil
}

// wants reports whether a file of this name is listed.
func (c *Choice) wants(name string) bool {
	return c.Endings == nil || slices.ContainsFunc(c.Endings, func(e string) bool { return strings.HasSuffix(strings.ToLower(name), strings.ToLower(e)) })
}
