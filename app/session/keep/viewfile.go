package keep

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"threadlens/ingest/given"
	"threadlens/model"
)

// ViewEnding is the ending of view files' names.
const ViewEnding = ".threadlens"

// ViewFormat is in every view file; ViewVersion is the version that we write.
const (
	ViewFormat  = "threadlens view"
	ViewVersion = 1
)

// MaxViewSize bounds a view file, in bytes.
const MaxViewSize = 4 << 20

// maxViewList bounds the lists in a view file.
const maxViewList = 100_000

// Span is a range of time in files: its start and its end.
type Span [2]model.Time

// Range is the span as a range.
func (s Span) Range() model.Range { return model.Range{From: s[0], To: s[1]} }

// SpanOf is a range as in a file.
func SpanOf(r model.Range) Span { return Span{r.From, r.To} }

// SpansOf are ranges as in a file.
func SpansOf(list []model.Range) []Span {
	spans := make([]Span, len(list))
	for i, r := range list {
		spans[i] = SpanOf(r)
	}
	return spans
}

// ViewFile is what is remembered of how a trace was looked at, in the cache folder and in files for
// others. Times are ns from the start of the trace; threads and processes have their keys, so that
// a different order of them in a later version of the program does no harm.
type ViewFile struct {
	Format  string   `json:"format"`
	Version int      `json:"version"`
	Trace   Identity `json:"trace"`

	Window  Span        `json:"window_ns"`
	Range   Span        `json:"range_ns"` // selected; empty: none
	CursorA *model.Time `json:"cursor_a_ns,omitempty"`
	CursorB *model.Time `json:"cursor_b_ns,omitempty"`
	Marks   []ViewMark  `json:"marks"`
	Rows    Arrangement `json:"rows"`

	Back    []Span `json:"back_ns"`    // windows to which undo goes back, the next one last
	Forward []Span `json:"forward_ns"` // and redo

	View   string  `json:"view,omitempty"` // key of the view
	Scroll float64 `json:"scroll_dp"`      // of the rows
	Tab    string  `json:"tab"`            // title of the chosen one, "" for any

	Measure *ViewMeasure `json:"measure,omitempty"`

	Suppressed *Suppressions `json:"suppressed,omitempty"` // findings
}

// ViewMark is a Bookmark in a ViewFile.
type ViewMark struct {
	Name   string `json:"name"`
	Range  Span   `json:"range_ns"`
	Thread string `json:"thread,omitempty"` // key; "" for a mark without a thread
}

// Encode writes the view as JSON.
func (v *ViewFile) Encode() ([]byte, error) {
	v.Format, v.Version = ViewFormat, ViewVersion
	data, err := json.MarshalIndent(v, "", "  ")
	return append(data, '\n'), err
}

// DecodeView reads a view. Its errors continue a sentence that begins with the name of the file.
func DecodeView(data []byte) (v ViewFile, err error) {
	var head struct {
		Format  string `json:"format"`
		Version int    `json:"version"`
	}
	if len(data) > MaxViewSize {
		return v, errors.New("is too large for a view file")
	}
	switch err := json.Unmarshal(data, &head); {
	case head.Format != ViewFormat && err == nil, !strings.HasPrefix(strings.TrimSpace(string(data[:min(len(data), 64)])), "{"):
		return v, errors.New("is not a Threadlens view file")
	case err != nil:
		return v, fmt.Errorf("is damaged: %w", err)
	case head.Version > ViewVersion:
		return v, fmt.Errorf("needs a newer version of Threadlens: its view format is %d, this version reads formats up to %d", head.Version, ViewVersion)
	case head.Version < 1:
		return v, fmt.Errorf("is damaged: its version number, %d, is not valid", head.Version)
	}
	if err := json.Unmarshal(data, &v); err != nil {
		return ViewFile{}, fmt.Errorf("is damaged: %w", err)
	}
	if err := v.Check(); err != nil {
		return ViewFile{}, fmt.Errorf("is damaged: %w", err)
	}
	return v, nil
}

// Farthest bounds the times in a view file, so that sums of them do not
// overflow.
const Farthest = 1 << 60

// Check refuses values that no version of the program writes.
func (v *ViewFile) Check() error {
	spans := append([]Span{v.Window, v.Range}, v.Back...)
	spans = append(spans, v.Forward...)
	for _, m := range v.Marks {
		spans = append(spans, m.Range)
	}
	for _, s := range spans {
		if s[1] < s[0] {
			return fmt.Errorf("a time range ends before it starts (%d … %d ns)", s[0], s[1])
		}
		if s[0] < -Farthest || s[1] > Farthest {
			return fmt.Errorf("the time range %d … %d ns is out of bounds", s[0], s[1])
		}
	}
	if len(spans) > maxViewList || v.Rows.len() > maxViewList || v.Suppressed.len() > maxViewList {
		return errors.New("the view file lists too many time ranges, rows or suppressed findings")
	}
	return nil
}

// ReadView reads a view file. Its errors are complete sentences.
func ReadView(path string) (ViewFile, error) {
	f, err := given.Regular(path)
	if errors.Is(err, fs.ErrNotExist) {
		return ViewFile{}, fmt.Errorf("%s: %w", filepath.Base(path), err)
	}
	var data []byte
	if err == nil {
		defer f.Close()
		data, err = io.ReadAll(io.LimitReader(f, MaxViewSize+1))
	}
	if err != nil {
		return ViewFile{}, fmt.Errorf("%s could not be read: %w", filepath.Base(path), err)
	}
	v, err := DecodeView(data)
	if err != nil {
		return v, fmt.Errorf("%s %w", filepath.Base(path), err)
	}
	return v, nil
}

// IsView reports whether path is a view file: by its name, or because it begins like the output of
// Encode.
func IsView(path string) bool {
	if strings.EqualFold(filepath.Ext(path), ViewEnding) {
		return true
	}
	f, err := given.Regular(path)
	if err != nil {
		return false
	}
	defer f.Close()
	var head [64]byte
	n, _ := io.ReadFull(f, head[:])
	return strings.HasPrefix(strings.Join(strings.Fields(string(head[:n])), " "), `{ "format": "`+ViewFormat+`"`)
}

// TraceOf finds the trace of a view file: next to it under its name, or else at its original place.
func (v *ViewFile) TraceOf(viewPath string) (path string, ok bool) {
	name := v.Trace.Name
	if i := strings.LastIndexAny(name, `/\`); i >= 0 {
		name = name[i+1:] // the file comes from anyone: it must not point elsewhere
	}
	if name != "" && name != "." && name != ".." {
		if beside := filepath.Join(filepath.Dir(viewPath), name); isFile(beside) {
			return beside, true
		}
	}
	// A network path would make the system contact a stranger's server.
	p := v.Trace.Path
	if filepath.IsAbs(p) && !strings.HasPrefix(p, `\\`) && !strings.HasPrefix(p, "//") && isFile(p) {
		return p, true
	}
	return "", false
}

func isFile(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}
