package keep

import (
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"testing"
	"time"

	"threadlens/app/session/capture"
)

func TestSettingsRoundTrip(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "new")
	s := DefaultSettings()
	s.Theme, s.LaneSize, s.Width, s.BottomPane = ThemeDark, LaneCompact, 1234, false
	s.Opened(Recent{Path: "/a", Format: "perf.data", SpanNS: 5, Size: 7, Opened: time.Unix(9, 0).UTC()})
	if err := s.Save(dir); err != nil {
		t.Fatal(err)
	}
	got, err := LoadSettings(dir)
	if err != nil || !reflect.DeepEqual(got, s) {
		t.Errorf("got %+v, %v, want %+v", got, err, s)
	}
	if left, _ := filepath.Glob(filepath.Join(dir, "*")); len(left) != 1 {
		t.Errorf("files left behind: %v", left)
	}
}

func TestSettingsWithoutAFile(t *testing.T) {
	s, err := LoadSettings(t.TempDir())
	if err != nil || !reflect.DeepEqual(s, DefaultSettings()) {
		t.Errorf("got %+v, %v, want the defaults", s, err)
	}
}

func TestBrokenSettingsAreSetAside(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, settingsFile)
	if err := os.WriteFile(path, []byte(`{"theme": "dark", `), 0o600); err != nil {
		t.Fatal(err)
	}
	s, err := LoadSettings(dir)
	if err == nil || !reflect.DeepEqual(s, DefaultSettings()) {
		t.Errorf("got %+v, %v, want the defaults and an error", s, err)
	}
	if _, err := os.Stat(path + ".broken"); err != nil {
		t.Error("the broken file is gone")
	}
	if _, err := LoadSettings(dir); err != nil {
		t.Errorf("the second start still complains: %v", err)
	}
	for _, broken := range []string{"[]", "null", "{} {}"} { // the first broken file stays too
		if err := os.WriteFile(path, []byte(broken), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := LoadSettings(dir); err == nil {
			t.Errorf("%s is taken for settings", broken)
		}
	}
	if left, _ := filepath.Glob(path + "*.broken"); len(left) != 4 {
		t.Errorf("of four broken files these are left: %v", left)
	}
}

func TestImpossibleValuesAreRepaired(t *testing.T) {
	dir := t.TempDir()
	bad := `{"theme": "pink", "lane_size": "", "window_width": 3, "bottom_share": 9, "gutter_width": -1}`
	if err := os.WriteFile(filepath.Join(dir, settingsFile), []byte(bad), 0o600); err != nil {
		t.Fatal(err)
	}
	s, err := LoadSettings(dir)
	if err != nil || !reflect.DeepEqual(s, DefaultSettings()) {
		t.Errorf("got %+v, %v, want the defaults", s, err)
	}
}

func TestRecentFiles(t *testing.T) {
	var s Settings
	for i := range MaxRecent + 5 {
		s.Opened(Recent{Path: fmt.Sprint(i)})
	}
	s.Opened(Recent{Path: "10"})
	if len(s.Recent) != MaxRecent || s.Recent[0].Path != "10" || s.Recent[1].Path != "24" {
		t.Errorf("recent: %v", s.Recent)
	}
	s.Forget("10")
	if len(s.Recent) != MaxRecent-1 || s.Recent[0].Path != "24" {
		t.Errorf("after forgetting: %v", s.Recent)
	}
}

// TestRecordChoiceIsKept: choices are restored, even the choice of no groups, and values that no
// version writes are not.
func TestRecordChoiceIsKept(t *testing.T) {
	dir := t.TempDir()
	s := DefaultSettings()
	base := s
	s.Record.What, s.Record.Command, s.Record.Groups = capture.RecordSystem, "make", nil
	if err := s.SaveChanges(dir, &base); err != nil {
		t.Fatal(err)
	}
	if got, err := LoadSettings(dir); err != nil || !reflect.DeepEqual(got.Record, s.Record) {
		t.Errorf("%+v, %v, want %+v", got.Record, err, s.Record)
	}
	bad := `{"record": {"what": "all", "tool": "x", "groups": ["disk", "magic"]}}`
	if err := os.WriteFile(filepath.Join(dir, settingsFile), []byte(bad), 0o600); err != nil {
		t.Fatal(err)
	}
	got, err := LoadSettings(dir)
	if want := capture.DefaultRecordChoice(); err != nil || got.Record.What != want.What || got.Record.Tool != want.Tool || !slices.Equal(got.Record.Groups, []string{"disk"}) {
		t.Errorf("%+v, %v", got.Record, err)
	}
}
