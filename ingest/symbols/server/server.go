package server

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
	"unicode"

	"threadlens/ingest/save"
	"threadlens/ingest/symbols/pdb"
)

// Server is a symbol server.
type Server struct {
	base *url.URL
	http *http.Client
	// patience is how long the server may be silent.
	patience time.Duration
}

// ErrAbsent is the error for a file that a server does not have.
var ErrAbsent = errors.New("the symbol server does not have the file")

// Bounds on a server's response.
const (
	maxFile      = 4 << 30 // bytes
	maxRedirects = 5
	patience     = 60 * time.Second
)

// New is the server at an address: https, or http on this machine.
func New(address string) (*Server, error) {
	base, err := url.Parse(address)
	if err != nil || base.Host == "" {
		return nil, fmt.Errorf("%q is not a server address: it must begin with https://", address)
	}
	if err := allowed(base); err != nil {
		return nil, err
	}
	s := &Server{base: base, patience: patience}
	s.http = &http.Client{CheckRedirect: func(r *http.Request, via []*http.Request) error {
		if len(via) > maxRedirects {
			return errors.New("the server redirects too many times")
		}
		return allowed(r.URL)
	}}
	return s, nil
}

// allowed returns why an address must not be used: others could read and change unencrypted
// traffic.
func allowed(u *url.URL) error {
	ip := net.ParseIP(u.Hostname())
	if u.Scheme == "https" || u.Scheme == "http" && (u.Hostname() == "localhost" || ip != nil && ip.IsLoopback()) {
		return nil
	}
	return fmt.Errorf("%s://%s: symbol servers are contacted over https only", u.Scheme, u.Host)
}

// Fetch downloads the symbol file with a name and an id, in the notation of symbol servers, to a
// folder with the same layout. It returns the size of the file, 0 if it was already there.
func (s *Server) Fetch(ctx context.Context, name, id, folder string) (size int64, err error) {
	if !sound(name) || !sound(id) {
		return 0, errors.New("the trace has an invalid name or id for this file")
	}
	dir := filepath.Join(folder, name, id)
	if _, err := os.Stat(filepath.Join(dir, name)); err == nil {
		return 0, nil
	}
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	watch := time.AfterFunc(s.patience, func() { cancel(ErrSilent) })
	defer watch.Stop()
	body, err := s.ask(ctx, name, id)
	if err != nil {
		return 0, cmp.Or(silence(ctx), err)
	}
	defer body.Close()
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return 0, err
	}
	defer removeEmpty(dir, filepath.Dir(dir))
	size, err = keep(&watched{body, watch, s.patience}, dir, name, id)
	return size, cmp.Or(silence(ctx), err)
}

// ErrSilent is the error for a server that sent nothing for a minute.
var ErrSilent = errors.New("the symbol server does not respond")

// silence is ErrSilent if the server was waited for too long.
func silence(ctx context.Context) error {
	if errors.Is(context.Cause(ctx), ErrSilent) {
		return ErrSilent
	}
	return nil
}

// sound reports whether a name, which comes from a trace, may be part of a path.
func sound(name string) bool {
	return name != "" && len(name) < 256 && !strings.HasPrefix(name, ".") && !strings.ContainsAny(name, `/\:*?"<>|`) &&
		!strings.ContainsFunc(name, unicode.IsControl)
}

// ask requests a file.
func (s *Server) ask(ctx context.Context, name, id string) (io.ReadCloser, error) {
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, s.base.JoinPath(url.PathEscape(name), id, url.PathEscape(name)).String(), nil)
	if err != nil {
		return nil, err
	}
	r.Header.Set("User-Agent", "threadlens")
	answer, err := s.http.Do(r)
	if err != nil {
		return nil, err
	}
	switch {
	case answer.StatusCode == http.StatusNotFound:
		err = ErrAbsent
	case answer.StatusCode != http.StatusOK:
		err = fmt.Errorf("the server responded %s", answer.Status)
	case answer.ContentLength > maxFile:
		err = errTooLarge
	default:
		return answer.Body, nil
	}
	answer.Body.Close()
	return nil, err
}

var errTooLarge = fmt.Errorf("the file is larger than the limit of %d GiB", maxFile>>30)

// keep writes the response to a file, and gives it its name once it is complete and the right one.
func keep(r io.Reader, dir, name, id string) (size int64, err error) {
	f, err := save.Create(filepath.Join(dir, name), save.Options{Force: true, Mode: save.Private})
	if err != nil {
		return 0, err
	}
	defer func() { err = errors.Join(err, f.Drop()) }() // does nothing with a complete file
	// Only through Write: its errors name the file; those of ReadFrom may be the server's.
	size, err = io.Copy(struct{ io.Writer }{f}, io.LimitReader(r, maxFile+1))
	switch {
	case err != nil:
		return 0, err
	case size > maxFile:
		return 0, errTooLarge
	}
	if err := check(f.File, size, id); err != nil {
		return 0, err
	}
	return size, f.Commit()
}

// check verifies that a file has the id.
func check(r io.ReaderAt, size int64, id string) error {
	head := make([]byte, 4)
	if n, _ := r.ReadAt(head, 0); n == 4 && string(head) == "MSCF" {
		return errors.New("the server sent a compressed file (a cabinet), which is not supported: download it with another program")
	}
	f, err := pdb.Open(r, size)
	if unread := (*fs.PathError)(nil); errors.As(err, &unread) {
		return err
	}
	if err != nil {
		return fmt.Errorf("the server's file %w", err)
	}
	if !slices.ContainsFunc(f.IDs, func(have string) bool { return strings.EqualFold(have, id) }) {
		return errors.New("the server's file is from another build")
	}
	return nil
}

// removeEmpty removes folders that are empty.
func removeEmpty(dirs ...string) {
	for _, d := range dirs {
		_ = os.Remove(d)
	}
}

// watched is a reader with a time limit.
type watched struct {
	io.Reader
	timer    *time.Timer
	patience time.Duration
}

func (w *watched) Read(b []byte) (int, error) {
	n, err := w.Reader.Read(b)
	w.timer.Reset(w.patience)
	return n, err
}
