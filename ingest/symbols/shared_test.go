package symbols_test

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"sort"
	"strconv"
	"strings"
	"testing"

	"threadlens/ingest"
	"threadlens/ingest/internal/recorded"
	"threadlens/ingest/symbols"
	"threadlens/model"
)

// listed is a function as nm or kallsyms lists it; aliases have one address.
type listed struct {
	start uint64
	name  string
}

// readListed reads lines of address, kind and name, functions alone.
func readListed(t *testing.T, data []byte) (list []listed) {
	t.Helper()
	lines := bufio.NewScanner(bytes.NewReader(data))
	for lines.Scan() {
		f := strings.Fields(lines.Text())
		if len(f) < 3 || !strings.Contains("tTwWi", f[1]) {
			continue
		}
		addr, err := strconv.ParseUint(f[0], 16, 64)
		if err != nil {
			t.Fatal(lines.Text(), err)
		}
		list = append(list, listed{addr, f[2]})
	}
	slices.SortStableFunc(list, func(a, b listed) int {
		if a.start < b.start {
			return -1
		} else if a.start > b.start {
			return 1
		}
		return 0
	})
	return list
}

// at are the names of the functions before an address.
func at(list []listed, addr uint64) (names []string) {
	i := sort.Search(len(list), func(i int) bool { return list[i].start > addr }) - 1
	for k := i; k >= 0 && list[k].start == list[i].start; k-- {
		name, _, _ := strings.Cut(list[k].name, "@")
		names = append(names, name)
	}
	return names
}

// TestShared resolves the recorded traces with the binaries and kernel symbols next to them: at
// least 95 % of the frames of the workloads and of the kernel get names, the same as in nm's and
// the kernel's own list.
func TestShared(t *testing.T) {
	dir := recorded.Path(t, "linux")
	bin, kallsyms := filepath.Join(dir, "workloads", "bin"), filepath.Join(dir, "workloads", "kallsyms.gz")
	truth := map[string][]listed{"kernel": readListed(t, unzipped(t, kallsyms))}
	if _, err := exec.LookPath("nm"); err != nil {
		t.Skip("only nm knows the functions of the workloads: ", err)
	}
	for _, name := range []string{"mutex_contend", "pingpong", "prodcons", "states", "soak"} {
		out, err := exec.Command("nm", "--defined-only", filepath.Join(bin, name)).Output()
		if err != nil {
			t.Fatalf("nm of %s: %v", name, err)
		}
		truth[name] = readListed(t, out)
	}
	for name, modules := range map[string][]string{ // in whose stacks they are
		"mutex_busy_g_futex":             {"kernel", "mutex_contend", "soak"},
		"brokenchain_mutex_busy_g_futex": {"kernel", "mutex_contend"},
		"diskio_block_g":                 {"kernel", "soak"},
		"prodcons_zstd_g":                {"kernel", "prodcons", "soak"},
		"states_full":                    {"kernel", "states", "soak"},
		"pingpong_cross":                 {"kernel", "pingpong", "soak"},
	} {
		tr, err := ingest.Load(context.Background(), filepath.Join(dir, "perf", name+".perf.data"), ingest.Options{})
		if err != nil {
			t.Fatal(err)
		}
		before := tr.Tables.Stacks.Len()
		named, err := symbols.Resolve(context.Background(), tr, symbols.Options{Paths: []string{bin, kallsyms}})
		if err != nil {
			t.Fatal(err)
		}
		if named.Tables.Stacks.Len() != before || &named.Threads[0] != &tr.Threads[0] {
			t.Errorf("%s: the named trace has other stacks or threads", name)
		}
		for module, list := range truth {
			all, got := compare(t, tr, named, module, list)
			if got*100 < all*95 || all > 0 != slices.Contains(modules, module) {
				t.Errorf("%s: %s: %d of %d frames have names", name, module, got, all)
			}
		}
	}
}

// compare counts the frames of a module and those with a name, and checks the names by the former
// frames. The workloads' files have their code at the offsets of their symbols.
func compare(t *testing.T, before, tr *model.Trace, module string, truth []listed) (all, named int) {
	t.Helper()
	stacks := &tr.Tables.Stacks
	called := map[model.StackID]bool{}
	for id := model.StackID(1); int(id) <= stacks.Len(); id++ {
		caller, f := stacks.Node(id)
		if _, by := stacks.Node(caller); by.Kernel == f.Kernel {
			called[caller] = true
		}
	}
	for id := model.StackID(1); int(id) <= stacks.Len(); id++ {
		_, f := stacks.Node(id)
		if tr.String(f.Module) != module {
			continue
		}
		if all++; !symbols.Named(tr, f) {
			continue
		}
		named++
		addr := f.Addr
		if _, was := before.Tables.Stacks.Node(id); was.Name != model.NoString {
			addr, _ = strconv.ParseUint(strings.TrimPrefix(before.String(was.Name), "+0x"), 16, 64)
		}
		if called[id] {
			addr--
		}
		if name := tr.String(f.Name); !slices.Contains(at(truth, addr), name) {
			t.Errorf("%s at %#x is %s, not one of %v", module, addr, name, at(truth, addr))
		}
	}
	return all, named
}

func unzipped(t *testing.T, path string) []byte {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if _, err := b.ReadFrom(z); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}
