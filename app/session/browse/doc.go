// Package browse is what a dialog for files knows of them: how a typed path is read and completed
// (path.go), and what a folder contains (list.go), also as a table (content.go). It knows no
// toolkit.
package browse
