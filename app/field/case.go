package main

import (
	"bufio"
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// fieldCase is a script, and what must be found.
type fieldCase struct {
	name, script string
	// title is the planted cause, truth where the truth comes from.
	title, truth string
	// needs are commands without which it cannot run, with the package of each.
	needs []need
	// flags are those of threadlens record instead of the command, with PID for what the script
	// wrote into the file pid; empty where the script's run itself is recorded.
	flags []string
	// disturbed is the part of the demand for CPU, in percent, that may wait for other programs; 0
	// is the default. Threads that wait for a quota, or behind another priority, always do so while
	// others run.
	disturbed float64
	// idle is the part of the CPU time that the case does not use, in percent, that other programs
	// must leave too: idle CPUs are part of the cause. 0 where they are not.
	idle float64
	expectation
}

// need is a command and the Debian package that contains it.
type need struct{ command, pkg string }

// headMark begins the lines of a script that define what is expected.
const headMark = "#| "

// readCases reads the scripts of a folder whose names contain one of the words of only,
// all where it is empty.
func readCases(dir, only string) (list []fieldCase, err error) {
	scripts, err := filepath.Glob(filepath.Join(dir, "*.sh"))
	if err != nil {
		return nil, err
	}
	words := strings.Split(only, ",")
	for _, script := range scripts {
		name := strings.TrimSuffix(filepath.Base(script), ".sh")
		if !slices.ContainsFunc(words, func(w string) bool { return strings.Contains(name, w) }) {
			continue
		}
		text, err := os.ReadFile(script)
		if err != nil {
			return nil, err
		}
		c, err := parseCase(text)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", script, err)
		}
		c.name, c.script = name, script
		list = append(list, *c)
	}
	if len(list) == 0 {
		return nil, fmt.Errorf("%s: no such case", dir)
	}
	return list, nil
}

// parseCase reads the head of a script: lines of "#| key: value" before anything else.
func parseCase(text []byte) (*fieldCase, error) {
	c := &fieldCase{}
	lines := bufio.NewScanner(bytes.NewReader(text))
	for n := 1; lines.Scan(); n++ {
		line, ok := strings.CutPrefix(lines.Text(), headMark)
		if !ok {
			break
		}
		key, value, ok := strings.Cut(line, ":")
		if value = strings.TrimSpace(value); !ok || value == "" {
			return nil, fmt.Errorf("line %d: %q is not key: value", n, line)
		}
		if err := c.set(key, value); err != nil {
			return nil, fmt.Errorf("line %d: %w", n, err)
		}
	}
	if err := lines.Err(); err != nil {
		return nil, err
	}
	return c, c.whole()
}

// set takes one line of the head.
func (c *fieldCase) set(key, value string) (err error) {
	texts := map[string]*string{"title": &c.title, "truth": &c.truth, "healthy": &c.healthy}
	fields := map[string]*[]string{"record": &c.flags, "rules": &c.rules}
	lists := map[string]*[][]string{"words": &c.words, "names": &c.names}
	switch {
	case texts[key] != nil:
		*texts[key] = value
	case fields[key] != nil:
		*fields[key] = strings.Fields(value)
	case lists[key] != nil:
		*lists[key] = append(*lists[key], alternatives(value))
	case key == "never":
		c.never = append(c.never, alternatives(value)...)
	case key == "needs":
		c.needs = parseNeeds(value)
	case key == "disturbed":
		c.disturbed, err = parsePercent(value)
	case key == "idle":
		c.idle, err = parsePercent(value)
	case key == "number":
		var either []number
		either, err = parseNumbers(value)
		c.numbers = append(c.numbers, either)
	default:
		err = fmt.Errorf("nothing is called %q", key)
	}
	return err
}

// parsePercent reads "5 %".
func parsePercent(value string) (float64, error) {
	v, err := strconv.ParseFloat(strings.TrimSuffix(value, " %"), 64)
	if err != nil || v <= 0 {
		return 0, fmt.Errorf("%q is not N %%, above 0", value)
	}
	return v, nil
}

// parseNeeds reads "COMMAND OTHER=PACKAGE".
func parseNeeds(value string) (list []need) {
	for word := range strings.FieldsSeq(value) {
		command, pkg, ok := strings.Cut(word, "=")
		if !ok {
			pkg = command
		}
		list = append(list, need{command, pkg})
	}
	return list
}

// parseNumbers reads alternatives of what parseNumber reads.
func parseNumbers(value string) (either []number, err error) {
	for _, text := range alternatives(value) {
		n, err := parseNumber(text)
		if err != nil {
			return nil, err
		}
		either = append(either, n)
	}
	return either, nil
}

// alternatives are the words of a line, with | between.
func alternatives(value string) (list []string) {
	for word := range strings.SplitSeq(value, "|") {
		list = append(list, strings.TrimSpace(word))
	}
	return list
}

// whole reports what is missing or inconsistent.
func (c *fieldCase) whole() error {
	cause := len(c.rules)+len(c.words)+len(c.names)+len(c.numbers) > 0
	switch {
	case c.title == "" || c.truth == "":
		return fmt.Errorf("title and truth are needed")
	case c.healthy != "" && (cause || len(c.never) > 0):
		return fmt.Errorf("a healthy case has no cause, and whatever is found is wrong")
	case c.healthy == "" && (len(c.words) == 0 || len(c.names) == 0 || len(c.never) == 0):
		return fmt.Errorf("a case that is not healthy needs words, names and never")
	}
	return nil
}

// parseNumber reads "KEY within 5 %" or "KEY within 5 points".
func parseNumber(value string) (n number, err error) {
	words := strings.Fields(value)
	if len(words) != 4 || words[1] != "within" || words[3] != "%" && words[3] != "points" {
		return n, fmt.Errorf("%q is not KEY within N %%, nor KEY within N points", value)
	}
	n.key, n.points = words[0], words[3] == "points"
	if n.within, err = strconv.ParseFloat(words[2], 64); err != nil || n.within <= 0 {
		return n, fmt.Errorf("%q has no number above 0", value)
	}
	return n, nil
}

// missing are the packages of missing commands.
func (c *fieldCase) missing() (list []string) {
	for _, n := range c.needs {
		if strings.Contains(n.command, "/") {
			if found, err := filepath.Glob(n.command); err == nil && len(found) > 0 {
				continue
			}
		} else if _, err := exec.LookPath(n.command); err == nil {
			continue
		}
		if !slices.Contains(list, n.pkg) {
			list = append(list, n.pkg)
		}
	}
	return list
}
