// Package report puts what a trace shows into tables.
//
// A Report is a name and a pure function of a model.Trace and a Scope. Its result is a
// Table of plain typed values, which the writers of app/export turn into text, CSV or JSON
// and which a window shows as a grid. The numbers are those of model/measure.
//
// Read on in this order:
//
//   - table.go: what a result looks like;
//   - report.go and list.go: all reports, by topic;
//   - any report, with the definition that it implements.
//
// A new report is one file here and one line in List.
package report
