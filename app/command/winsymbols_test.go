package command_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"threadlens/ingest/etl/etltest"
)

// sampleDate and sampleGUID are those of ingest/symbols/testdata/sample64.dll, sampleStore is where
// a symbol server would have its symbol file.
const (
	sampleDate  = 0x1834F184
	sampleStore = "sample64.pdb/9E4A0FB4770E157F4C4C44205044422E1/sample64.pdb"
)

var sampleGUID = etltest.GUID{0xb4, 0x0f, 0x4a, 0x9e, 0x0e, 0x77, 0x7f, 0x15, 0x4c, 0x4c, 0x44, 0x20, 0x50, 0x44, 0x42, 0x2e}

// sleepyETL writes a trace in which a thread of app.exe sleeps: exported called hidden, which
// called SleepEx in KernelBase.dll. Both are of one build, so that one file has the symbols of
// both.
func sleepyETL(t *testing.T) string {
	t.Helper()
	const app, base, size, pid, tid = 0x7ff600000000, 0x7ffa00000000, 0x5000, 100, 10
	var file etltest.Memory
	cfg := etltest.Config{CPUs: 1}
	w, err := etltest.NewWriter(&file, cfg)
	if err != nil {
		t.Fatal(err)
	}
	m, start := cfg.Maker(etltest.StyleNative), w.Config().Start
	put := func(at int64, r etltest.Record) {
		r.Time = start + at
		if err := w.Put(0, r); err != nil {
			t.Fatal(err)
		}
	}
	put(0, m.Process(0, etltest.LifeDCStart, 4, etltest.Process{PID: pid, Image: "app.exe"}))
	put(0, m.Thread(0, etltest.LifeDCStart, 3, etltest.Thread{PID: pid, TID: tid}))
	for i, path := range []string{`\Device\HarddiskVolume2\app\app.exe`, `\Device\HarddiskVolume2\Windows\System32\KernelBase.dll`} {
		im := etltest.Image{Base: []uint64{app, base}[i], Size: size, PID: pid, Stamp: sampleDate, Path: path}
		put(1, m.PDB(0, im.Base, pid, sampleGUID, 1, "sample64.pdb"))
		put(1, m.Image(0, etltest.LifeDCStart, 3, im))
	}
	const waiting, byUser = 5, 6
	for at := int64(1000); at < 20_000; at += 10_000 {
		put(at, m.CSwitch(0, 4, etltest.CSwitch{Old: 0, New: tid}))
		put(at, m.StackWalk(0, start+at, pid, tid, base+0x1102, app+0x10bb, app+0x1085))
		put(at+5000, m.CSwitch(0, 4, etltest.CSwitch{Old: tid, New: 0, State: waiting, Reason: byUser}))
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "sleepy.etl")
	if err := os.WriteFile(path, file.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// writeSymbols puts the symbol file where a debugger's cache has it.
func writeSymbols(t *testing.T, dir string) {
	t.Helper()
	packed, err := os.ReadFile(filepath.Join("..", "..", "ingest", "symbols", "testdata", "sample64.pdb.gz"))
	if err != nil {
		t.Fatal(err)
	}
	z, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		t.Fatal(err)
	}
	data, err := io.ReadAll(z)
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(dir, filepath.FromSlash(sampleStore))
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, data, 0o600); err != nil {
		t.Fatal(err)
	}
}

// TestWindowsSymbols: a debugger's cache, which the environment names, has the names of the
// functions; they show that the thread slept, which the reason of the wait does not. Without it the
// report names the missing file.
func TestWindowsSymbols(t *testing.T) {
	file, cache := sleepyETL(t), t.TempDir()
	t.Setenv("_NT_ALT_SYMBOL_PATH", "")
	report := func(verb string) string {
		out, errOut, code := run(context.Background(), append(strings.Fields(verb), file, "--quiet")...)
		if code != 0 {
			t.Fatalf("%s: exit %d, %s", verb, code, errOut)
		}
		return out
	}
	for _, found := range []bool{false, true} {
		t.Setenv("_NT_SYMBOL_PATH", "srv*"+cache+"*https://symbols.invalid/download")
		if found {
			writeSymbols(t, cache)
		}
		for verb, want := range map[string]string{
			"report blocking":             "SleepEx",
			"report symbols --format csv": "KernelBase.dll,1,1,100",
			"report waits --format csv":   "Sleep,Timed,,,,,,,KernelBase.dll!SleepEx;app.exe!hidden;app.exe!exported,stack,5000,0,no-wake,,,win-sleep,",
		} {
			if got := report(verb); strings.Contains(got, want) != found {
				t.Errorf("%s, symbols %v: %q should be in it with symbols alone\n%s", verb, found, want, got)
			}
		}
		if got := report("info"); strings.Contains(got, "3 of 3 stack frames are unresolved; threadlens report symbols FILE lists what is missing. "+
			"Missing files that a symbol server may have: 1; threadlens symbols FILE lists them.") == found {
			t.Errorf("symbols %v\n%s", found, got)
		}
		if got := report("report symbols --columns missing"); strings.Contains(got, sampleStore) == found {
			t.Errorf("symbols %v\n%s", found, got)
		}
	}
}

// TestDownload: a server is contacted only when the user names it, and its files name the functions
// from then on.
func TestDownload(t *testing.T) {
	file, folder, cache := sleepyETL(t), t.TempDir(), t.TempDir()
	t.Setenv("_NT_SYMBOL_PATH", "")
	t.Setenv("_NT_ALT_SYMBOL_PATH", "")
	writeSymbols(t, cache)
	asked := 0
	web := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked++
		http.FileServer(http.Dir(cache)).ServeHTTP(w, r)
	}))
	defer web.Close()
	for _, c := range []struct {
		args  string
		code  int
		want  string
		asked int
	}{
		{"", 0, sampleStore + "\n", 0},
		{"--folder " + folder, 2, "--folder needs --download", 0},
		{"--download http://symbols.invalid", 1, "https only", 0},
		{"--download " + web.URL + "/elsewhere --folder " + folder, 0, "the symbol server does not have the file\n0 of 1 files", 1},
		{"--download " + web.URL + " --folder " + file, 1, "threadlens: sample64.pdb: mkdir " + file, 2},
		{"--download " + web.URL + " --folder " + folder, 0, " bytes\n1 of 1 files downloaded", 3},
		{"--download " + web.URL + " --symbols " + folder, 0, "There are no missing files that a symbol server might have", 3},
	} {
		out, errOut, code := run(context.Background(), append([]string{"symbols", file, "--quiet"}, strings.Fields(c.args)...)...)
		if code != c.code || !strings.Contains(out+errOut, c.want) || asked != c.asked {
			t.Errorf("%s: exit %d, asked %d times\n%s%s", c.args, code, asked, out, errOut)
		}
	}
	web.Close()
	out, errOut, code := run(context.Background(), "symbols", file, "--quiet", "--download", web.URL, "--folder", t.TempDir())
	if code != 1 || !strings.Contains(errOut, "sample64.pdb: ") {
		t.Errorf("of a server that is gone: exit %d\n%s%s", code, out, errOut)
	}
}
