package record

import (
	"fmt"
	"net"
	"os"
	"path/filepath"
	"testing"

	"threadlens/model"
)

// TestListeners: listening sockets are found; those of others and connected ones are not.
func TestListeners(t *testing.T) {
	known := map[uint32]bool{}
	for _, a := range []string{"tcp 127.0.0.1:0", "tcp6 [::1]:0", "unix " + filepath.Join(t.TempDir(), "s")} {
		var network, address string
		if _, err := fmt.Sscan(a, &network, &address); err != nil {
			t.Fatal(err)
		}
		l, err := net.Listen(network, address)
		if err != nil {
			t.Logf("%s: %v", a, err) // a machine without version 6
			continue
		}
		defer l.Close()
		c, err := net.Dial(network, l.Addr().String())
		if err != nil {
			t.Fatal(err)
		}
		defer c.Close()
		known[number(t, l.(interface{ File() (*os.File, error) }))] = true
		known[number(t, c.(interface{ File() (*os.File, error) }))] = false
	}
	if len(known) < 4 {
		t.Fatalf("too few sockets: %v", known)
	}
	list := findOpenFiles()[uint32(os.Getpid())]
	for fd, listens := range known {
		if got := model.DescriptorType(list[fd]&^closeOnExec) == model.DescriptorListener; got != listens {
			t.Errorf("descriptor %d: %v, want %v", fd, got, listens)
		}
	}
}

// number is the number of a copy of a socket's descriptor, which stays open.
func number(t *testing.T, c interface{ File() (*os.File, error) }) uint32 {
	f, err := c.File()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { f.Close() })
	return uint32(f.Fd())
}
