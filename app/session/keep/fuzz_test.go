package keep

import (
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"threadlens/model"
	"threadlens/model/findings"
)

// FuzzSettings: settings that are read hold values that the window accepts, are read back as saved,
// and an unreadable file is set aside.
func FuzzSettings(f *testing.F) {
	first, err := json.Marshal(DefaultSettings())
	if err != nil {
		f.Fatal(err)
	}
	for _, s := range []string{
		string(first), "{}", "null", "[]", `{"theme":"dark","window_width":-1,"text_size":1000,"view":"?"}`,
		`{"recent":[{},{}],"tables":{"a":{"columns":[{}],"sort":"x"},"b":{}},"export":{"scale":99},"record":{"ring":-5}}`,
		`{"later":{"a":1},"recent":null}`,
	} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		dir := t.TempDir()
		path := filepath.Join(dir, settingsFile)
		if err := os.WriteFile(path, data, 0o600); err != nil {
			t.Fatal(err)
		}
		s, err := LoadSettings(dir)
		if err != nil {
			if !reflect.DeepEqual(s, DefaultSettings()) {
				t.Fatalf("%v, and yet %+v", err, s)
			}
			if kept, err := os.ReadFile(path + ".broken"); err != nil || string(kept) != string(data) {
				t.Fatalf("aside is %q, %v", kept, err)
			}
			return
		}
		usable(t, s)
		if err := s.Save(dir); err != nil {
			t.Fatal(err)
		}
		again, err := LoadSettings(dir)
		if err != nil {
			t.Fatal(err)
		}
		was, _ := json.Marshal(s)
		is, _ := json.Marshal(again)
		if string(was) != string(is) {
			t.Fatalf("saved\n%s\nread\n%s", was, is)
		}
	})
}

// usable checks that settings hold values that the window accepts.
func usable(t *testing.T, s Settings) {
	t.Helper()
	in := func(v, lo, hi float64) bool { return v >= lo && v <= hi }
	_, view := ParseView(s.View)
	if !in(s.Width, 960, 16384) || !in(s.Height, 600, 16384) || !in(s.BottomShare, 0.05, 0.6) || !in(float64(s.TextSize), TextSizeMin, TextSizeMax) ||
		len(s.Recent) > MaxRecent || !view {
		t.Fatalf("%+v", s)
	}
}

// oneLiners checks that messages about a settings file are one-line sentences.
func oneLiners(t *testing.T, problems []string) {
	t.Helper()
	for _, p := range problems {
		if p == "" || strings.ContainsAny(model.Clean(p), "\n\r") {
			t.Errorf("a problem is reported as %q", p)
		}
	}
}

// FuzzKeys: whatever the file of keys contains, no key belongs to two commands, the commands stay
// the same, and the keys in use are written as they are read.
func FuzzKeys(f *testing.F) {
	for _, s := range []string{
		`{"find": "Ctrl+K", "zoom": ["W", "Page Up", "+"]}`, `{"find": "W"}`, `{"find": "G", "zoom": "G"}`, `{"none": "G", "find": 7, "zoom": []}`,
		`{"find": "Hyper+F", "find": "ä"}`, `{"find": "Ctrl+Shift+["`, `[]`,
	} {
		f.Add([]byte(s))
	}
	key := func(t *testing.T, text string) Key {
		k, err := ParseKey(text)
		if err != nil {
			t.Fatal(err)
		}
		return k
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		usual := []KeyBinding{{"find", []Key{key(t, "Ctrl+F")}}, {"zoom", []Key{key(t, "W"), key(t, "Ctrl++")}}, {"bare", nil}}
		list, problems := parseNamed(data, keysWhat)
		bindings, more := remap(list, usual)
		oneLiners(t, append(problems, more...))
		owner := map[Key]string{}
		for i, b := range bindings {
			if b.ID != usual[i].ID {
				t.Fatalf("%v", bindings)
			}
			for _, k := range b.Keys {
				if other, ok := owner[k]; ok {
					t.Errorf("%s is the key of %s and of %s", k, other, b.ID)
				}
				owner[k] = b.ID
				if again, err := ParseKey(k.String()); err != nil || again != k {
					t.Errorf("%s is read as %v: %v", k, again, err)
				}
			}
		}
		dir := t.TempDir()
		if _, err := WriteKeys(dir, bindings); err != nil {
			t.Fatal(err)
		}
		again, problems := LoadKeys(dir, usual)
		if len(problems) > 0 || !reflect.DeepEqual(normalKeys(again), normalKeys(bindings)) {
			t.Errorf("%v was written and read as %v: %q", bindings, again, problems)
		}
	})
}

// normalKeys are bindings in which no keys are nil.
func normalKeys(list []KeyBinding) map[string][]Key {
	keys := map[string][]Key{}
	for _, b := range list {
		keys[b.ID] = append([]Key{}, b.Keys...)
	}
	return keys
}

// FuzzLimits: whatever the file of thresholds contains, they stay within the rules' bounds, and are
// written as they are read.
func FuzzLimits(f *testing.F) {
	for _, s := range []string{`{"E3.queued": 2.5}`, `{"E3.queued": -1, "E3.queued": 2}`, `{"none": 1, "E3.runnable": 1e99, "E6.share": "a"}`, `{"E3.queued": 1e`, `7`} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		dir := t.TempDir()
		if err := os.WriteFile(LimitsPath(dir), data, 0o600); err != nil {
			t.Fatal(err)
		}
		l, problems := LoadLimits(dir)
		oneLiners(t, problems)
		for _, limit := range l.All() {
			if !(limit.Value >= 0 && limit.Value <= findings.MaxLimit) {
				t.Errorf("%s is %v", limit.Name, limit.Value)
			}
			if v, err := ParseLimit(LimitText(limit.Value)); err != nil || v != limit.Value {
				t.Errorf("%v is written %q and read %v: %v", limit.Value, LimitText(limit.Value), v, err)
			}
		}
		if err := os.Remove(LimitsPath(dir)); err != nil {
			t.Fatal(err)
		}
		if _, err := WriteLimits(dir, l); err != nil {
			t.Fatal(err)
		}
		again, problems := LoadLimits(dir)
		if len(problems) > 0 || !reflect.DeepEqual(again.All(), l.All()) {
			t.Errorf("%v was written and read as %v: %q", l.All(), again.All(), problems)
		}
	})
}
