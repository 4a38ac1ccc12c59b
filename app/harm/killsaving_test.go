//go:build linux

package harm

import (
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"threadlens/app/session/keep"
)

// savesIn is the environment variable with the folder in which this test program is to save
// settings until it is killed.
const savesIn = "THREADLENS_SAVES_IN"

// saveForever saves one set of settings after another. File 3 ends when it begins.
func saveForever(dir string) {
	os.NewFile(3, "begun").Close()
	for i := 0; ; i++ {
		if err := settings(i).Save(dir); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
	}
}

// settings are settings from which it shows whether they are complete.
func settings(i int) keep.Settings {
	const lengths = 100
	s := keep.DefaultSettings()
	s.TextSize = keep.TextSizeMin + i%lengths
	s.LastFolder = strings.Repeat(fmt.Sprint("/", s.TextSize), 1000+s.TextSize)
	return s
}

// TestKilledSaving: a program that is killed while it saves settings leaves the old ones
// or the new ones.
func TestKilledSaving(t *testing.T) {
	const longest = 100 * time.Millisecond
	kills := setting(t, "THREADLENS_KILLS", 12)
	p := newPlace(t)
	dir := p.path("home")
	random := rand.New(rand.NewPCG(1, 1))
	seen, some := map[int]bool{}, 0
	if err := settings(0).Save(dir); err != nil {
		t.Fatal(err)
	}
	for k := 0; k < kills || len(seen) < 2 && k < 10*kills; k++ { // a busy disk saves little in that time
		cmd := exec.Command(os.Args[0])
		cmd.Env = append(os.Environ(), savesIn+"="+dir)
		begun, write, err := os.Pipe()
		if err != nil {
			t.Fatal(err)
		}
		cmd.ExtraFiles = []*os.File{write}
		got := run(t, cmd, func() {
			write.Close()
			if _, err := begun.Read(make([]byte, 1)); err != io.EOF {
				t.Errorf("waiting for the program: %v", err)
			}
			begun.Close()
			time.Sleep(time.Duration(random.Int64N(int64(longest))))
			cmd.Process.Kill()
		})
		if got.code != -1 {
			t.Fatalf("exit %d: %s", got.code, got.errOut)
		}
		s, err := keep.LoadSettings(dir)
		if want := settings(s.TextSize - keep.TextSizeMin); err != nil || s.LastFolder != want.LastFolder {
			t.Fatalf("%v: the settings are neither the old ones nor the new ones", err)
		}
		seen[s.TextSize] = true
		for name := range p.files() {
			if name != "home/settings.json" {
				if !strings.HasSuffix(name, ".tmp") {
					t.Errorf("%s is left", name)
				}
				some++
				p.remove(name)
			}
		}
	}
	if len(seen) < 2 {
		t.Errorf("only settings %v were seen", seen)
	}
	t.Logf("%d kills left %d different settings, and an unfinished file %d times", kills, len(seen), some)
}
