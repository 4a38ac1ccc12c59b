package command

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net"

	"threadlens/ingest"
	"threadlens/ingest/symbols"
	"threadlens/ingest/symbols/server"
	"threadlens/model"
	"threadlens/model/measure"
	"threadlens/model/report"
)

func setupSymbols(c *call) func() error {
	var address, folder, save string
	c.flags.StringVar(&address, "download", "", "download missing files from the symbol server at `URL`; without this flag, the network is not used")
	c.flags.StringVar(&folder, "folder", "", "save downloads in the folder `DIR`, to be used with --symbols DIR; default: Threadlens' own download folder, which is always searched")
	c.flags.StringVar(&save, "save", "", "write the known function names to `FILE`; a file app.etl.names next to the trace app.etl is read whenever that trace is opened, on any machine")
	c.flags.BoolVar(&c.output.force, "force", false, "overwrite the output file if it exists")
	c.symbols.declare(c.flags)
	c.common()
	return func() error {
		if c.output.path = save; save != "" {
			return c.saveNames()
		}
		path, err := c.oneFile(c.args)
		if err != nil {
			return err
		}
		if folder != "" && address == "" {
			return usagef("--folder needs --download")
		}
		t, err := c.load(path)
		if err != nil {
			return err
		}
		files := symbols.Wanted(t)
		if len(files) == 0 {
			return c.noneWanted(t)
		}
		if address == "" {
			return c.listWanted(files)
		}
		return c.download(files, address, folder)
	}
}

// noneWanted reports that a symbol server has nothing for a trace, and which names are missing all the
// same.
func (c *call) noneWanted(t *model.Trace) error {
	var all, named, kernel int64
	for _, m := range report.FramesByModule(t) {
		all, named = all+m.Frames, named+m.Named
		if m.Kernel {
			kernel += m.Frames - m.Named
		}
	}
	text := "There are no missing files that a symbol server might have."
	if all > named {
		text += fmt.Sprintf(" %s of %s have no function name; threadlens report symbols FILE lists what is missing.", measure.Count(all-named), measure.Plural(all, "frame", "frames"))
	}
	if kernel > 0 && t.Info.OS.Family == "linux" {
		text += fmt.Sprintf(" %s of the frames without names are kernel frames. To get their names, copy /proc/kallsyms as root on the recorded system before it restarts, and pass the copy with --symbols FILE.", measure.Count(kernel))
	}
	_, err := fmt.Fprintln(c.out, text)
	return err
}

// saveNames writes the names of functions that are known on this machine.
func (c *call) saveNames() error {
	path, err := c.oneFile(c.args)
	if err != nil {
		return err
	}
	t, err := ingest.Load(c.ctx, path, ingest.Options{})
	if err != nil {
		return err
	}
	named, err := c.named(t)
	if err != nil {
		return err
	}
	return c.output.write(c.ctx, c.out, func(w io.Writer) error { return symbols.Save(w, t, named) })
}

// listWanted lists files in the notation of symbol servers.
func (c *call) listWanted(files []symbols.File) error {
	for _, f := range files {
		if _, err := fmt.Fprintln(c.out, model.Clean(f.String())); err != nil {
			return err
		}
	}
	return nil
}

// download downloads files from a server. If it does not have a file, or has a different one, the
// others are still requested.
func (c *call) download(files []symbols.File, address, folder string) error {
	s, err := server.New(address)
	if err != nil {
		return fmt.Errorf("--download: %w", err)
	}
	if folder == "" {
		if folder, err = symbols.Downloads(); err != nil {
			return fmt.Errorf("no default folder for downloads was found: %w; specify one with --folder", err)
		}
	}
	came := 0
	for _, f := range files {
		size, err := s.Fetch(c.ctx, f.Name, f.ID, folder)
		switch {
		case c.ctx.Err() != nil:
			return c.ctx.Err()
		case failsAll(err):
			return fmt.Errorf("%s: %w", f.Name, err)
		}
		line := fmt.Sprintf("%d bytes", size)
		switch {
		case err != nil:
			line = err.Error()
		case size == 0:
			line = "already in the folder"
		default:
			came++
		}
		if _, err := fmt.Fprintf(c.out, "%s: %s\n", model.Clean(f.String()), model.Clean(line)); err != nil {
			return err
		}
	}
	_, err = fmt.Fprintf(c.out, "%d of %d files downloaded to %s\n", came, len(files), model.Clean(folder))
	return err
}

// failsAll reports whether an error affects all files: the server cannot be reached, or the folder
// cannot be written to.
func failsAll(err error) bool {
	var network net.Error
	var local *fs.PathError
	return errors.As(err, &network) || errors.As(err, &local) || errors.Is(err, server.ErrSilent)
}
