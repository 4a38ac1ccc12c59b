//go:build linux

package command

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// trialsWanted is the variable of the environment with the number of random splits of TestNullTrials.
const trialsWanted = "THREADLENS_TRIALS"

// manyCompared are the significant rows of a comparison of several recordings a side.
func manyCompared(t *testing.T, a, b []string) (significant []string) {
	t.Helper()
	args := slices.Clone(a)
	for _, path := range b {
		args = append(args, "--with", path)
	}
	for _, row := range comparedRows(t, args...) {
		if row["significant"] == "yes" {
			significant = append(significant, row["section"]+": "+row["name"])
		}
	}
	return significant
}

// TestNullTrials: of ten recordings of each of three workloads, random halves do not differ significantly but by
// the chance that the comparison admits, 5 %: in at most two of twenty splits. Run it with make check.
func TestNullTrials(t *testing.T) {
	trials, _ := strconv.Atoi(os.Getenv(trialsWanted))
	if trials == 0 {
		t.Skipf("records for minutes: set %s=20", trialsWanted)
	}
	program := compiled(t, "planted.c")
	for name, script := range map[string]string{
		"computing":    program,
		"lock":         program + " -l -w 6",
		"pipe of sort": "seq 200000 | sort -R --random-source=/bin/sh | sort -n | md5sum",
	} {
		t.Run(name, func(t *testing.T) {
			var list []string
			for range 10 {
				list = append(list, recorded(t, script, "--tree"))
			}
			rng, wrong := rand.New(rand.NewPCG(1, 2)), 0
			for range trials {
				rng.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
				if rows := manyCompared(t, list[:5], list[5:]); len(rows) > 0 {
					wrong++
					t.Logf("significant: %s", strings.Join(rows, "; "))
				}
			}
			t.Logf("%d of %d splits have a significant row", wrong, trials)
			if wrong*10 > trials {
				t.Errorf("%d of %d splits", wrong, trials)
			}
		})
	}
}

// TestCompareManyRecordings: five recordings a side of a program with one planted difference name it. Run it with
// make check.
func TestCompareManyRecordings(t *testing.T) {
	if os.Getenv(trialsWanted) == "" {
		t.Skipf("records ten times: set %s=20", trialsWanted)
	}
	program := compiled(t, "planted.c")
	var sides [2][]string
	for i, flags := range []string{"", " -s 10"} {
		for range 5 {
			sides[i] = append(sides[i], recorded(t, program+flags, "--tree"))
		}
	}
	rows := manyCompared(t, sides[0], sides[1])
	if len(rows) == 0 || rows[0] != "state: planted / worker-*: Sleep" {
		t.Errorf("significant are %q", rows)
	}
}

// TestCompareManyArgs: what is not one against one has at least two a side.
func TestCompareManyArgs(t *testing.T) {
	const file = "../../ingest/text/testdata/7a.tltxt"
	for _, x := range []struct {
		args []string
		code int
		want string
	}{
		{[]string{file, file}, ExitOK, "Two traces side by side"},
		{[]string{file, "--with", file}, ExitOK, "Two traces side by side"},
		{[]string{file, file, "--with", file, "--with", file}, ExitOK, "Several recordings side by side, 2 recordings (A) against 2 (B)"},
		{[]string{file, file, "--with", file}, ExitUsage, "not 2 and 1"},
		{[]string{file}, ExitUsage, "needs two trace files, not 1"},
		{[]string{"--with", file, "--with", file}, ExitUsage, "not 0 and 2"},
		{[]string{file, file, file}, ExitUsage, "needs two trace files, not 3"},
	} {
		var out, errOut bytes.Buffer
		code := Run(context.Background(), append([]string{"compare"}, x.args...), &out, &errOut)
		if text := fmt.Sprint(&out, &errOut); code != x.code || !strings.Contains(text, x.want) {
			t.Errorf("%v: exit %d: %.300s", x.args, code, text)
		}
	}
}
