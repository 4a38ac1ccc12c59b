package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	pathpkg "path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"threadlens/app/mutate/on"
)

// binary is the tests of a package, compiled with all mutants.
type binary struct {
	pkg, path, dir string
}

// test is one of its functions.
type test struct {
	*binary
	name string
	took time.Duration
}

// build compiles the tests of packages, if they can reach the mutants.
func (c *code) build(ctx context.Context, packages []string, ch *choice, procs int) ([]*binary, error) {
	overlay, err := c.overlay(ch.copies)
	if err != nil {
		return nil, err
	}
	var list []*binary
	args := []string{"test", "-c", "-vet=off", "-pgo=off", "-p", strconv.Itoa(procs), "-overlay", overlay, "-tags=" + c.tags, "-o"}
	for _, path := range packages {
		p := c.packages[path]
		if !c.testedBy(p, ch.mutated) {
			continue
		}
		// Tests may require the name that go test gives them.
		dir := filepath.Join(c.temp, "tests", strconv.Itoa(len(list)))
		if err := os.MkdirAll(dir, 0o755); err != nil {
			return nil, err
		}
		b := &binary{pkg: path, path: filepath.Join(dir, pathpkg.Base(path)+".test"), dir: p.Dir}
		cmd := c.command(ctx, slices.Concat(args, []string{b.path, path})...)
		if out, err := cmd.CombinedOutput(); err != nil {
			return nil, fmt.Errorf("%s with mutants: %w\n%s", path, err, out)
		}
		list = append(list, b)
	}
	return list, nil
}

// tests lists the tests and examples of a binary.
func (b *binary) tests(ctx context.Context) ([]*test, error) {
	cmd := exec.CommandContext(ctx, b.path, "-test.list", "^(Test|Example)")
	cmd.Dir = b.dir
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("%s: %w", b.pkg, failure(err))
	}
	var list []*test
	for _, name := range strings.Fields(string(out)) {
		list = append(list, &test{binary: b, name: name})
	}
	return list, nil
}

// errSlow means that tests exceeded their time limit.
var errSlow = errors.New("too slow")

// failed means that tests failed; it holds their output.
type failed struct{ output string }

func (f failed) Error() string { return "failed" }

// memoryLimit is how much of the address space a test may take: a mutant can make it allocate
// without end.
const memoryLimit = 12 << 30

// run runs tests of a binary with additional environment variables. It returns failed or errSlow
// accordingly. The tests time out by themselves at the limit, and are killed if that does not help.
func (b *binary) run(ctx context.Context, names []string, limit time.Duration, environment ...string) error {
	inner, cancel := context.WithTimeoutCause(ctx, limit+5*time.Second, errSlow)
	defer cancel()
	for i := range names {
		names[i] = regexp.QuoteMeta(names[i])
	}
	cmd := exec.CommandContext(inner, "sh", "-c", `ulimit -v "$0" && exec "$@"`, strconv.Itoa(memoryLimit>>10), b.path,
		"-test.run=^("+strings.Join(names, "|")+")$", "-test.failfast", "-test.timeout="+limit.String(), "-test.paniconexit0")
	cmd.Dir = b.dir
	cmd.Env = append(cmd.Environ(), environment...)
	cmd.WaitDelay = time.Second // for processes that the tests left running
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &out
	err := cmd.Run()
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case inner.Err() != nil, strings.Contains(out.String(), "panic: test timed out after "):
		return errSlow
	case err == nil || errors.Is(err, exec.ErrWaitDelay):
		return nil
	case cmd.ProcessState == nil:
		return err
	}
	return failed{out.String()}
}

// reach runs a test alone without mutants, and returns the numbers of the mutants that it reaches.
func (t *test) reach(ctx context.Context, file string, limit time.Duration) ([]int, error) {
	// A test can continue as a user without rights, who writes to the same file.
	if err := errors.Join(os.WriteFile(file, nil, 0o600), os.Chmod(file, 0o666)); err != nil {
		return nil, err
	}
	begin := time.Now()
	if err := t.run(ctx, []string{t.name}, limit, on.Reached+"="+file); err != nil {
		return nil, err
	}
	t.took = time.Since(begin)
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	seen := map[int]bool{} // a test can start several processes
	var ids []int
	for _, line := range strings.Fields(string(text)) {
		id, err := strconv.Atoi(line)
		if err != nil {
			return nil, err
		}
		if !seen[id] {
			seen[id], ids = true, append(ids, id)
		}
	}
	return ids, os.Remove(file)
}

// parallel calls work with each of the items, procs at a time, until one returns an
// error.
func parallel[T any](ctx context.Context, procs int, items []T, work func(ctx context.Context, i int, item T) error) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	next := make(chan int)
	var group sync.WaitGroup
	for range procs {
		group.Go(func() {
			for i := range next {
				if err := work(ctx, i, items[i]); err != nil {
					cancel(err)
				}
			}
		})
	}
	for i := range items {
		select {
		case next <- i:
		case <-ctx.Done():
		}
	}
	close(next)
	group.Wait()
	return context.Cause(ctx)
}
