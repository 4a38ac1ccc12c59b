package command_test

import (
	"context"
	"image/png"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"threadlens/model/report"
)

// TestDemo: the demo writes its index, a table of every report and four pictures, reports where,
// and does not write into a folder that has files.
func TestDemo(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "some", "demo")
	out, errOut, code := run(context.Background(), "demo", "-o", dir)
	if code != 0 || errOut != "" || !strings.Contains(out, dir) {
		t.Fatalf("exit %d, stdout %q, stderr %q", code, out, errOut)
	}
	want := []string{"index.txt", "threads-light.png", "threads-dark.png", "utilization-light.png", "utilization-dark.png"}
	for _, a := range report.List() {
		want = append(want, a.Name+".csv")
	}
	want = append(want, "findings.csv")
	slices.Sort(want)
	if got := files(t, dir); !slices.Equal(got, want) {
		t.Errorf("the folder holds %v, want %v", got, want)
	}
	for _, name := range want {
		if filepath.Ext(name) == ".png" {
			checkPicture(t, filepath.Join(dir, name))
		}
	}
	index, err := os.ReadFile(filepath.Join(dir, "index.txt"))
	if err != nil || !strings.Contains(string(index), "perf.data") || !strings.Contains(string(index), "CPU scheduling summary") {
		t.Errorf("the index is %.200q (%v)", index, err)
	}
	_, errOut, code = run(context.Background(), "demo", "-o", dir)
	if code != 1 || !strings.Contains(errOut, "--force") {
		t.Errorf("a second time: exit %d, %q", code, errOut)
	}
	if _, errOut, code = run(context.Background(), "demo", "-o", dir, "--force"); code != 0 {
		t.Errorf("with --force: exit %d, %q", code, errOut)
	}
	if got := files(t, dir); !slices.Equal(got, want) {
		t.Errorf("after --force the folder holds %v", got)
	}
}

func files(t *testing.T, dir string) []string {
	t.Helper()
	list, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, f := range list {
		names = append(names, f.Name())
	}
	return names
}

func checkPicture(t *testing.T, path string) {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	img, err := png.DecodeConfig(f)
	if err != nil || img.Width != 1600 || img.Height < 400 {
		t.Errorf("%s is %d × %d: %v", path, img.Width, img.Height, err)
	}
}
