package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os/exec"
	"strings"
)

// found is the output of threadlens findings for a recording.
type found struct {
	scope string // whom it is about
	list  []finding
}

// findings runs the program to find something, as a user does.
func findings(ctx context.Context, threadlens, trace string) (*found, error) {
	text, err := exec.CommandContext(ctx, threadlens, "findings", "--quiet", "--format", "json", trace).Output()
	var failed *exec.ExitError
	if errors.As(err, &failed) {
		return nil, fmt.Errorf("threadlens findings: %w\n%s", err, tail(failed.Stderr))
	}
	if err != nil {
		return nil, err
	}
	return parseFindings(text)
}

// parseFindings reads the table, by the names of its columns.
func parseFindings(text []byte) (*found, error) {
	var table struct {
		Scope   string
		Columns []struct{ Name string }
		Rows    [][]any
	}
	if err := json.Unmarshal(text, &table); err != nil {
		return nil, fmt.Errorf("threadlens findings: %w", err)
	}
	f := &found{scope: table.Scope}
	for _, row := range table.Rows {
		var one finding
		words := map[string]*string{
			"severity": &one.severity, "rule": &one.rule, "pattern": &one.pattern, "finding": &one.sentence,
			"threads": &one.threads, "try": &one.try,
		}
		for i, column := range table.Columns {
			if i >= len(row) {
				break
			}
			switch value := row[i].(type) {
			case string:
				if to := words[column.Name]; to != nil {
					*to = strings.TrimSpace(value)
				}
			case float64:
				if column.Name == "cost_ns" {
					one.cost = value
				}
			}
		}
		if one.rule == "" || one.sentence == "" {
			return nil, fmt.Errorf("threadlens findings: a row without rule or sentence: %v", row)
		}
		f.list = append(f.list, one)
	}
	return f, nil
}
