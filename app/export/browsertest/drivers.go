package browsertest

import (
	"bytes"
	"context"
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
)

// browser drives a browser by the commands of WebDriver.
type browser interface {
	// command runs one; its name is that of Marionette.
	command(name string, body any) (json.RawMessage, error)
	close() error // ends the browser
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

// newChromium starts Chromium.
func newChromium(t *testing.T) browser {
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

// newFirefox starts Firefox.
func newFirefox(t *testing.T) browser {
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
