//go:build e2e

package e2e

import (
	"bytes"
	"cmp"
	"encoding/csv"
	"encoding/json"
	"encoding/xml"
	"io"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// workers is the filter of the story: threads of one process, not all of them.
const workers = "process:contention worker"

// TestStory is a session of work on a contended lock, by keyboard: from the file to what others see
// of it, and back to it another day.
func TestStory(t *testing.T) {
	dir := t.TempDir()
	remember(t, dir)
	p := startIn(t, dir)
	p.drop(demo(t))
	before := p.opened()
	theme := map[string]string{"light": "dark", "dark": "light"}[before.Theme]
	p.command("theme " + theme)
	p.await("the theme", func(s *state) bool { return s.Theme == theme })

	p.arrange()
	p.findTheWait()
	p.readTheCause()
	s := p.readTheProfile()
	p.key("shift+m")
	p.enter("longest lock wait")
	p.await("the mark", func(s *state) bool { return slices.Equal(s.Marks, []string{"longest lock wait"}) && !s.Overlay })

	p.key("ctrl+e")
	p.await("the dialog", func(s *state) bool { return s.Overlay })
	p.key("Tab", "Tab", "space", "shift+Tab", "shift+Tab", "Return") // to SVG, and back
	p.save("demo-threads.svg", "locks.svg")
	checkPicture(t, filepath.Join(dir, "locks.svg"), s)
	p.command("export table")
	p.await("the dialog", func(s *state) bool { return s.Overlay && s.Field == nil })
	p.key("Return")
	p.save("demo-threads-399.971-447.082ms.csv", "locks.csv")
	checkTable(t, filepath.Join(dir, "locks.csv"), s)

	left := p.read()
	p.quit()
	p = startIn(t, dir)
	p.drop(demo(t))
	p.opened()
	p.await("everything as it was", func(s *state) bool { return reflect.DeepEqual(kept(s), kept(left)) })
}

// remember makes dialogs start in the folder of the settings.
func remember(t *testing.T, dir string) {
	t.Helper()
	rememberFolder(t, dir, dir)
}

// rememberFolder makes dialogs start in a folder.
func rememberFolder(t *testing.T, dir, folder string) {
	t.Helper()
	data, err := json.Marshal(map[string]string{"last_folder": folder})
	if err == nil {
		err = os.Mkdir(filepath.Join(dir, "threadlens"), 0o755)
	}
	if err == nil {
		err = os.WriteFile(filepath.Join(dir, "threadlens", "settings.json"), data, 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// kept is what must be restored.
func kept(s *state) []any {
	return []any{
		s.File, s.Theme, s.Window, s.Marked, s.Cursors, s.Filter, s.Sort, s.Marks, s.Tab, s.Pane,
		s.Threads, s.Rows, s.Scroll, s.Lanes, s.Profile, s.Table,
	}
}

// arrange shows the workers, those that waited most on top.
func (p *program) arrange() {
	p.t.Helper()
	p.key("ctrl+shift+f")
	p.enter(workers)
	p.await("the filter", func(s *state) bool { return s.Filter == workers && s.Threads == 4 })
	p.command("sort by synchronization")
	p.await("the order, most first", func(s *state) bool {
		return s.Sort == "synchronization" && len(s.Table) == 4 && slices.IsSortedFunc(s.Table, func(a, b tableRow) int {
			return cmp.Compare(b.Sums["Synchronization"], a.Sums["Synchronization"])
		})
	})
}

// findTheWait goes to the longest wait for a lock, to who ended it, and back, and
// selects its time.
func (p *program) findTheWait() {
	p.t.Helper()
	p.key("shift+w")
	wait := p.await("the longest wait", func(s *state) bool { return s.Selected != nil && s.Details != "" }).Selected
	if wait.Category != "Synchronization" {
		p.t.Fatalf("the longest wait is %s", wait.Category)
	}
	p.key("bracketleft")
	s := p.await("the unblocker", func(s *state) bool { return s.Selected.TID != wait.TID })
	// It was running when the wait ended.
	if r := s.Selected.Range; s.Selected.Category != "Execution" || r[0] > wait.Range[1] || r[1] < wait.Range[1] {
		p.t.Errorf("the unblocker is in %s in %v, the wait is %v", s.Selected.Category, r, wait.Range)
	}
	p.key("bracketright")
	p.await("the wait again", func(s *state) bool { return s.Selected.TID == wait.TID && s.Selected.Index == wait.Index })
	p.key("f")
	p.await("a window around it", func(s *state) bool { return s.Window != s.Whole })
	p.key("r")
	p.await("its range", func(s *state) bool { return s.Marked == wait.Range })
}

// readTheProfile shows the profile report and compares the window's numbers for the range with the
// command line's.
func (p *program) readTheProfile() *state {
	p.t.Helper()
	p.key("alt+1")
	s := p.await("the profile report", func(s *state) bool {
		var total int64
		for _, row := range s.Table {
			total += row.Sums["Synchronization"]
		}
		return s.Tab == "report" && total > 0 && total == s.Profile["Synchronization"] && total <= 4*(s.Marked[1]-s.Marked[0])
	})
	said := map[string]int64{}
	for _, row := range report(p.t, "profile", s) {
		said[row["category"]] = number(p.t, row["time_ns"])
	}
	if !maps.Equal(said, s.Profile) {
		p.t.Errorf("the profile is %v, the report says %v", s.Profile, said)
	}
	return s
}

// report is the command line's report on the range and the threads of s.
func report(t *testing.T, name string, s *state) []map[string]string {
	t.Helper()
	out, err := verb("report", name, "--format", "csv", "--thread", workers,
		"--from", strconv.FormatInt(s.Marked[0], 10)+"ns", "--to", strconv.FormatInt(s.Marked[1], 10)+"ns", demo(t))
	if err != nil {
		t.Fatalf("report %s: %v", name, err)
	}
	return table(t, out)
}

// table are the rows of a CSV file by column.
func table(t *testing.T, text string) (rows []map[string]string) {
	t.Helper()
	lines, err := csv.NewReader(strings.NewReader(text)).ReadAll()
	if err != nil || len(lines) == 0 {
		t.Fatalf("no table: %v\n%s", err, text)
	}
	for _, line := range lines[1:] {
		row := map[string]string{}
		for i, name := range lines[0] {
			row[name] = line[i]
		}
		rows = append(rows, row)
	}
	return rows
}

func number(t *testing.T, text string) int64 {
	t.Helper()
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// checkTable compares an exported table with the command line's report, and with the order and the
// numbers on screen.
func checkTable(t *testing.T, path string, s *state) {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	got, want := table(t, string(data)), report(t, "threads", s)
	if len(got) != len(s.Table) {
		t.Fatalf("%d rows, the window has %d", len(got), len(s.Table))
	}
	for i, row := range got {
		on := s.Table[i]
		if number(t, row["tid"]) != int64(on.TID) || number(t, row["synchronization_ns"]) != on.Sums["Synchronization"] {
			t.Errorf("row %d is of %s, with %s ns; on screen %v", i, row["tid"], row["synchronization_ns"], on)
		}
	}
	byThread := func(a, b map[string]string) int { return strings.Compare(a["tid"], b["tid"]) }
	slices.SortFunc(got, byThread)
	slices.SortFunc(want, byThread)
	if !reflect.DeepEqual(got, want) {
		t.Errorf("the file says\n%v\nthe report\n%v", got, want)
	}
}

// checkPicture looks for the names of threads in an SVG file: those on screen and
// no others.
func checkPicture(t *testing.T, path string, s *state) {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	drawn := texts(t, data)
	named := func(name string) bool {
		return slices.ContainsFunc(drawn, func(text string) bool { return text == name || strings.HasPrefix(text, name+" ") })
	}
	shown := map[string]bool{"contention": true} // the process above the threads
	for _, r := range s.Table {
		shown[strings.Fields(r.Name)[0]] = true
	}
	out, err := verb("report", "threads", "--format", "csv", demo(t))
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range table(t, out) {
		if name := row["name"]; named(name) != shown[name] {
			t.Errorf("%s is shown: %v, and in the picture: %v, of %q", name, shown[name], named(name), drawn)
		}
	}
}

// texts are the texts of an SVG file.
func texts(t *testing.T, data []byte) (list []string) {
	t.Helper()
	in := xml.NewDecoder(bytes.NewReader(data))
	for {
		token, err := in.Token()
		if err == io.EOF {
			return list
		}
		if err != nil {
			t.Fatal(err)
		}
		if e, ok := token.(xml.StartElement); ok && e.Name.Local == "text" {
			var text string
			if err := in.DecodeElement(&text, &e); err != nil {
				t.Fatal(err)
			}
			list = append(list, text)
		}
	}
}
