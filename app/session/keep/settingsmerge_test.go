package keep

import (
	"bufio"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"strings"
	"sync"
	"testing"
	"time"

	"threadlens/app/grid"
)

func second(n int64) time.Time { return time.Unix(n, 0).UTC() }

// TestSettingsOfTwoPrograms: each changes something else, and nothing is lost.
func TestSettingsOfTwoPrograms(t *testing.T) {
	dir := t.TempDir()
	first := DefaultSettings()
	first.Opened(Recent{Path: "/old", Opened: second(1)})
	if err := first.Save(dir); err != nil {
		t.Fatal(err)
	}
	a, _ := LoadSettings(dir)
	b, _ := LoadSettings(dir)
	baseA, baseB := a, b
	save := func(s, base *Settings) {
		t.Helper()
		if err := s.SaveChanges(dir, base); err != nil {
			t.Fatal(err)
		}
	}
	a.Theme, a.Export.Scale = ThemeDark, 3
	a.Opened(Recent{Path: "/a", Opened: second(2)})
	save(&a, &baseA)
	b.LaneSize = LaneCompact
	b.Opened(Recent{Path: "/b", Opened: second(3)})
	b.Forget("/old")
	save(&b, &baseB)
	a.TextSize = 125
	save(&a, &baseA)
	b.Theme = ThemeLight // both chose: the last one counts
	save(&b, &baseB)
	got, err := LoadSettings(dir)
	if err != nil || got.Theme != ThemeLight || got.LaneSize != LaneCompact || got.TextSize != 125 || got.Export.Scale != 3 {
		t.Errorf("kept %+v, %v", got, err)
	}
	for _, s := range []Settings{got, a, b} {
		if len(s.Recent) != 2 || s.Recent[0].Path != "/b" || s.Recent[1].Path != "/a" {
			t.Errorf("recent files %v, want /b and /a", s.Recent)
		}
	}
}

// TestSettingsSavedAtOnce: what many programs save at the same time is all kept.
func TestSettingsSavedAtOnce(t *testing.T) {
	dir := t.TempDir()
	var wg sync.WaitGroup
	for i := range MaxRecent {
		wg.Add(1)
		go func() {
			defer wg.Done()
			s, base := DefaultSettings(), DefaultSettings()
			s.Opened(Recent{Path: fmt.Sprint(i), Opened: second(int64(i))})
			if err := s.SaveChanges(dir, &base); err != nil {
				t.Error(err)
			}
		}()
	}
	wg.Wait()
	if got, err := LoadSettings(dir); err != nil || len(got.Recent) != MaxRecent {
		t.Errorf("%d recent files, %v, want %d", len(got.Recent), err, MaxRecent)
	}
}

func TestFileOpenedAgainStaysThoughRemovedElsewhere(t *testing.T) {
	base := []Recent{{Path: "/x", Opened: second(1)}}
	again := []Recent{{Path: "/x", Opened: second(2)}}
	if got := mergeRecent(again, base, nil); len(got) != 1 || got[0].Opened != second(2) {
		t.Errorf("%v, want the file as it was opened again", got)
	}
	if got := mergeRecent(base, base, nil); len(got) != 0 {
		t.Errorf("%v, want none: it was removed", got)
	}
}

func TestDamagedSettingsAreWrittenAgain(t *testing.T) {
	dir := t.TempDir()
	s := DefaultSettings()
	s.Theme = ThemeDark
	base := s
	if err := os.WriteFile(filepath.Join(dir, settingsFile), []byte("{"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := s.SaveChanges(dir, &base); err != nil {
		t.Fatal(err)
	}
	if got, err := LoadSettings(dir); err != nil || got.Theme != ThemeDark {
		t.Errorf("theme %q, %v, want that of before", got.Theme, err)
	}
}

// TestTablesOfTwoPrograms: objects are merged key by key, and resets survive.
func TestTablesOfTwoPrograms(t *testing.T) {
	dir := t.TempDir()
	layout := func(width float32) grid.Layout { return grid.Layout{Widths: map[string]float32{"name": width}} }
	a := DefaultSettings()
	a.Tables = map[string]grid.Layout{"old": layout(100)}
	if err := a.Save(dir); err != nil {
		t.Fatal(err)
	}
	a, _ = LoadSettings(dir)
	b, _ := LoadSettings(dir)
	baseA, baseB := a, b
	a.Tables = map[string]grid.Layout{"old": layout(100), "a": layout(200)}
	b.Tables = nil
	for _, save := range []error{a.SaveChanges(dir, &baseA), b.SaveChanges(dir, &baseB)} {
		if save != nil {
			t.Fatal(save)
		}
	}
	got, err := LoadSettings(dir)
	if want := map[string]grid.Layout{"a": layout(200)}; err != nil || !reflect.DeepEqual(got.Tables, want) {
		t.Errorf("tables %v, %v, want %v", got.Tables, err, want)
	}
}

// TestSettingsOfANewerVersion: what this version does not understand stays in the file, letter by
// letter, until the user replaces it.
func TestSettingsOfANewerVersion(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, settingsFile)
	newer := `{"theme": "solarized", "lane_size": {"rows": 3}, "text_size": 125, "zoom": 1.50, "panes": {"left": [1, 2]},
		"export": {"picture": "avif", "scale": 3, "quality": 90},
		"recent": [{"path": "/a", "format": "f", "span_ns": 5, "size_bytes": 7, "opened": "2026-01-02T03:04:05Z", "pinned": true}, "/b"]}`
	if err := os.WriteFile(path, []byte(newer), 0o600); err != nil {
		t.Fatal(err)
	}
	s, err := LoadSettings(dir)
	d := DefaultSettings()
	if err != nil || s.Theme != d.Theme || s.LaneSize != d.LaneSize || s.TextSize != 125 || len(s.Recent) != 1 || s.Recent[0].SpanNS != 5 {
		t.Fatalf("read %+v, %v", s, err)
	}
	base := s
	s.TextSize = 150
	s.Opened(Recent{Path: "/c", Opened: second(2e9)})
	if err := s.SaveChanges(dir, &base); err != nil {
		t.Fatal(err)
	}
	holds := func(want ...string) {
		t.Helper()
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		flat := strings.Join(strings.Fields(string(data)), "")
		for _, w := range want {
			if !strings.Contains(flat, w) {
				t.Errorf("%s is lost:\n%s", w, data)
			}
		}
	}
	holds(`"theme":"solarized"`, `"lane_size":{"rows":3}`, `"text_size":150`, `"zoom":1.50`, `"panes":{"left":[1,2]}`,
		`"picture":"avif"`, `"quality":90`, `"pinned":true`, `"path":"/c"`, `,"/b"]`)
	s.Theme, s.LaneSize = ThemeDark, LaneDense
	if err := s.SaveChanges(dir, &base); err != nil {
		t.Fatal(err)
	}
	holds(`"theme":"dark"`, `"lane_size":"dense"`, `"zoom":1.50`)
}

// TestSettingsKilled: a program that is killed while it saves leaves complete settings.
func TestSettingsKilled(t *testing.T) {
	const folder = "THREADLENS_TEST_SETTINGS"
	if dir := os.Getenv(folder); dir != "" { // this is the program that is killed
		s, _ := LoadSettings(dir)
		for base := s; ; s.TextSize = TextSizeMin + (s.TextSize+1)%(TextSizeMax-TextSizeMin) {
			s.Opened(Recent{Path: fmt.Sprint("/", s.TextSize), Opened: second(int64(s.TextSize))})
			if err := s.SaveChanges(dir, &base); err != nil {
				t.Fatal(err)
			}
			fmt.Println("saved")
		}
	}
	dir := t.TempDir()
	first := DefaultSettings()
	if err := first.Save(dir); err != nil {
		t.Fatal(err)
	}
	random := rand.New(rand.NewPCG(1, 2))
	for range 30 {
		cmd := exec.Command(os.Args[0], "-test.run=^TestSettingsKilled$")
		cmd.Env = append(os.Environ(), folder+"="+dir)
		out, err := cmd.StdoutPipe()
		if err == nil {
			err = cmd.Start()
		}
		if err != nil {
			t.Fatal(err)
		}
		if line, err := bufio.NewReader(out).ReadString('\n'); err != nil { // a busy machine starts it late
			t.Fatal(line, err)
		}
		time.Sleep(time.Duration(random.Int64N(int64(50 * time.Millisecond))))
		cmd.Process.Kill()
		cmd.Wait()
		if s, err := LoadSettings(dir); err != nil || s.TextSize == 0 || len(s.Recent) == 0 {
			t.Fatalf("after a kill: %+v, %v", s, err)
		}
	}
}
