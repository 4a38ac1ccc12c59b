// Package recorded provides tests with the recorded traces, which are not part of the repository:
// the folder that $THREADLENS_TRACES names, otherwise shared/traces next to the repository, with
// subfolders etl and linux. Only tests import it.
package recorded

import (
	"archive/zip"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"testing"
)

// Dir is the folder of the recorded traces, and whether it exists: for fuzz targets, which can do
// without. Tests use Path.
func Dir() (string, bool) {
	dir := os.Getenv("THREADLENS_TRACES")
	if dir == "" {
		dir = filepath.Join(root(), "..", "shared", "traces")
	}
	_, err := os.Stat(dir)
	return dir, err == nil
}

// root is the folder of the repository, the one with go.mod at or above the
// working directory, which for a test is the folder of its package.
func root() string {
	dir, err := os.Getwd()
	for err == nil && dir != filepath.Dir(dir) {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			break
		}
		dir = filepath.Dir(dir)
	}
	return dir
}

// Path is the path of a recorded trace, or of a folder of them, below the folder of the recorded
// traces; the test is skipped where it is missing.
func Path(tb testing.TB, elem ...string) string {
	tb.Helper()
	dir, _ := Dir()
	name := filepath.Join(append([]string{dir}, elem...)...)
	if _, err := os.Stat(name); err != nil {
		tb.Skipf("nothing recorded at %s: set THREADLENS_TRACES to the folder of the recorded traces", name)
	}
	return name
}

// ETL reads a recorded Windows trace by its name below etl, unpacked if it is alone in a zip
// archive. The test is skipped where it is missing.
func ETL(tb testing.TB, name string) []byte {
	tb.Helper()
	files := ETLs(tb, name)
	if len(files) != 1 {
		tb.Fatalf("%d ETL files in %s, not one", len(files), name)
	}
	for _, data := range files {
		return data
	}
	return nil
}

// ETLs is ETL for an archive of several files, by their names without folders.
func ETLs(tb testing.TB, name string) map[string][]byte {
	tb.Helper()
	file := Path(tb, "etl", name)
	if filepath.Ext(name) != ".zip" {
		data, err := os.ReadFile(file)
		if err != nil {
			tb.Fatal(err)
		}
		return map[string][]byte{name: data}
	}
	z, err := zip.OpenReader(file)
	if err != nil {
		tb.Fatal(err)
	}
	defer z.Close()
	files := map[string][]byte{}
	for _, f := range z.File {
		if path.Ext(f.Name) == ".etl" {
			if files[path.Base(f.Name)], err = fs.ReadFile(z, f.Name); err != nil {
				tb.Fatal(err)
			}
		}
	}
	return files
}
