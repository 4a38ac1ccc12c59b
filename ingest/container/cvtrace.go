package container

import (
	"errors"
	"fmt"
	"path/filepath"
	"strings"
)

// ErrCvTrace is wrapped by the errors of ExplainCvTrace.
var ErrCvTrace = errors.New("the file contains processed data that only the Concurrency Visualizer can read")

// cvStem removes the ending from the name of a file that Visual Studio's Concurrency Visualizer
// made from a trace.
func cvStem(name string) (stem string, ok bool) {
	for _, ending := range []string{".cvtrace", ".cvdata"} {
		if stem, ok := cutEnding(name, ending); ok {
			return stem, true
		}
	}
	return name, false
}

// ExplainCvTrace returns an error, one line that begins with path and names what to open instead,
// for the .CvTrace and .CvData files of Visual Studio's Concurrency Visualizer, and nil for any
// other. Names decide, since the format is not public.
//
// For each recording it keeps four files: .kernel.etl and .user.etl with the events, which can be
// opened, and .CvTrace and .CvData with its analysis. It deletes the first two after the report if
// configured so ("Advanced Settings dialog box (Concurrency Visualizer)", section Files, Microsoft
// Learn).
func ExplainCvTrace(path string) error {
	stem, ok := cvStem(filepath.Base(path))
	if !ok {
		return nil
	}
	if found := Siblings(path); len(found) > 0 {
		for i, f := range found {
			found[i] = filepath.Base(f)
		}
		return fmt.Errorf("%s: %w: open the original trace instead: %s in the same folder", path, ErrCvTrace, strings.Join(found, " and "))
	}
	return fmt.Errorf("%s: %w: open the original trace instead, usually %s.kernel.etl and %s.user.etl. Neither is in the folder of this file: the Concurrency Visualizer can be set to delete them after the analysis (Advanced Settings, Files)",
		path, ErrCvTrace, stem, stem)
}
