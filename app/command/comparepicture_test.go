package command

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestComparePicture: call trees are compared in a picture where the output is one, other figures are
// not.
func TestComparePicture(t *testing.T) {
	const a, b = "../../ingest/text/testdata/7a.tltxt", "../../ingest/text/testdata/7a.tltxt"
	out := filepath.Join(t.TempDir(), "d.svg")
	var errOut bytes.Buffer
	if code := Run(t.Context(), []string{"compare", a, b, "--tree", "blocking", "--all", "-o", out}, io.Discard, &errOut); code != 0 {
		t.Fatalf("exit %d: %s", code, errOut.String())
	}
	picture, err := os.ReadFile(out)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"<svg", "A: 7a.tltxt · B: 7a.tltxt", "Orange: larger share in B"} {
		if !strings.Contains(string(picture), want) {
			t.Errorf("the picture does not contain %q", want)
		}
	}
	errOut.Reset()
	if code := Run(t.Context(), []string{"compare", a, b, "-o", out + ".png"}, io.Discard, &errOut); code != 2 || !strings.Contains(errOut.String(), "add --tree and one of: execution, blocking, unblocking") {
		t.Errorf("exit %d: %s", code, errOut.String())
	}
}
