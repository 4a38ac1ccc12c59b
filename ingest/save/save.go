package save

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
)

// Who may read a new file.
const (
	Private fs.FileMode = 0o600 // its owner alone
	Public  fs.FileMode = 0o666 // as the umask of the process allows
)

// Options are how a file is written.
type Options struct {
	// Force replaces an existing file; without it that is fs.ErrExist.
	Force bool
	// Mode is Private or Public.
	Mode fs.FileMode
	// Keeps gives the unfinished file a name that shows what it belongs to, NAME.partial or, where
	// that is taken, NAME.2.partial and so on. It stays if the program is killed. Without Keeps an
	// unfinished file is hidden.
	Keeps bool
}

// File is a file that is being written.
type File struct {
	*os.File
	// Earlier are unfinished files of this name that existed before, of programs that were killed
	// or still write.
	Earlier []string

	path  string // path it will have, links resolved
	force bool
	keeps bool
	lent  bool // closed, while another process writes it
	over  bool // committed, dropped or left
}

// unfinished are the files that are being written.
var unfinished sync.Map // *File → nil

// Abandon removes the unfinished files, except those that are kept if the program is killed. The
// process must end immediately.
func Abandon() {
	unfinished.Range(func(w, _ any) bool {
		if w := w.(*File); !w.keeps {
			os.Remove(w.Name()) // there is nobody to report it to
		}
		return true
	})
}

// Create begins a file that will be called path. path must name a regular file or nothing; a link
// is followed, but not by root, since somebody else may have planted it. Nor does root replace a
// file of another user, except the one behind sudo or pkexec. The new file belongs to that user
// where its folder does.
func Create(path string, o Options) (*File, error) {
	path, err := target(path, o.Force)
	if err != nil {
		return nil, err
	}
	w := &File{path: path, force: o.Force, keeps: o.Keeps}
	if w.File, err = w.begin(&o); err != nil {
		return nil, naming(path, err)
	}
	unfinished.Store(w, nil)
	if err := giveAway(w.File, filepath.Dir(path)); err != nil {
		return nil, errors.Join(naming(path, err), w.Drop())
	}
	return w, nil
}

// maxEarlier bounds how many unfinished files of one name are skipped.
const maxEarlier = 1000

// begin creates the file under its temporary name.
func (w *File) begin(o *Options) (*os.File, error) {
	const flags = os.O_RDWR | os.O_CREATE | os.O_EXCL // creates a new one, and follows no link
	if !o.Keeps {
		dir, name := filepath.Split(w.path)
		for i := 0; ; i++ {
			f, err := os.OpenFile(filepath.Join(dir, fmt.Sprintf(".%s.%d-%d.tmp", name, os.Getpid(), i)), flags, o.Mode)
			if !errors.Is(err, fs.ErrExist) || i == maxEarlier {
				return f, err
			}
		}
	}
	for i := 1; ; i++ {
		name := w.path + PartialEnding
		if i > 1 {
			name = fmt.Sprintf("%s.%d%s", w.path, i, PartialEnding)
		}
		f, err := os.OpenFile(name, flags, o.Mode)
		if !errors.Is(err, fs.ErrExist) || i == maxEarlier {
			return f, err
		}
		w.Earlier = append(w.Earlier, name)
	}
}

// PartialEnding is the extension of an unfinished file.
const PartialEnding = ".partial"

// Write writes; its error names the file that the user named.
func (w *File) Write(b []byte) (int, error) {
	n, err := w.File.Write(b)
	return n, naming(w.path, err)
}

func (w *File) end() {
	w.over = true
	unfinished.Delete(w)
}

// Over reports whether the file has been committed, dropped or left.
func (w *File) Over() bool { return w.over }

// Path is the name that the file is to have.
func (w *File) Path() string { return w.path }

// Lend closes the file, so that another process can write it by Name; that process must have
// finished before Commit.
func (w *File) Lend() error {
	w.lent = true
	return naming(w.path, w.Close())
}

// Commit gives the file its name, once its contents are on the disk, and closes it. If that fails,
// the file that had the name stays, and so does an unfinished one that was to be kept.
func (w *File) Commit() error {
	if w.over {
		return nil
	}
	err := w.takeBack()
	if err == nil {
		err = w.Sync()
	}
	if err == nil {
		err = w.Close()
	}
	if err == nil {
		err = w.name()
	}
	if err != nil {
		return naming(w.path, err)
	}
	w.end()
	folder := filepath.Dir(w.path)
	return naming(folder, syncFolder(folder))
}

// takeBack reopens a file that was lent.
func (w *File) takeBack() error {
	if !w.lent {
		return nil
	}
	f, err := os.OpenFile(w.Name(), os.O_RDWR, 0)
	if err == nil {
		w.File, w.lent = f, false
	}
	return err
}

// name gives the file its name; without force a file that has appeared meanwhile is not replaced.
func (w *File) name() error {
	if w.force {
		if _, err := target(w.path, true); err != nil {
			return err
		}
		return os.Rename(w.Name(), w.path)
	}
	return renameNew(w.Name(), w.path)
}

// Drop closes and removes an unfinished file. After Commit it does nothing.
func (w *File) Drop() error {
	if w.over {
		return nil
	}
	w.end()
	w.Close() // errors do not matter: it is removed
	return os.Remove(w.Name())
}

// Leave closes an unfinished file and keeps it under its temporary name. After Commit it does
// nothing.
func (w *File) Leave() error {
	if w.over {
		return nil
	}
	w.end()
	if w.lent {
		return nil
	}
	return w.Close()
}

// Write writes a whole file.
func Write(path string, data []byte, o Options) error {
	w, err := Create(path, o)
	if err != nil {
		return err
	}
	if _, err := w.Write(data); err != nil {
		return errors.Join(naming(path, err), w.Drop())
	}
	if err := w.Commit(); err != nil {
		return errors.Join(err, w.Drop())
	}
	return nil
}

// Aside renames an unusable file to the first free name of NAME.broken, NAME.2.broken and so on,
// and returns that name.
func Aside(path string) (string, error) {
	for i := 1; ; i++ {
		to := path + ".broken"
		if i > 1 {
			to = fmt.Sprintf("%s.%d.broken", path, i)
		}
		if err := renameNew(path, to); !errors.Is(err, fs.ErrExist) || i == maxEarlier {
			return to, naming(path, err)
		}
	}
}

// target is the file that path names, and whether it may be written.
func target(path string, force bool) (string, error) {
	info, err := os.Lstat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return path, nil
	case err != nil:
		return "", naming(path, err)
	case info.Mode()&fs.ModeSymlink != 0:
		return followed(path, force)
	case !info.Mode().IsRegular():
		return "", naming(path, errNoFile)
	case !force:
		return "", naming(path, fs.ErrExist)
	}
	return path, naming(path, mayReplace(info))
}

// followed is the target of a link.
func followed(path string, force bool) (string, error) {
	if isRoot() {
		return "", naming(path, errLink)
	}
	to, err := filepath.EvalSymlinks(path)
	if err != nil {
		return "", naming(path, err)
	}
	return target(to, force)
}

// Why a file is not written.
var (
	errNoFile = errors.New("it is not a regular file")
	errLink   = errors.New("the path is a symbolic link, and as root Threadlens does not follow links: specify the file itself")
)

// naming makes an error name the file that the user named, not the unfinished one.
func naming(path string, err error) error {
	var p *fs.PathError
	var l *os.LinkError
	switch {
	case err == nil:
		return nil
	case errors.As(err, &p):
		err = p.Err
	case errors.As(err, &l):
		err = l.Err
	}
	return &fs.PathError{Op: "write", Path: path, Err: err}
}
