package web

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"threadlens/model/measure"
	"threadlens/model/modeltest"
)

// browsersWanted is set where TestBrowsers must find both browsers.
const browsersWanted = "THREADLENS_BROWSERS"

// browser drives a browser by the commands of WebDriver.
type browser interface {
	// command runs one; its name is that of Marionette.
	command(name string, body any) (json.RawMessage, error)
	close() error // ends the browser
}

// TestBrowsers opens pages in Chromium and Firefox: style, script, pictures, and what the mouse and the
// keyboard do. Run it with make check.
func TestBrowsers(t *testing.T) {
	if os.Getenv(browsersWanted) == "" {
		t.Skipf("starts browsers: set %s=1, after .ci/setup browser", browsersWanted)
	}
	tr := modeltest.Parse(t, "lock.tltxt", lock)
	page := pageFile(t, written(t, tr, measure.Scope{}))
	found := pageFile(t, written(t, modeltest.Parse(t, "phases.tltxt", phases()), measure.Scope{}))
	nasty := pageFile(t, written(t, modeltest.Parse(t, "nasty.tltxt", modeltest.Nasty()), measure.Scope{}))
	for name, start := range map[string]func(*testing.T) browser{"Chromium": chromium, "Firefox": firefox} {
		t.Run(name, func(t *testing.T) {
			b := visitor{t, start(t)}
			defer func() {
				if err := b.close(); err != nil {
					t.Error(err)
				}
			}()
			b.open(page)
			b.looksRight()
			b.readsLane()
			b.zooms()
			b.prints()
			b.open(found)
			b.leads()
			b.open(nasty)
			b.looksRight()
		})
	}
}

// phases is a second of two threads of which one waits for the other, ten times: a finding.
func phases() string {
	var b strings.Builder
	b.WriteString("threadlens-trace 1\ncpus 2\nspan 0ms 1000ms\nos linux\nprocess 10 app target\n" +
		"thread 11 pid=10 name=\"holder\"\nthread 12 pid=10 name=\"waiter\"\n0ms cpu0 switch idle 11 wait\n0ms cpu1 switch idle 12 wait\n")
	for at := 10; at < 1000; at += 100 {
		fmt.Fprintf(&b, "%dms cpu1 call 12 enter futex arg=0x100 arg2=0x80\n%[1]dms cpu1 switch 12 idle wait linux=S\n"+
			"%[2]dms cpu0 wake 12\n%[2]dms cpu1 switch idle 12 wait\n%[2]dms cpu1 call 12 exit futex ret=0\n", at, at+60)
	}
	return b.String()
}

func pageFile(t *testing.T, page string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "a page.html")
	if err := os.WriteFile(path, []byte(page), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// visitor looks at a page.
type visitor struct {
	*testing.T
	browser
}

func (v visitor) do(name string, body any) json.RawMessage {
	v.Helper()
	answer, err := v.command(name, body)
	if err != nil {
		v.Fatalf("%s: %v", name, err)
	}
	return answer
}

func (v visitor) open(path string) {
	v.do("WebDriver:Navigate", map[string]any{"url": "file://" + strings.ReplaceAll(path, " ", "%20")})
}

// eval is the value of an expression in the page, as text.
func (v visitor) eval(js string) string {
	v.Helper()
	var answer struct{ Value any }
	text := v.do("WebDriver:ExecuteScript", map[string]any{"script": "return String(" + js + ")", "args": []any{}})
	if err := json.Unmarshal(text, &answer); err != nil {
		v.Fatal(err)
	}
	return fmt.Sprint(answer.Value)
}

func (v visitor) want(js, want string) {
	v.Helper()
	if got := v.eval(js); got != want {
		v.Errorf("%s: %q, want %q", js, got, want)
	}
}

// looksRight: the policy lets the page's own style, script and picture pass, and nothing is loaded.
func (v visitor) looksRight() {
	v.Helper()
	v.want(`getComputedStyle(document.querySelector("dl div")).display`, "flex")
	v.want(`document.querySelector(".tools").hidden`, "false")
	v.want(`document.querySelector("picture img").naturalWidth > 500`, "true")
	v.want(`performance.getEntriesByType("resource").filter(e => !e.name.startsWith("data:")).length`, "0")
	v.want(`document.scripts.length`, "1")
	v.want(`document.documentElement.scrollWidth <= innerWidth`, "true")
	v.want(`document.querySelectorAll(".ticks text").length > 1`, "true")
}

// pointer moves the mouse to the given shares of the width of a lane, and holds the button between
// the first and the last.
func (v visitor) pointer(lane int, shares ...float64) {
	v.Helper()
	v.eval(fmt.Sprintf(`document.querySelectorAll("svg.lane")[%d].scrollIntoView({block: "center"})`, lane))
	var box struct{ X, Y, Width, Height float64 }
	if err := json.Unmarshal([]byte(v.eval(fmt.Sprintf(`JSON.stringify(document.querySelectorAll("svg.lane")[%d].getBoundingClientRect())`, lane))), &box); err != nil {
		v.Fatal(err)
	}
	var moves []any
	for i, share := range shares {
		moves = append(moves, map[string]any{
			"type": "pointerMove", "duration": 0, "origin": "viewport",
			"x": int(box.X + share*box.Width), "y": int(box.Y + box.Height/2),
		})
		if i == 0 && len(shares) > 1 {
			moves = append(moves, map[string]any{"type": "pointerDown", "button": 0})
		}
	}
	if len(shares) > 1 {
		moves = append(moves, map[string]any{"type": "pointerUp", "button": 0})
	}
	v.do("WebDriver:PerformActions", map[string]any{"actions": []any{
		map[string]any{"type": "pointer", "id": "mouse", "parameters": map[string]any{"pointerType": "mouse"}, "actions": moves},
	}})
}

// readsLane: the mouse on a wait reads what it was, when, and who ended it.
func (v visitor) readsLane() {
	v.Helper()
	lane := v.lane("waiter 12")
	v.pointer(lane, .3)
	got := strings.ReplaceAll(v.eval(`document.querySelector(".readout").textContent`), "\u2009", "")
	if want := "waiter 12: Synchronization – futex (lock, condition variable or join), ended by holder 11, 10.000 ms – 50.000 ms (40.000000 ms)"; got != want {
		v.Errorf("it reads %q, want %q", got, want)
	}
}

// lane is the number of the lane with a name.
func (v visitor) lane(name string) int {
	v.Helper()
	n, err := strconv.Atoi(v.eval(`[...document.querySelectorAll("svg.lane")].findIndex(s => s.previousElementSibling.title === "` + name + `")`))
	if err != nil || n < 0 {
		v.Fatalf("no lane %s", name)
	}
	return n
}

// window is the time that the lanes show, from and to, in ns.
func (v visitor) window() (from, to float64) {
	v.Helper()
	var box []float64
	text := v.eval(`JSON.stringify(document.querySelector("svg.lane").getAttribute("viewBox").split(" ").map(x => x * document.querySelector(".lanes").dataset.unit))`)
	if err := json.Unmarshal([]byte(text), &box); err != nil {
		v.Fatal(err)
	}
	return box[0], box[0] + box[2]
}

func (v visitor) shows(how string, from, to, within float64) {
	v.Helper()
	if a, b := v.window(); a < from-within || a > from+within || b < to-within || b > to+within {
		v.Errorf("%s: it shows %.0f to %.0f, want %.0f to %.0f", how, a, b, from, to)
	}
}

// zooms: by buttons, by keys, and by dragging.
func (v visitor) zooms() {
	v.Helper()
	press := func(what string) { v.eval(`document.querySelector("[data-do=` + what + `]").click()`) }
	press("in")
	v.shows("zoom in", 25e6, 75e6, 1)
	press("right")
	v.shows("later", 40e6, 90e6, 1)
	press("right")
	v.shows("later, at the end", 50e6, 100e6, 1)
	press("all")
	v.shows("whole window", 0, 100e6, 1)
	v.eval(`document.querySelector(".lanes").focus()`)
	v.do("WebDriver:PerformActions", map[string]any{"actions": []any{map[string]any{"type": "key", "id": "keys", "actions": []any{
		map[string]any{"type": "keyDown", "value": "+"},
		map[string]any{"type": "keyUp", "value": "+"},
		map[string]any{"type": "keyDown", "value": "\ue012"},
		map[string]any{"type": "keyUp", "value": "\ue012"}, // left
	}}}})
	v.shows("keys", 10e6, 60e6, 1)
	press("all")
	v.pointer(0, .2, .3, .4)
	v.shows("dragged", 20e6, 40e6, 1e6)
	press("all")
}

// leads: a finding, or a place that it names, leads there.
func (v visitor) leads() {
	v.Helper()
	if v.eval(`document.querySelectorAll("[data-lane]").length`) == "0" {
		v.Fatal("no finding names a place")
	}
	v.eval(`document.querySelector("[data-lane]").click()`)
	number := func(what string) float64 {
		n, err := strconv.ParseFloat(v.eval(`document.querySelector("[data-lane]").dataset.`+what), 64)
		if err != nil {
			v.Fatal(err)
		}
		return n
	}
	from, to := number("from"), number("to")
	room := (to - from) / 4
	v.shows("evidence", max(0, from-room), min(1e9, to+room), 1)
	v.want(`document.querySelectorAll(".lane.found").length`, "1")
	v.want(`document.querySelector(".readout").textContent.length > 10`, "true")
}

// prints: the page becomes a PDF.
func (v visitor) prints() {
	v.Helper()
	var answer struct{ Value string }
	if err := json.Unmarshal(v.do("WebDriver:Print", map[string]any{}), &answer); err != nil {
		v.Fatal(err)
	}
	pdf, err := base64.StdEncoding.DecodeString(answer.Value)
	if err != nil || !bytes.HasPrefix(pdf, []byte("%PDF")) || len(pdf) < 10_000 {
		v.Errorf("printed %d bytes: %v", len(pdf), err)
	}
}

// startBrowser starts a program, which ends with the test.
func startBrowser(t *testing.T, names []string, args ...string) *exec.Cmd {
	t.Helper()
	for _, name := range names {
		path, err := exec.LookPath(name)
		if err != nil {
			continue
		}
		ctx, cancel := context.WithCancel(context.Background())
		c := exec.CommandContext(ctx, path, args...)
		c.Env = append(os.Environ(), "HOME="+t.TempDir(), "MOZ_HEADLESS=1")
		if err := c.Start(); err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() {
			cancel()
			c.Wait()
		})
		return c
	}
	t.Fatalf("none of %s is installed: .ci/setup browser", strings.Join(names, ", "))
	return nil
}

// freePort is a port of this machine that nobody uses.
func freePort(t *testing.T) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	return strconv.Itoa(l.Addr().(*net.TCPAddr).Port)
}

// until tries something for a minute.
func until(t *testing.T, try func() error) {
	t.Helper()
	var err error
	for range 600 {
		if err = try(); err == nil {
			return
		}
		time.Sleep(100 * time.Millisecond)
	}
	t.Fatal(err)
}

// chrome is a session of chromedriver, which speaks HTTP.
type chrome struct{ session string }

func chromium(t *testing.T) browser {
	port := freePort(t)
	startBrowser(t, []string{"chromedriver"}, "--port="+port)
	c := &chrome{"http://127.0.0.1:" + port + "/session"}
	until(t, func() error {
		answer, err := c.call(http.MethodPost, c.session, map[string]any{"capabilities": map[string]any{"alwaysMatch": map[string]any{
			"goog:chromeOptions": map[string]any{"args": []string{"--headless=new", "--no-sandbox", "--disable-gpu", "--window-size=1280,900"}},
		}}})
		if err != nil {
			return err
		}
		var opened struct{ Value struct{ SessionID string } }
		if err := json.Unmarshal(answer, &opened); err != nil {
			return err
		}
		c.session += "/" + opened.Value.SessionID
		return nil
	})
	return c
}

func (c *chrome) call(method, url string, body any) (json.RawMessage, error) {
	text, err := json.Marshal(body)
	if err != nil {
		return nil, err
	}
	request, err := http.NewRequest(method, url, bytes.NewReader(text))
	if err != nil {
		return nil, err
	}
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		return nil, err
	}
	defer answer.Body.Close()
	text, err = io.ReadAll(answer.Body)
	if err == nil && answer.StatusCode != http.StatusOK {
		err = fmt.Errorf("%s: %s", answer.Status, text)
	}
	return text, err
}

func (c *chrome) command(name string, body any) (json.RawMessage, error) {
	path := map[string]string{
		"WebDriver:Navigate": "/url", "WebDriver:ExecuteScript": "/execute/sync", "WebDriver:PerformActions": "/actions", "WebDriver:Print": "/print",
	}[name]
	return c.call(http.MethodPost, c.session+path, body)
}

func (c *chrome) close() error {
	_, err := c.call(http.MethodDelete, c.session, struct{}{})
	return err
}

// fox is a connection to Firefox's Marionette: JSON texts, each after its length and a colon.
type fox struct {
	net.Conn
	last int
}

func firefox(t *testing.T) browser {
	port := freePort(t)
	profile := t.TempDir()
	prefs := `user_pref("marionette.port", ` + port + `);` + "\n"
	if err := os.WriteFile(filepath.Join(profile, "user.js"), []byte(prefs), 0o600); err != nil {
		t.Fatal(err)
	}
	startBrowser(t, []string{"firefox-esr", "firefox"}, "--headless", "--marionette", "--profile", profile, "--width=1280", "--height=900", "--no-remote")
	f := &fox{}
	until(t, func() (err error) {
		f.Conn, err = net.Dial("tcp", "127.0.0.1:"+port)
		return err
	})
	if _, err := f.read(); err != nil { // its greeting
		t.Fatal(err)
	}
	if _, err := f.command("WebDriver:NewSession", map[string]any{}); err != nil {
		t.Fatal(err)
	}
	return f
}

func (f *fox) read() (json.RawMessage, error) {
	var digits []byte
	for one := make([]byte, 1); ; digits = append(digits, one[0]) {
		if _, err := f.Read(one); err != nil {
			return nil, err
		}
		if one[0] == ':' {
			break
		}
	}
	n, err := strconv.Atoi(string(digits))
	if err != nil {
		return nil, err
	}
	text := make([]byte, n)
	_, err = io.ReadFull(f, text)
	return text, err
}

func (f *fox) command(name string, body any) (json.RawMessage, error) {
	f.last++
	text, err := json.Marshal([]any{0, f.last, name, body})
	if err != nil {
		return nil, err
	}
	if _, err := fmt.Fprintf(f, "%d:%s", len(text), text); err != nil {
		return nil, err
	}
	if text, err = f.read(); err != nil {
		return nil, err
	}
	var answer [4]json.RawMessage // 1, the number, an error or null, the result
	if err := json.Unmarshal(text, &answer); err != nil {
		return nil, err
	}
	if string(answer[2]) != "null" {
		return nil, errors.New(string(answer[2]))
	}
	return answer[3], nil
}

func (f *fox) close() error {
	_, err := f.command("Marionette:Quit", map[string]any{"flags": []string{"eForceQuit"}})
	return errors.Join(err, f.Conn.Close())
}
