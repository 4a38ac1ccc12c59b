package main

import (
	"bytes"
	"cmp"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// thirdParty is the file that names the third-party parts of the program, and their licences.
const thirdParty = "../THIRD_PARTY.md"

// TestThirdParty: THIRD_PARTY.md names all modules and fonts in the program, on any system, with or
// without the window, and their licences, as of their versions in go.mod. THREADLENS_UPDATE=1 in
// the environment rewrites the file.
func TestThirdParty(t *testing.T) {
	want := thirdPartyText(t)
	if os.Getenv("THREADLENS_UPDATE") != "" {
		if err := os.WriteFile(thirdParty, want, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	got, err := os.ReadFile(thirdParty)
	if err != nil {
		t.Fatal(err)
	}
	was, is := strings.Split(string(got), "\n"), strings.Split(string(want), "\n")
	for i := range max(len(was), len(is)) {
		if i >= len(was) || i >= len(is) || was[i] != is[i] {
			t.Fatalf("line %d of %s does not match what is linked; rewrite it: THREADLENS_UPDATE=1 go test -tags nogui -run TestThirdParty ./app", i+1, filepath.Base(thirdParty))
		}
	}
}

// part is third-party work in the program: a module, the standard library, or a font.
type part struct {
	name, version, folder string
	files                 []string // licences
}

// linked are the parts of the program on any system.
func linked(t *testing.T) []part {
	t.Helper()
	modules, packages := map[string]part{}, map[string][]string{} // by name: the module, the folders of its linked packages
	for _, system := range []string{"linux", "windows", "darwin"} {
		for _, tags := range []string{"", "nogui"} {
			cmd := exec.Command("go", "list", "-e", "-deps", "-pgo=off", "-tags="+tags, "-f",
				"{{with .Module}}{{if not .Main}}{{.Path}}\t{{.Version}}\t{{.Dir}}\t{{end}}{{end}}{{.Dir}}", "threadlens/app")
			cmd.Env = append(os.Environ(), "GOOS="+system, "GOARCH=amd64", "CGO_ENABLED=1")
			out, err := cmd.Output()
			if err != nil {
				t.Fatal(err)
			}
			for line := range strings.Lines(string(out)) {
				if f := strings.Split(strings.TrimSpace(line), "\t"); len(f) == 4 {
					modules[f[0]] = part{name: f[0], version: f[1], folder: f[2]}
					packages[f[0]] = append(packages[f[0]], f[3])
				}
			}
		}
	}
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		t.Fatal(err)
	}
	list := []part{
		{name: "the Go standard library and runtime", files: []string{filepath.Join(strings.TrimSpace(string(root)), "LICENSE")}},
		{name: "DejaVu Sans Mono (font)", files: []string{"../assets/fonts/LICENSE-DejaVu.txt"}},
		{name: "Noto Sans (font)", files: []string{"../assets/fonts/LICENSE-NotoSans.txt"}},
	}
	for _, name := range slices.Sorted(maps.Keys(modules)) {
		m := modules[name]
		m.files = licences(t, m.folder, packages[name])
		if len(m.files) == 0 {
			t.Errorf("module %s has no licence", name)
		}
		list = append(list, m)
	}
	return list
}

var licenceName = regexp.MustCompile(`(?i)^(licen[cs]e|copying|notice|unlicense|ftl)([-._].*)?$`)

// licences are a module's licence files that apply to its linked packages: in their folders and
// those above, and in folders of other things that belong to one.
func licences(t *testing.T, root string, packages []string) (files []string) {
	t.Helper()
	err := filepath.WalkDir(root, func(file string, d fs.DirEntry, err error) error {
		switch dir := filepath.Dir(file); {
		case err != nil:
			return err
		case d.IsDir() && d.Name() == "testdata":
			return fs.SkipDir
		case !d.IsDir() && licenceName.MatchString(d.Name()) && filepath.Ext(file) != ".go" && covers(dir, packages):
			files = append(files, file)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// covers reports whether a folder's licence applies to any of some packages: not where it is for
// code that is not linked.
func covers(dir string, packages []string) bool {
	if slices.ContainsFunc(packages, func(p string) bool { return p == dir || strings.HasPrefix(p, dir+string(filepath.Separator)) }) {
		return true
	}
	code, err := filepath.Glob(filepath.Join(dir, "*.go"))
	return err == nil && len(code) == 0 && covers(filepath.Dir(dir), packages)
}

// kinds recognise licences by words that only they contain.
var kinds = []struct{ name, words string }{
	{"Apache-2.0", "Apache License Version 2.0"},
	{"MPL-2.0", "Mozilla Public License"},
	{"OFL-1.1", "SIL OPEN FONT LICENSE"},
	{"Bitstream-Vera", "Bitstream Vera Fonts Copyright"},
	{"FTL", "FreeType Project LICENSE"},
	{"BSD-3-Clause", "endorse or promote products derived from this software without"},
	{"BSD-2-Clause", "Redistribution and use in source and binary forms"},
	{"MIT", "Permission is hereby granted, free of charge"},
	{"ISC", "Permission to use, copy, modify, and"},
	{"Zlib", "without any express or implied warranty"},
	{"Unlicense", "free and unencumbered software released into the public domain"},
	{"CC-BY-4.0", "Attribution 4.0 International"},
}

// kindOf names a licence, "" for text that is not one by itself.
func kindOf(text string) string {
	flat := strings.Join(strings.Fields(text), " ")
	for _, k := range kinds {
		if strings.Contains(strings.ToLower(flat), strings.ToLower(k.words)) {
			return k.name
		}
	}
	return ""
}

var copyright = regexp.MustCompile(`^\W*(Portions )?Copyright .*([0-9]{4}|\([cC]\)|©)`)

// terms are a licence text that several parts share, except for the copyright holders.
type terms struct {
	kind, text, whole string // whole: including the copyright notice
	whose, rights     []string
}

// thirdPartyText is the expected contents of the file.
func thirdPartyText(t *testing.T) []byte {
	t.Helper()
	var b bytes.Buffer
	b.WriteString("# Third-party software\n\nWhat the program is built of besides its own code, for any system, and under which licences. " +
		"A test writes this file from go.mod and fails when it is not of today:\n`THREADLENS_UPDATE=1 go test -tags nogui -run TestThirdParty ./app`\n\n" +
		"| Part | Version | Licence |\n| --- | --- | --- |\n")
	texts := map[string]*terms{}
	for _, p := range linked(t) {
		var kinds []string
		for _, file := range p.files {
			data, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			var rights, rest []string
			whole := regexp.MustCompile(`[ \t\r]+\n`).ReplaceAllString(string(data), "\n")
			for line := range strings.Lines(whole) {
				if line = strings.TrimSuffix(line, "\n"); copyright.MatchString(line) {
					rights = append(rights, strings.TrimSpace(line))
				} else {
					rest = append(rest, line)
				}
			}
			text := strings.Trim(strings.Join(rest, "\n"), "\n")
			kind := kindOf(string(data))
			if kind != "" && !slices.Contains(kinds, kind) {
				kinds = append(kinds, kind)
			}
			key := strings.Join(strings.Fields(text), " ")
			if texts[key] == nil {
				texts[key] = &terms{kind: cmp.Or(kind, "Notice"), text: text, whole: strings.Trim(whole, "\n")}
			}
			texts[key].whose = append(texts[key].whose, p.name+", "+filepath.Base(file))
			texts[key].rights = append(texts[key].rights, strings.Join(rights, "; "))
		}
		if len(kinds) == 0 {
			t.Errorf("the licence of %s is none that is known here: %s", p.name, p.files)
		}
		fmt.Fprintf(&b, "| %s | %s | %s |\n", p.name, p.version, strings.Join(kinds, ", "))
	}
	for _, x := range slices.SortedFunc(maps.Values(texts), func(a, b *terms) int {
		return cmp.Or(cmp.Compare(a.kind, b.kind), cmp.Compare(a.whose[0], b.whose[0]))
	}) {
		fmt.Fprintf(&b, "\n## %s\n\n", x.kind)
		if len(x.whose) == 1 {
			x.text, x.rights[0] = x.whole, ""
		}
		for i, w := range x.whose {
			fmt.Fprintf(&b, "- %s\n", strings.TrimSuffix(w+": "+x.rights[i], ": "))
		}
		fmt.Fprintf(&b, "\n```text\n%s\n```\n", x.text)
	}
	return b.Bytes()
}
