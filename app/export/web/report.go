package web

import (
	"bufio"
	"context"
	"crypto/sha256"
	_ "embed" // of the page
	"encoding/base64"
	"fmt"
	"html/template"
	"io"
	"path/filepath"
	"sync"

	"threadlens/app/export"
	"threadlens/model"
)

//go:embed page.tmpl
var pageTemplate string

//go:embed page.css
var style string

//go:embed page.js
var script string

// parsed is the template, which only those who export a page wait for.
var parsed = sync.OnceValue(func() *template.Template { return template.Must(template.New("page").Parse(pageTemplate)) })

// Write writes the page: the same bytes each time. It ends with the context's error when that is
// cancelled, and fails when the scope is invalid for the trace, and with the error of w.
func (r *Report) Write(ctx context.Context, w io.Writer) error {
	s, err := r.Scope.In(r.Trace)
	if err != nil {
		return err
	}
	b := builder{Report: r, ctx: ctx, scope: s}
	css := style + colours(r.Safe)
	p := page{
		Policy: policy(css), CSS: template.CSS(css), JS: template.JS(script),
		Title: model.CleanName(filepath.Base(r.Trace.Info.File)), Health: export.HealthNote(r.Trace),
	}
	for _, part := range []func(*page) error{b.findings, b.facts, b.timeline, b.cards, b.utilization, b.tables} {
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := part(&p); err != nil {
			return err
		}
	}
	out := bufio.NewWriterSize(w, 64<<10)
	if err := parsed().Execute(out, &p); err != nil {
		return fmt.Errorf("writing the page: %w", err)
	}
	return out.Flush()
}

// policy allows the page its own style and script, and the pictures in it.
func policy(css string) string {
	hash := func(s string) string {
		sum := sha256.Sum256([]byte(s))
		return "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
	}
	return "default-src 'none'; img-src data:; style-src " + hash(css) + "; script-src " + hash(script) + "; base-uri 'none'; form-action 'none'"
}
