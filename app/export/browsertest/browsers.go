// Package browsertest lets tests look at web pages in Chromium and Firefox.
package browsertest

import (
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"testing"
)

// Wanted is the variable of the environment that is set where tests may start browsers.
const Wanted = "THREADLENS_BROWSERS"

// Names are the browsers that Visit knows.
func Names() []string { return []string{"Chromium", "Firefox"} }

// Visitor looks at pages for a test.
type Visitor struct {
	*testing.T
	browser
}

// Visit starts a browser, which ends with the test.
func Visit(t *testing.T, name string) Visitor {
	t.Helper()
	if os.Getenv(Wanted) == "" {
		t.Skipf("starts browsers: set %s=1, after .ci/setup browser", Wanted)
	}
	start := map[string]func(*testing.T) browser{"Chromium": newChromium, "Firefox": newFirefox}[name]
	v := Visitor{t, start(t)}
	t.Cleanup(func() {
		if err := v.close(); err != nil {
			t.Error(err)
		}
	})
	return v
}

// Do runs a command of WebDriver, by its name in Marionette.
func (v Visitor) Do(name string, body any) json.RawMessage {
	v.Helper()
	answer, err := v.command(name, body)
	if err != nil {
		v.Fatalf("%s: %v", name, err)
	}
	return answer
}

// Open opens a file.
func (v Visitor) Open(path string) {
	v.Do("WebDriver:Navigate", map[string]any{"url": "file://" + strings.ReplaceAll(path, " ", "%20")})
}

// Eval is the value of an expression in the page, as text.
func (v Visitor) Eval(js string) string {
	v.Helper()
	var answer struct{ Value any }
	text := v.Do("WebDriver:ExecuteScript", map[string]any{"script": "return String(" + js + ")", "args": []any{}})
	if err := json.Unmarshal(text, &answer); err != nil {
		v.Fatal(err)
	}
	return fmt.Sprint(answer.Value)
}

// Want checks the value of an expression in the page.
func (v Visitor) Want(js, want string) {
	v.Helper()
	if got := v.Eval(js); got != want {
		v.Errorf("%s: %q, want %q", js, got, want)
	}
}
