package view

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/test"

	"threadlens/app/session"
	"threadlens/app/session/keep"
	"threadlens/app/view/host"
	"threadlens/app/view/kit"
	"threadlens/app/view/kit/kittest"
	"threadlens/assets"
)

// escapeKey presses Escape, delivered as by the driver.
func (w *window) escapeKey() {
	e := &fyne.KeyEvent{Name: fyne.KeyEscape}
	if f := w.Win.Canvas().Focused(); f != nil {
		f.TypedKey(e)
	} else {
		w.Win.Canvas().OnTypedKey()(e)
	}
}

// traceFolder is a folder with two traces, another file, a hidden trace, and folders.
func traceFolder(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	for name, data := range map[string][]byte{"b.perf.data": assets.Demo(), "a b.perf.data": assets.Demo(), "notes.md": []byte("x"), ".c.perf.data": assets.Demo(), "sub/d.perf.data": assets.Demo(), "z/x": nil} {
		if err := os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name), data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// asking is a window with a file dialog in a folder; got receives what is chosen.
func asking(t *testing.T, r host.FileRequest) (w *window, f *host.FileDialog, got *string) {
	t.Helper()
	w = newWindow(kittest.NewApp(t), keep.DefaultSettings(), "", "")
	t.Cleanup(w.summaries)
	got = new(string)
	r.Verb, r.Chosen = "Accept", func(path string) { *got = path }
	return w, w.AskFile(r), got
}

// listed are the names in the list of a file dialog.
func listed(f *host.FileDialog) string {
	var names []string
	for i := range f.Table.Grid.Len() {
		names = append(names, f.Table.Grid.Row(i).Key)
	}
	return strings.Join(names, " ")
}

// TestPasteAPath: what is typed or pasted is opened by Enter, whatever the list shows.
func TestPasteAPath(t *testing.T) {
	dir := traceFolder(t)
	t.Setenv("HOME", dir)
	for text, want := range map[string]string{
		dir + "/b.perf.data":                   "b.perf.data",
		`"` + dir + `/a b.perf.data"`:          "a b.perf.data",
		"file://" + dir + "/a%20b.perf.data\n": "a b.perf.data",
		"~/notes.md":                           "notes.md",
		".c.perf.data":                         ".c.perf.data",
		"sub/d.perf.data":                      "sub/d.perf.data",
		"b.p":                                  "b.perf.data", // the list points to it
	} {
		w, f, got := asking(t, host.FileRequest{Folder: dir, Endings: []string{".perf.data"}, Kind: "Traces"})
		if w.Win.Canvas().Focused() != fyne.Focusable(f.Field) {
			t.Fatal("the field should have the keyboard")
		}
		w.App.Clipboard().SetContent(text)
		f.Field.TypedShortcut(&fyne.ShortcutPaste{Clipboard: w.App.Clipboard()})
		w.key(fyne.KeyReturn)
		if *got != filepath.Join(dir, want) || w.Modal != nil {
			t.Errorf("%q opens %q: %s", text, *got, f.Note.Text)
		}
	}
}

// TestPathsThatCannotBeOpened: the dialog stays and says why.
func TestPathsThatCannotBeOpened(t *testing.T) {
	dir := traceFolder(t)
	for _, x := range []struct {
		mode       host.FileMode
		text, want string
	}{
		{host.OpenFile, "gone.perf.data", "There is no file " + dir + "/gone.perf.data."},
		{host.OpenFile, "notes.md/x", dir + "/notes.md/x cannot be opened: not a directory."},
		{host.OpenFile, "/dev/null", "/dev/null is not a file."},
		{host.OpenFile, "", "Choose a file, or type its path."},
		{host.OpenFolder, "notes.md", dir + "/notes.md is not a folder."},
		{host.OpenFolder, "gone", "There is no file " + dir + "/gone."},
		{host.SaveFile, "gone/x", "There is no folder " + dir + "/gone."},
		{host.SaveFile, "notes.md/x", "There is no folder " + dir + "/notes.md."},
	} {
		w, f, got := asking(t, host.FileRequest{Mode: x.mode, Folder: dir})
		w.typeText(x.text)
		w.key(fyne.KeyReturn)
		if f.Note.Text != x.want || *got != "" || w.Modal == nil {
			t.Errorf("%d, %q: %q, opened %q", x.mode, x.text, f.Note.Text, *got)
		}
		w.typeText("x")
		if f.Note.Text != "" {
			t.Errorf("%q stays while the user types", f.Note.Text)
		}
	}
}

// TestFileDialogFilters: while a name is typed, the list shows the names that contain it, and points to
// one that Enter opens; where a file is saved, it shows all.
func TestFileDialogFilters(t *testing.T) {
	dir := traceFolder(t)
	w, f, got := asking(t, host.FileRequest{Folder: dir})
	for _, x := range []struct{ text, want, at string }{
		{"B", "sub a b.perf.data b.perf.data", "b.perf.data"}, // names that begin with it come first
		{"B.p", "a b.perf.data b.perf.data", "b.perf.data"},
		{"OTES", "notes.md", "notes.md"},
		{"none", "", ""},
		{"", "sub z a b.perf.data b.perf.data notes.md", ""},
		{"sub/d", "sub z a b.perf.data b.perf.data notes.md", ""},
		{dir + "/sub/d", "d.perf.data", "d.perf.data"},
		{dir + "/otes", "notes.md", "notes.md"},
	} {
		f.Field.SetText(x.text)
		at := ""
		if i := f.Table.Grid.Cursor(); i >= 0 {
			at = f.Table.Grid.Row(i).Key
		}
		if listed(f) != x.want || at != x.at {
			t.Errorf("%q: %q at %q, want %q at %q", x.text, listed(f), at, x.want, x.at)
		}
	}
	w.key(fyne.KeyReturn)
	if *got != filepath.Join(dir, "notes.md") {
		t.Errorf("Enter opens %q: %s", *got, f.Note.Text)
	}
	_, f, _ = asking(t, host.FileRequest{Mode: host.SaveFile, Folder: dir})
	f.Field.SetText("notes")
	if listed(f) != "sub z a b.perf.data b.perf.data notes.md" {
		t.Errorf("saving, it lists %q", listed(f))
	}
}

// TestFileDialogLists: folders first, the kind that is asked for, hidden files on demand; sorted by
// a click on a header.
func TestFileDialogLists(t *testing.T) {
	dir := traceFolder(t)
	if err := os.Chtimes(filepath.Join(dir, "b.perf.data"), time.Unix(1e9, 0), time.Unix(1e9, 0)); err != nil {
		t.Fatal(err)
	}
	w, f, _ := asking(t, host.FileRequest{Folder: dir, Endings: []string{".perf.data"}, Kind: "Traces"})
	if got := listed(f); got != "sub z a b.perf.data b.perf.data" {
		t.Errorf("listed %s", got)
	}
	test.Tap(w.buttonOf(t, "All files"))
	if got := listed(f); got != "sub z a b.perf.data b.perf.data notes.md" {
		t.Errorf("all files: %s", got)
	}
	eachIn(w.Win.Canvas().Overlays().Top(), func(o fyne.CanvasObject) bool {
		b, ok := o.(*kit.CheckBox)
		if ok {
			b.SetChecked(true)
		}
		return ok
	})
	if got := listed(f); got != "sub z .c.perf.data a b.perf.data b.perf.data notes.md" {
		t.Errorf("hidden ones too: %s", got)
	}
	test.Tap(w.buttonOf(t, "Traces"))
	// Rows that are equal in a column keep the order of the sort before: so first by the sizes.
	for i, want := range []string{" .c.perf.data a b.perf.data b.perf.data", " b.perf.data"} {
		f.Table.SortOn(i + 1)
		if got := listed(f); !strings.HasPrefix(got, "sub z ") && !strings.HasPrefix(got, "z sub ") || !strings.HasSuffix(got, want) {
			t.Errorf("by column %d: %s, want %s", i+1, got, want)
		}
	}
	row := f.Table.Grid.Row(f.Table.Grid.Len() - 1)
	if size, _ := f.Table.Grid.Text(row, 1); !strings.Contains(size, "KiB") {
		t.Errorf("the size is %q", size)
	}
	if date, _ := f.Table.Grid.Text(row, 2); !strings.HasPrefix(date, "2001-09-0") {
		t.Errorf("the date is %q", date)
	}
}

// TestFileDialogByKeyboard: arrows, Tab, → and Backspace walk through folders.
func TestFileDialogByKeyboard(t *testing.T) {
	dir := traceFolder(t)
	w, f, got := asking(t, host.FileRequest{Folder: dir})
	w.key(fyne.KeyDown)
	if f.Field.Text != "sub" {
		t.Errorf("↓ goes to %q", f.Field.Text)
	}
	w.key(fyne.KeyRight)
	if f.Where.Text != dir+"/sub" || f.Field.Text != "" || listed(f) != "d.perf.data" {
		t.Errorf("→ leads to %s: %s", f.Where.Text, listed(f))
	}
	w.key(fyne.KeyBackspace)
	if f.Where.Text != dir || f.Table.Grid.Cursor() != 0 {
		t.Errorf("Backspace leads to %s", f.Where.Text)
	}
	w.typeText("s")
	w.key(fyne.KeyTab)
	if f.Field.Text != "sub/" {
		t.Errorf("Tab makes %q", f.Field.Text)
	}
	w.typeText("d")
	w.key(fyne.KeyTab)
	if f.Field.Text != "sub/d.perf.data" {
		t.Errorf("Tab makes %q", f.Field.Text)
	}
	w.key(fyne.KeyTab)
	if w.Win.Canvas().Focused() == fyne.Focusable(f.Field) {
		t.Error("Tab should go on where there is nothing to complete")
	}
	w.Win.Canvas().Focus(f.Field)
	w.key(fyne.KeyReturn)
	if *got != dir+"/sub/d.perf.data" {
		t.Errorf("opened %q", *got)
	}
	w, f, _ = asking(t, host.FileRequest{Folder: "/nowhere"})
	if home, _ := os.UserHomeDir(); f.Where.Text != home {
		t.Errorf("without its folder it starts in %s", f.Where.Text)
	}
	w.typeText(dir + "/sub/")
	if listed(f) != "d.perf.data" {
		t.Errorf("while a path is typed: %s", listed(f))
	}
	w.escapeKey()
	if w.Modal != nil || w.Win.Canvas().Overlays().Top() != nil {
		t.Error("Escape should close the dialog")
	}
}

// TestFileDialogByMouse: a click names a file, a double click opens it or enters a folder.
func TestFileDialogByMouse(t *testing.T) {
	dir := traceFolder(t)
	w, f, got := asking(t, host.FileRequest{Folder: dir})
	click := func(i, n int) {
		for range n {
			l := f.Table.Rows[i]
			at := fyne.NewPos(60, 5)
			l.MouseDown(mouseEvent(at, desktop.MouseButtonPrimary, 0))
			l.Tapped(&fyne.PointEvent{Position: at})
		}
	}
	click(0, 1)
	if f.Field.Text != "sub" || *got != "" || f.Where.Text != dir {
		t.Errorf("a click names %q", f.Field.Text)
	}
	click(1, 2)
	if f.Where.Text != dir+"/z" {
		t.Errorf("a double click leads to %s", f.Where.Text)
	}
	eachIn(w.Win.Canvas().Overlays().Top(), func(o fyne.CanvasObject) bool {
		b, ok := o.(*kit.Button)
		if ok = ok && b.Icon == kit.IconUp; ok {
			test.Tap(b)
		}
		return ok
	})
	if f.Where.Text != dir {
		t.Errorf("the button leads to %s", f.Where.Text)
	}
	click(2, 1)
	test.Tap(w.buttonOf(t, "Accept"))
	if *got != dir+"/a b.perf.data" {
		t.Errorf("opened %q", *got)
	}
	_, f, got = asking(t, host.FileRequest{Folder: dir})
	click(3, 2)
	if *got != dir+"/b.perf.data" {
		t.Errorf("a double click opens %q", *got)
	}
}

// TestChooseAFolder: the listed folder, or the one that is named.
func TestChooseAFolder(t *testing.T) {
	dir := traceFolder(t)
	for text, want := range map[string]string{"": dir, "sub": dir + "/sub", "..": filepath.Dir(dir)} {
		w, f, got := asking(t, host.FileRequest{Mode: host.OpenFolder, Folder: dir})
		if names := listed(f); names != "sub z" {
			t.Errorf("listed %s", names)
		}
		w.typeText(text)
		w.key(fyne.KeyReturn)
		if *got != want {
			t.Errorf("%q chooses %q", text, *got)
		}
	}
}

// TestSaveAsks: a file is replaced only after a second Enter, and a name that was typed stays while
// the user looks for a folder.
func TestSaveAsks(t *testing.T) {
	w := opened(t, story(t))
	w.Settings.LastFolder = traceFolder(t)
	path := filepath.Join(w.Settings.LastFolder, "notes.md")
	w.SaveAs("notes.md", []byte("new"))
	if e := w.entry(t); e.Text != "notes.md" || e.SelectedText() != "notes.md" {
		t.Fatalf("the name is %q, selected %q", e.Text, e.SelectedText())
	}
	w.key(fyne.KeyReturn)
	if data, _ := os.ReadFile(path); string(data) != "x" || !strings.Contains(w.top(), "notes.md already exists. Replace it?") {
		t.Fatalf("the file is %q: %s", data, w.top())
	}
	w.buttonOf(t, "Replace")
	w.escapeKey()
	if data, _ := os.ReadFile(path); string(data) != "x" || w.Modal != nil || w.Win.Canvas().Focused() != fyne.Focusable(w.Surface) {
		t.Errorf("after Escape the file is %q", data)
	}
	w.SaveAs("notes.md", []byte("new"))
	w.key(fyne.KeyReturn)
	w.typeText("x") // another name: the question is void
	w.buttonOf(t, "Save")
	w.entry(t).SetText("notes.md")
	w.key(fyne.KeyReturn)
	test.Tap(w.buttonOf(t, "Replace"))
	if data, _ := os.ReadFile(path); string(data) != "new" || w.Modal != nil {
		t.Errorf("the file is %q", data)
	}
	w.SaveAs("b.png", []byte("newer"))
	w.entry(t).SetText("c.png")
	w.entry(t).SetText("../")
	w.key(fyne.KeyReturn)
	if name := w.entry(t).Text; name != "c.png" {
		t.Errorf("the name is %q", name)
	}
	w.key(fyne.KeyReturn)
	if data, _ := os.ReadFile(filepath.Join(filepath.Dir(filepath.Dir(path)), "c.png")); string(data) != "newer" {
		t.Errorf("the file is %q", data)
	}
}

// TestOpenStartsAtTheLastTrace: in its folder, and with the files that are traces.
func TestOpenStartsAtTheLastTrace(t *testing.T) {
	dir := traceFolder(t)
	w := newWindow(kittest.NewApp(t), keep.DefaultSettings(), "", "")
	t.Cleanup(w.summaries)
	w.Settings.LastFolder = t.TempDir()
	w.Settings.Opened(keep.Recent{Path: filepath.Join(dir, "b.perf.data")})
	w.Commands.Get("open").Do()
	if shown := w.top(); !strings.Contains(shown, dir) || strings.Contains(shown, "notes.md") {
		t.Errorf("shown: %s", shown)
	}
	w.typeText("b.perf.data")
	w.key(fyne.KeyReturn)
	kittest.Eventually(t, func() bool { return w.page == pageTrace })
	if name := w.Session.Source().Name; name != "b.perf.data" {
		t.Errorf("opened %q", name)
	}
}

// TestSaveStartsBesideTheTrace: until the user has saved a file elsewhere, files are saved beside the
// trace that is open, whichever was open before.
func TestSaveStartsBesideTheTrace(t *testing.T) {
	dir := traceFolder(t)
	w := opened(t, story(t))
	other := t.TempDir()
	for _, path := range []string{filepath.Join(t.TempDir(), "a.perf.data"), filepath.Join(dir, "b.perf.data")} {
		w.showTrace(session.Source{Name: filepath.Base(path), Path: path}, w.Session.Trace())
	}
	for before, want := range map[string]string{"": dir, other: other} {
		w.Settings.LastFolder = before
		w.SaveAs("notes.txt", nil)
		if shown := w.top(); !strings.Contains(shown, want) {
			t.Errorf("shown: %s", shown)
		}
		w.escapeKey()
	}
}
