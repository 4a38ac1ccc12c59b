package keep

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"math"
	"os"
	"path/filepath"
	"slices"
	"time"

	"threadlens/app/grid"
	"threadlens/app/session/capture"
	"threadlens/ingest/save"
	"threadlens/model/measure"
	"threadlens/timeline"
)

// Values of Settings.Theme.
const (
	ThemeSystem = "system"
	ThemeLight  = "light"
	ThemeDark   = "dark"
)

// Values of Settings.Colours; it is empty until the user chooses, and the colours are then the
// classic ones.
const (
	ColoursClassic = "classic"
	ColoursSafe    = "safe"
)

// Limits of Settings.TextSize.
const (
	TextSizeMin, TextSizeMax = 80, 200
)

// Values of Settings.LaneSize.
const (
	LaneComfortable = "comfortable"
	LaneCompact     = "compact"
	LaneDense       = "dense"
)

// TimeFromStart is Settings.TimeAs at the first start. The other names are defined where time is
// shown.
const TimeFromStart = "start"

// MaxRecent is the number of recent files that are kept.
const MaxRecent = 20

// Recent is a recently opened file, with what is worth showing about it.
type Recent struct {
	Path   string    `json:"path"`
	Format string    `json:"format"`
	SpanNS int64     `json:"span_ns"`
	Size   int64     `json:"size_bytes"`
	Opened time.Time `json:"opened"`
}

// Settings are the choices that survive a restart. Lengths are in device-independent pixels, those
// of things that contain text for text of the default size.
type Settings struct {
	Theme          string   `json:"theme"`
	Colours        string   `json:"colours"`
	Patterns       bool     `json:"patterns"`
	TextSize       int      `json:"text_size"` // percent
	LaneSize       string   `json:"lane_size"`
	Width          float64  `json:"window_width"`
	Height         float64  `json:"window_height"`
	Gutter         float64  `json:"gutter_width"`
	BottomShare    float64  `json:"bottom_share"` // of the height below the ruler
	ProfileWidth   float64  `json:"profile_width"`
	BottomPane     bool     `json:"bottom_pane"`
	Overview       bool     `json:"overview"`
	Grid           bool     `json:"grid"`
	QuietBackdrops bool     `json:"quiet_backdrops"`
	CountLikely    bool     `json:"count_likely"` // unclassified waits as what they probably were
	BothStacks     bool     `json:"both_stacks"`  // side by side, where the window is wide enough
	TimeAs         string   `json:"time_as"`      // how instants are written
	Tab            string   `json:"tab"`          // title of the chosen one
	View           string   `json:"view"`         // key of the last one
	PercentOf      string   `json:"percent_of"`
	CoreColours    string   `json:"core_colours"`
	LastFolder     string   `json:"last_folder"`
	Recent         []Recent `json:"recent"`
	Symbols        []string `json:"symbols,omitempty"` // folders and files with names of functions

	Export ExportChoice         `json:"export"`
	Record capture.RecordChoice `json:"record"`
	// Tables are the layouts of tables, by name, that differ from the default.
	Tables map[string]grid.Layout `json:"tables,omitempty"`
}

// DefaultSettings are those at the first start.
func DefaultSettings() Settings {
	return Settings{
		Theme: ThemeSystem, TextSize: 100, LaneSize: LaneComfortable,
		Width: 1440, Height: 900, Gutter: 272, BottomShare: 0.355, ProfileWidth: 334,
		BottomPane: true, Overview: true, Grid: true, QuietBackdrops: true,
		Export: ExportChoice{Picture: "png", Scale: 2, Table: "csv"},
		Record: capture.DefaultRecordChoice(),
		TimeAs: TimeFromStart, View: ViewThreads.Key(),
		PercentOf: measure.PercentMachine.String(), CoreColours: timeline.ColourThread.Key(),
	}
}

// SettingsDir is the folder of this user's settings.
func SettingsDir() (string, error) {
	dir, err := os.UserConfigDir()
	if err != nil {
		return "", fmt.Errorf("settings: %w", err)
	}
	return filepath.Join(dir, "threadlens"), nil
}

const settingsFile = "settings.json"

// LoadSettings reads the settings in dir. Without a file they are the defaults, and so is whatever
// this version does not understand, which may be from a newer one and stays in the file. A file
// that is not settings at all is set aside, with the ending .broken, and the defaults come with an
// error that says so; the settings are usable in either case.
func LoadSettings(dir string) (Settings, error) {
	s, _, err := loadSettings(dir)
	return s, err
}

// loadSettings is LoadSettings with the whole contents of the file; nil without one.
func loadSettings(dir string) (s Settings, all map[string]any, err error) {
	path := filepath.Join(dir, settingsFile)
	data, err := os.ReadFile(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return DefaultSettings(), nil, nil
	case err != nil:
		return DefaultSettings(), nil, fmt.Errorf("settings: %w", err)
	}
	if err = decodeNumbers(data, &all); err != nil {
		aside, rerr := save.Aside(path)
		if rerr != nil {
			return DefaultSettings(), nil, fmt.Errorf("settings: the defaults apply, because %s is damaged (%w); it could not be renamed: %w", path, err, rerr)
		}
		return DefaultSettings(), nil, fmt.Errorf("settings: the defaults apply, because %s is damaged (%w); it was renamed to %s", path, err, aside)
	}
	return understood(all), all, nil
}

// understood are the settings that this version finds in a file: a setting of an unexpected type
// keeps its default, with everything in it.
func understood(all map[string]any) Settings {
	s := DefaultSettings()
	for _, key := range slices.Sorted(maps.Keys(all)) {
		one, err := json.Marshal(map[string]any{key: all[key]})
		if next := s; err == nil && json.Unmarshal(one, &next) == nil {
			s = next
		}
	}
	s.Recent, _ = splitRecent(all[recentKey])
	s.repair()
	return s
}

// repair replaces values that no version of the program writes.
func (s *Settings) repair() {
	d := DefaultSettings()
	if s.Theme != ThemeSystem && s.Theme != ThemeLight && s.Theme != ThemeDark {
		s.Theme = d.Theme
	}
	if s.LaneSize != LaneComfortable && s.LaneSize != LaneCompact && s.LaneSize != LaneDense {
		s.LaneSize = d.LaneSize
	}
	if s.Colours != ColoursClassic && s.Colours != ColoursSafe {
		s.Colours = d.Colours
	}
	if s.TextSize < TextSizeMin || s.TextSize > TextSizeMax {
		s.TextSize = d.TextSize
	}
	within(&s.Width, 960, 16384, d.Width)
	within(&s.Height, 600, 16384, d.Height)
	within(&s.Gutter, 180, 480, d.Gutter)
	within(&s.BottomShare, 0.05, 0.6, d.BottomShare)
	within(&s.ProfileWidth, 260, 440, d.ProfileWidth)
	if _, ok := ParseView(s.View); !ok {
		s.View = d.View
	}
	if _, ok := measure.ParseDenominator(s.PercentOf); !ok {
		s.PercentOf = d.PercentOf
	}
	if _, ok := timeline.ParseColourBy(s.CoreColours); !ok {
		s.CoreColours = d.CoreColours
	}
	s.repairLists()
}

// repairLists is repair for composite values.
func (s *Settings) repairLists() {
	s.Export.repair()
	s.Record.Repair()
	for name, l := range s.Tables {
		l.Repair()
		s.Tables[name] = l
	}
	if len(s.Recent) > MaxRecent {
		s.Recent = s.Recent[:MaxRecent]
	}
}

// within sets *v to def unless it is between lo and hi.
func within(v *float64, lo, hi, def float64) {
	if math.IsNaN(*v) || *v < lo || *v > hi {
		*v = def
	}
}

// Save writes the settings to dir, replacing the file: a reader finds the old file or the new one,
// never a part of one.
func (s Settings) Save(dir string) error { return writeSettings(dir, s) }

func writeSettings(dir string, settings any) error {
	data, err := json.MarshalIndent(settings, "", "  ")
	if err == nil {
		err = writeWhole(filepath.Join(dir, settingsFile), append(data, '\n'), save.Private)
	}
	if err != nil {
		return fmt.Errorf("settings: %w", err)
	}
	return nil
}

// Opened moves a file to the head of the recent ones.
func (s *Settings) Opened(r Recent) {
	list := []Recent{r}
	for _, old := range s.Recent {
		if old.Path != r.Path && len(list) < MaxRecent {
			list = append(list, old)
		}
	}
	s.Recent = list
}

// Forget removes a file from the recent ones.
func (s *Settings) Forget(path string) {
	var list []Recent
	for _, r := range s.Recent {
		if r.Path != path {
			list = append(list, r)
		}
	}
	s.Recent = list
}
