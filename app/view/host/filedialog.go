package host

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/dialog"
	"fyne.io/fyne/v2/theme"

	"threadlens/app/grid"
	"threadlens/app/session/browse"
	"threadlens/app/view/kit"
	"threadlens/timeline"
)

// FileMode is what a file dialog asks for.
type FileMode uint8

// Modes of a file dialog.
const (
	OpenFile   FileMode = iota // a file that exists
	OpenFolder                 // a folder that exists
	SaveFile                   // a file that may be replaced
)

// FileRequest is what a file dialog asks for.
type FileRequest struct {
	Mode    FileMode
	Title   string
	Verb    string   // the text of the button that accepts
	Folder  string   // where to start
	Name    string   // of a file to save, offered in the field
	Endings []string // of the files listed at first, nil for all
	Kind    string   // what these files are, as in "Traces"
	Chosen  func(path string)
}

// Size of a file dialog, and what it leaves of the window at least, dp.
const fileWidth, fileHeight, fileEdge = 860, 600, 80

// doubleClick is the most time between the clicks of a double click.
const doubleClick = 500 * time.Millisecond

// FileDialog asks for a file or a folder: by a path that is typed or pasted, or by a list of what a
// folder contains. The field keeps the keyboard: ↑ and ↓ move through the list, Tab completes the
// name, Enter accepts or goes into a folder. While a path is typed, the list shows its folder, and of
// that, unless a file is saved, only the names that contain the typed one.
type FileDialog struct {
	FileRequest
	h      *Host
	Dialog *dialog.CustomDialog
	Field  *kit.Field
	Table  *kit.TableView
	Where  *kit.Line // the path of the folder that is listed
	Note   *kit.Line // what is wrong, or a question
	accept *kit.Button
	choice browse.Choice

	dir       string          // listed
	entries   []browse.Entry  // of dir
	folders   map[string]bool // the names of those in dir
	setting   bool            // the program is setting the field
	asked     string          // the file that the user was asked whether to replace
	clicked   string          // the name that was clicked last
	clickedAt time.Time
}

// AskFile shows a file dialog.
func (h *Host) AskFile(r FileRequest) *FileDialog {
	f := &FileDialog{FileRequest: r, h: h, choice: browse.Choice{Endings: r.Endings, Folders: r.Mode == OpenFolder}}
	f.Field = kit.NewField("Path or name: paste it, or type the beginning and press Tab", f.key)
	f.Field.Tab = true
	f.Field.OnChanged = func(string) {
		if !f.setting {
			f.typed()
		}
	}
	f.table()
	f.Where, f.Note = kit.NewLine("", kit.ColorText2).Fitting(), kit.NewLine("", theme.ColorNameError).Fitting()
	f.Where.Middle = true
	f.accept = kit.NewButton(kit.Primary, "", r.Verb, f.enter)
	size := h.Win.Canvas().Size()
	f.Dialog = dialog.NewCustomWithoutButtons(r.Title, container.New(kit.Insets{12, 6}, container.NewBorder(
		container.New(kit.ColumnLayout(6), container.New(kit.Stretch(34), f.Field), f.places()),
		container.New(kit.Insets{0, 4}, kit.WithTip(f.Note, h.Tips)), nil, nil, f.Table)), h.Win)
	f.Dialog.SetButtons([]fyne.CanvasObject{kit.NewButton(kit.Bordered, "", "Cancel", f.Dialog.Hide), f.accept})
	f.Dialog.Resize(fyne.NewSize(min(kit.Scaled(fileWidth), size.Width-fileEdge), min(kit.Scaled(fileHeight), size.Height-fileEdge)))
	f.show(f.start())
	h.Present(f.Dialog)
	h.Win.Canvas().Focus(f.Field)
	f.Field.TypedShortcut(&fyne.ShortcutSelectAll{})
	return f
}

// table makes the list of what a folder contains.
func (f *FileDialog) table() {
	t := kit.NewTableView(f.h.Tips)
	t.Modifiers = f.h.Modifiers
	t.Box = func(r *grid.Row) (kit.Icon, fyne.ThemeColorName) {
		if f.folders[r.Key] {
			return kit.IconFolder, theme.ColorNamePrimary
		}
		return kit.IconFile, kit.ColorText3
	}
	t.Leave = f.h.Escape
	t.Enter = func(*grid.Row) { f.enter() }
	t.Chosen = func(r *grid.Row) {
		f.set(r.Key)
		f.h.Win.Canvas().Focus(f.Field)
	}
	t.Clicked = func(r *grid.Row) {
		double := r.Key == f.clicked && time.Since(f.clickedAt) < doubleClick
		f.clicked, f.clickedAt = r.Key, time.Now()
		if double && f.folders[r.Key] {
			f.show(filepath.Join(f.dir, r.Key))
		} else if double {
			f.enter()
		}
	}
	f.Table = t
}

// places is the line with the folder, and what is listed of it.
func (f *FileDialog) places() fyne.CanvasObject {
	up := kit.NewButton(kit.Bordered, kit.IconUp, "", f.up).Explain(f.h.Tips, "Parent folder (Backspace when the path field is empty)")
	up.Height = 26
	hidden := kit.NewCheckBox("Hidden files", func(on bool) {
		f.choice.Hidden = on
		f.show(f.dir)
	})
	row := []fyne.CanvasObject{up, kit.WithTip(f.Where, f.h.Tips)}
	if f.Endings != nil {
		row = append(row, kit.NewPicker([]string{f.Kind, "All files"}, []string{"some", "all"}, "some", func(v string) {
			if f.choice.Endings = nil; v == "some" {
				f.choice.Endings = f.Endings
			}
			f.show(f.dir)
		}).Root)
	}
	return container.New(kit.Stretch(30), container.New(kit.RowLayout(10), append(row, hidden)...))
}

// start is the first of these folders that exists: the one asked for, the user's home, the root.
func (f *FileDialog) start() string {
	home, _ := os.UserHomeDir()
	for _, dir := range []string{f.Folder, home} {
		if info, err := os.Stat(dir); err == nil && info.IsDir() {
			return browse.Path(dir, string(filepath.Separator))
		}
	}
	return string(filepath.Separator)
}

// show lists a folder. The field keeps the name of a file to save, and nothing else.
func (f *FileDialog) show(dir string) {
	if f.list(dir) {
		f.set(f.Name)
	}
}

// list lists a folder; if that cannot be read, it says so and changes nothing.
func (f *FileDialog) list(dir string) bool {
	entries, err := browse.List(dir, f.choice)
	if err != nil {
		f.tell(fileError(dir, err))
		return false
	}
	f.dir, f.entries, f.folders = filepath.Clean(dir), entries, browse.Content(entries).Ahead
	f.Where.Set(timeline.Printable(f.dir))
	f.fill("")
	return true
}

// fill lists the entries whose names contain a text.
func (f *FileDialog) fill(text string) {
	f.Table.Hint = "No files of this kind"
	list := f.entries
	if text != "" {
		f.Table.Hint = "No name in this folder contains “" + timeline.Printable(text) + "”"
		list = slices.DeleteFunc(slices.Clone(list), func(e browse.Entry) bool { return !browse.Contains(e.Name, text) })
	}
	f.Table.Fill(browse.Content(list), grid.Scope{})
}

// up goes to the parent folder and points to the one it came from.
func (f *FileDialog) up() {
	from := filepath.Base(f.dir)
	f.show(filepath.Dir(f.dir))
	f.Table.Follow(func(r *grid.Row) bool { return r.Key == from })
}

// set sets the field.
func (f *FileDialog) set(text string) {
	f.setting = true
	f.Field.SetText(text)
	f.Field.CursorColumn = len([]rune(text))
	f.Field.Refresh()
	f.setting = false
	f.tell("")
}

// tell shows what is wrong; "" for nothing. The next Enter asks again before it replaces a file.
func (f *FileDialog) tell(wrong string) {
	f.asked = ""
	f.Note.Paint(theme.ColorNameError)
	f.Note.Set(wrong)
	f.accept.Set(f.Verb, "")
	f.h.Settled()
}

// typed lists the folder of the path that is being typed, and points to the first entry that it may
// become or, without one, that contains the name.
func (f *FileDialog) typed() {
	f.tell("")
	dir, name := browse.Split(f.Field.Text, f.dir)
	if f.Mode == SaveFile && filepath.Clean(dir) == f.dir {
		f.Name = name
	}
	if info, err := os.Stat(dir); err != nil || !info.IsDir() {
		return
	}
	if filepath.IsAbs(browse.Path(f.Field.Text, "")) && filepath.Clean(dir) != f.dir && !f.list(dir) {
		return
	}
	only := ""
	if f.Mode != SaveFile && filepath.Clean(dir) == f.dir {
		only = name
	}
	f.fill(only)
	f.Table.Follow(func(r *grid.Row) bool { return name != "" && browse.HasPrefix(r.Key, name) })
	if f.Table.Grid.Cursor() < 0 {
		f.Table.Follow(func(*grid.Row) bool { return only != "" }) // the first, which contains it
	}
}

// key applies the keys typed in the field to the list.
func (f *FileDialog) key(e *fyne.KeyEvent) bool {
	switch e.Name {
	case fyne.KeyEscape:
		f.h.Escape()
	case fyne.KeyReturn, fyne.KeyEnter:
		f.enter()
	case fyne.KeyTab:
		f.complete()
	case fyne.KeyBackspace:
		if f.Field.Text != "" {
			return false
		}
		f.up()
	case fyne.KeyRight:
		if f.Field.CursorColumn < len([]rune(f.Field.Text)) || !f.folders[f.Field.Text] {
			return false
		}
		f.show(filepath.Join(f.dir, f.Field.Text))
	case fyne.KeyUp, fyne.KeyDown, fyne.KeyPageUp, fyne.KeyPageDown:
		if to, ok := f.Table.Target(e.Name, f.Table.Grid.Cursor()); ok {
			f.Table.Choose(min(max(to, 0), f.Table.Grid.Len()-1))
		}
	default:
		return false
	}
	return true
}

// complete completes the name at the end of the field, or goes on to the next control.
func (f *FileDialog) complete() {
	dir, name := browse.Split(f.Field.Text, f.dir)
	entries, err := browse.List(dir, f.choice)
	text := browse.Complete(f.Field.Text, name, entries)
	if err != nil || name == "" || text == f.Field.Text {
		f.h.Win.Canvas().FocusNext()
		return
	}
	f.set(text)
	f.typed()
}

// enter accepts what the field names, goes into a folder, or says what is wrong.
func (f *FileDialog) enter() {
	path := browse.Path(f.Field.Text, f.dir)
	info, err := os.Stat(path)
	if r := f.pointed(); r != "" && errors.Is(err, fs.ErrNotExist) {
		path = filepath.Join(f.dir, r)
		info, err = os.Stat(path)
	}
	folder := err == nil && info.IsDir()
	switch {
	case f.Mode == OpenFolder && folder:
		f.done(path)
	case f.Mode == OpenFolder && err == nil:
		f.tell(timeline.Printable(path) + " is not a folder.")
	case folder && path == f.dir:
		f.tell("Choose a file, or type its path.")
	case folder:
		f.show(path)
	case f.Mode == SaveFile:
		f.save(path, err)
	case err != nil:
		f.tell(fileError(path, err))
	case !info.Mode().IsRegular(): // opening a pipe may never end
		f.tell(timeline.Printable(path) + " is not a file.")
	default:
		f.open(path)
	}
}

// pointed is the name of the entry that the list points to because it contains the name in the
// field, "" for none. A new file may have such a name.
func (f *FileDialog) pointed() string {
	dir, name := browse.Split(f.Field.Text, f.dir)
	at := f.Table.Grid.Cursor()
	if at < 0 || name == "" || f.Mode == SaveFile || filepath.Clean(dir) != f.dir || !browse.Contains(f.Table.Grid.Row(at).Key, name) {
		return ""
	}
	return f.Table.Grid.Row(at).Key
}

// open accepts a file that can be read.
func (f *FileDialog) open(path string) {
	file, err := os.Open(path)
	if err != nil {
		f.tell(fileError(path, err))
		return
	}
	file.Close()
	f.done(path)
}

// save accepts a file that does not exist yet, or asks whether to replace it; err is why there is
// none.
func (f *FileDialog) save(path string, err error) {
	switch dir, direrr := os.Stat(filepath.Dir(path)); {
	case direrr != nil || !dir.IsDir():
		f.tell("There is no folder " + timeline.Printable(filepath.Dir(path)) + ".")
	case err == nil && f.asked != path:
		f.tell("")
		f.asked = path
		f.Note.Paint(kit.ColorWarnStatus)
		f.Note.Set(timeline.Printable(filepath.Base(path)) + " already exists. Replace it?")
		f.accept.Set("Replace", "")
	case err != nil && !errors.Is(err, fs.ErrNotExist):
		f.tell(fileError(path, err))
	default:
		f.done(path)
	}
}

// done closes the dialog and delivers the path.
func (f *FileDialog) done(path string) {
	f.Dialog.Hide()
	f.Chosen(path)
}

// fileError is why a file or a folder cannot be opened.
func fileError(path string, err error) string {
	why := err
	var inner *fs.PathError
	if errors.As(err, &inner) {
		why = inner.Err
	}
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return "There is no file " + timeline.Printable(path) + "."
	case errors.Is(err, fs.ErrPermission):
		return "You do not have permission to read " + timeline.Printable(path) + "."
	}
	return timeline.Printable(path) + " cannot be opened: " + why.Error() + "."
}
