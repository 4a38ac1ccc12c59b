// Package recording records traces from within the window.
//
// recordform.go and recordsubject.go ask what to record, recordrun.go follows a recording,
// recordstrip.go shows one whose dialog is hidden, and livepage.go is the live monitor.
package recording
