package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"threadlens/app/session"
	"threadlens/app/zoo/observer"
	"threadlens/ingest"
	"threadlens/model"
)

// runDebian records Debian programs with threadlens while a second observer records all their
// system calls, and compares the two.
func runDebian(ctx context.Context, o *options, out, progress io.Writer) error {
	scripts, err := filepath.Glob(filepath.Join(o.scripts, "*.sh"))
	if err != nil {
		return err
	}
	if o.only != "" {
		only := strings.Split(o.only, ",")
		scripts = slices.DeleteFunc(scripts, func(s string) bool {
			return !slices.ContainsFunc(only, func(word string) bool { return strings.Contains(filepath.Base(s), word) })
		})
	}
	if len(scripts) == 0 {
		return fmt.Errorf("%s: no such program", o.scripts)
	}
	dir, done, err := o.folder()
	if err != nil {
		return err
	}
	defer done()
	var list observations
	for _, script := range scripts {
		name := strings.TrimSuffix(filepath.Base(script), ".sh")
		all := newObservation(name)
		for round := range o.rounds {
			fmt.Fprintf(progress, "\r\033[Kzoo: %s, %d of %d", name, round+1, o.rounds)
			one, err := o.observe(ctx, script, filepath.Join(dir, fmt.Sprintf("%s.%d", name, round+1)))
			if ctx.Err() != nil {
				return ctx.Err()
			}
			if err != nil {
				all.strange = append(all.strange, fmt.Sprintf("%s, round %d: %v", name, round+1, err))
				continue
			}
			all.add(one)
		}
		list = append(list, all)
	}
	fmt.Fprint(progress, "\r\033[K")
	return list.write(out)
}

// observe records a Debian program once and judges the recording.
func (o *options) observe(ctx context.Context, script, base string) (*observation, error) {
	files := observedFiles{trace: base + ".perf.data", calls: base + ".calls.data", sights: base + ".fds"}
	if !o.again {
		if err := files.record(ctx, o.threadlens, script); err != nil {
			return nil, err
		}
	}
	one, err := files.judge(ctx, strings.TrimSuffix(filepath.Base(script), ".sh"))
	if o.keep == "" {
		err = errors.Join(err, os.Remove(files.trace), os.Remove(files.calls), os.Remove(files.sights))
	}
	return one, err
}

// observedFiles are the files of one recording: the trace, and what the second observer saw of
// calls and descriptors.
type observedFiles struct{ trace, calls, sights string }

// lookEvery is how often descriptors are sampled.
const lookEvery = 20 * time.Millisecond

// userAddresses selects page faults of the kernel in the memory of a program. It is not the
// software event of major faults: the kernel (6.18) gives two recorders of that the same id.
const userAddresses = "address < 0x800000000000"

// record runs a script under both recorders. Its preparation is not recorded.
func (f *observedFiles) record(ctx context.Context, threadlens, script string) error {
	work, err := os.MkdirTemp("", "zoo-debian")
	if err != nil {
		return err
	}
	defer os.RemoveAll(work)
	if err := os.Chmod(work, 0o777); err != nil { // some servers do not run as root
		return err
	}
	paths := [...]string{threadlens, script, f.trace, f.calls}
	for i := range paths {
		if paths[i], err = filepath.Abs(paths[i]); err != nil {
			return err
		}
	}
	ctx, cancel := context.WithTimeout(ctx, longest)
	defer cancel()
	command := func(words ...string) *exec.Cmd {
		c := exec.CommandContext(ctx, words[0], words[1:]...)
		c.Dir = work
		c.WaitDelay = time.Second
		apart(c)
		return c
	}
	if text, err := command("sh", paths[1], "prepare").CombinedOutput(); err != nil {
		return fmt.Errorf("%s prepare: %w\n%s", script, err, text)
	}
	// perf is the outer one: it sees everything under the inner one. Without build ids (-B): perf
	// fails if a program that ran no longer exists.
	c := command("perf", "record", "-q", "-a", "-B", "-k", monotonic, "-m", "32M", "-c", "1", "-e", "raw_syscalls:sys_enter",
		"-e", "raw_syscalls:sys_exit", "-e", "exceptions:page_fault_kernel", "--filter", userAddresses, "-o", paths[3], "--",
		paths[0], "record", "--quiet", "--force", "-o", paths[2], "--", "sh", paths[1], "run")
	var text strings.Builder
	c.Stdout, c.Stderr = &text, &text
	if err := c.Start(); err != nil {
		return err
	}
	looking, stop := context.WithCancel(ctx)
	seen := make(chan []observer.Sight)
	go func() { seen <- observer.Look(looking, c.Process.Pid, lookEvery) }()
	err = c.Wait()
	stop()
	list := <-seen
	if err != nil {
		return fmt.Errorf("%s: %w\n%s", script, err, text.String())
	}
	return writeSights(f.sights, list)
}

func writeSights(path string, list []observer.Sight) error {
	w, err := os.Create(path)
	if err != nil {
		return err
	}
	return errors.Join(observer.WriteSights(w, list), w.Close())
}

// log reads what the second observer saw.
func (f *observedFiles) log(ctx context.Context) (*observer.Log, error) {
	c := exec.CommandContext(ctx, "perf", "script", "-i", f.calls, "--ns", "-F", "pid,tid,cpu,time,event,trace", "--show-lost-events")
	pipe, err := c.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := c.Start(); err != nil {
		return nil, err
	}
	l, err := observer.Read(pipe)
	if err != nil {
		return nil, errors.Join(err, c.Cancel(), c.Wait())
	}
	if err := c.Wait(); err != nil {
		return nil, fmt.Errorf("perf script: %w", err)
	}
	sights, err := os.Open(f.sights)
	if err != nil {
		return nil, err
	}
	defer sights.Close()
	return l, l.ReadSights(sights)
}

// judge compares what Threadlens shows of a recording with what the observer saw.
func (f *observedFiles) judge(ctx context.Context, name string) (*observation, error) {
	l, err := f.log(ctx)
	if err != nil {
		return nil, err
	}
	t, err := ingest.Load(ctx, f.trace, ingest.Options{})
	if err != nil {
		return nil, err
	}
	if t, err = session.FindNames(ctx, t, nil); err != nil {
		return nil, err
	}
	var known *model.Trace
	known, _ = session.Classify(t, "") // errors are impossible without the user's rules
	if c := known.Info.Clock.Name; c != monotonic {
		return nil, fmt.Errorf("%s has times of %s, not of %s", f.trace, c, monotonic)
	}
	o := newObservation(name)
	info, err := os.Stat(f.trace)
	if err != nil {
		return nil, err
	}
	o.recordings, o.bytes, o.length, o.lost, o.gaps = 1, info.Size(), known.Whole().Len(), l.Lost, len(known.Losses)
	for _, e := range known.Info.SourceEvents {
		o.events += e.Count
	}
	o.compare(known, l)
	return o, nil
}
