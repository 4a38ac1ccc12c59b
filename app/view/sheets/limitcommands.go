package sheets

import (
	"errors"
	"fmt"
	"io/fs"

	"threadlens/app/session/keep"
	"threadlens/app/view/kit"
)

// noFolder is why nothing can be saved without a folder for the settings.
const noFolder = "There is no settings folder: set HOME (on Windows: AppData) and restart."

// LimitCommands read and write the thresholds of findings.
func (s *Sheets) LimitCommands() []*kit.Command {
	hasFolder := func() bool { return s.SettingsDir != "" }
	return []*kit.Command{
		{
			ID: "limitsFile", Title: "Create Thresholds File", Help: "Create findings.json, where every threshold can be changed",
			Enabled: hasFolder, Why: noFolder, Run: s.writeLimits,
		},
		{
			ID: "limitsRead", Title: "Reload Thresholds", Help: "Reload findings.json",
			Enabled: hasFolder, Why: noFolder, Run: func() {
				text := s.ReadLimits()
				if text == "" {
					text = "Thresholds reloaded"
				}
				s.Point("", text)
			},
		},
	}
}

// ReadLimits reads the thresholds of findings for all windows. It returns a line on what was left
// out of the file, "" if nothing was.
func (s *Sheets) ReadLimits() string {
	if s.SettingsDir == "" {
		return ""
	}
	limits, problems := keep.LoadLimits(s.SettingsDir)
	s.SetLimits(limits)
	switch n := len(problems); n {
	case 0:
		return ""
	case 1:
		return "findings.json: " + problems[0]
	default:
		return fmt.Sprintf("findings.json: %s, and %s", problems[0], kit.Plural(n-1, "more problem"))
	}
}

// writeLimits creates a thresholds file for the user to edit.
func (s *Sheets) writeLimits() {
	path, err := keep.WriteLimits(s.SettingsDir, s.Session.Limits())
	switch {
	case errors.Is(err, fs.ErrExist):
		s.Point("", "The thresholds file already exists: "+path)
	case err != nil:
		s.Point("", fmt.Sprintf("The thresholds could not be saved: %v", err))
	default:
		s.Point("", "Thresholds are in "+path+"; reload them after a change")
	}
}
