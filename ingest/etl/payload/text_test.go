package payload

import (
	"strings"
	"testing"
)

func TestUTF16(t *testing.T) {
	for _, c := range []struct {
		b    []byte
		want string
	}{
		{nil, ""},
		{units("plain"), "plain"},
		{units("Grüße, 世界 😀"), "Grüße, 世界 😀"},
		{raw(uint16('a'), uint16(0xD800), uint16('b')), "a\uFFFDb"},               // high half alone
		{raw(uint16(0xDC00), uint16('b')), "\uFFFDb"},                             // low half alone
		{raw(uint16(0xD83D)), "\uFFFD"},                                           // high half at the end
		{raw(uint16(0xD83D), uint16(0xD83D), uint16(0xDE00)), "\uFFFD\U0001F600"}, // torn, then whole
		{raw(uint16(0xFFFD), uint16('x')), "\uFFFDx"},
		{raw(uint16('x'), uint8('y')), "x"}, // half a unit
		{units(strings.Repeat("long ", 200)), strings.Repeat("long ", 200)},
	} {
		if got := UTF16(c.b).String(); got != c.want {
			t.Errorf("UTF16(% x) = %q, want %q", c.b, got, c.want)
		}
	}
}

func TestANSI(t *testing.T) {
	for in, want := range map[string]string{"": "", "a.exe": "a.exe", "naïve": "naïve", "na\xefve": "naïve", "\xff\x80": "ÿ\u0080"} {
		if got := ANSI(in).String(); got != want {
			t.Errorf("ANSI(%q) = %q, want %q", in, got, want)
		}
	}
}

func TestCut(t *testing.T) {
	for _, c := range []struct {
		b          []byte
		text, rest string
	}{
		{raw("ab", "cd"), "ab", "cd"},
		{raw("", "cd"), "", "cd"},
		{units("ab"), "ab", ""},
		{raw(units("ab"), uint8(1)), "ab", ""},
		{raw(uint16('a'), uint16(0x6100)), "a\u6100", ""}, // zero bytes that are not a zero unit
	} {
		text, rest := cutUTF16(c.b)
		next, _ := cutUTF16(rest)
		if text.String() != c.text || next.String() != c.rest {
			t.Errorf("cutUTF16(% x) = %q, %q, want %q, %q", c.b, text, next, c.text, c.rest)
		}
	}
	if text, rest := cutANSI([]byte("ab\x00c")); text.String() != "ab" || string(rest) != "c" {
		t.Errorf("cutANSI: %q, %q", text, rest)
	}
	if text, rest := cutANSI([]byte("ab")); text.String() != "ab" || len(rest) != 0 {
		t.Errorf("cutANSI without end: %q, %q", text, rest)
	}
}

func TestGUID(t *testing.T) {
	const text = "e13c0d23-ccbc-4e12-931b-d9cc2eee27e4"
	if got := ProviderCLR.String(); got != text {
		t.Errorf("String() = %s, want %s", got, text)
	}
	bytes := []byte{0x23, 0x0d, 0x3c, 0xe1, 0xbc, 0xcc, 0x12, 0x4e, 0x93, 0x1b, 0xd9, 0xcc, 0x2e, 0xee, 0x27, 0xe4}
	if ProviderCLR != GUID(bytes) {
		t.Errorf("bytes % x, want % x", ProviderCLR[:], bytes)
	}
	for _, in := range []string{text, strings.ToUpper(text), "{" + text + "}"} {
		if g, ok := ParseGUID(in); !ok || g != ProviderCLR {
			t.Errorf("ParseGUID(%q) = %s, %v", in, g, ok)
		}
	}
	for _, in := range []string{
		"", "{}", text[1:], text + "0", "{" + text, strings.ReplaceAll(text, "-", "0"),
		"e13c0d2-3ccbc-4e12-931b-d9cc2eee27e4", "x13c0d23-ccbc-4e12-931b-d9cc2eee27e4",
	} {
		if g, ok := ParseGUID(in); ok {
			t.Errorf("ParseGUID(%q) = %s", in, g)
		}
	}
}

func TestClassHook(t *testing.T) {
	for _, c := range []struct {
		class  string
		opcode uint8
		want   HookID
		ok     bool
	}{
		{"3d6fa8d1-fe05-11d0-9dda-00c04fd7ba7c", 36, HookCSwitch, true},
		{"2cb15d1d-5fc1-11d2-abe1-00a0c911f518", 10, HookImageLoad, true},
		{"2cb15d1d-5fc1-11d2-abe1-00a0c911f518", 2, HookImageUnload, true},
		{"3d6fa8d0-fe05-11d0-9dda-00c04fd7ba7c", 10, HookImageLoad, true},
		{"def2fe46-7bd6-4b80-bd94-f57fe20d0ce3", 32, HookStackWalk, true},
		{ClassSchema.String(), 32, 0, false},
	} {
		g, _ := ParseGUID(c.class)
		if h, ok := ClassHook(g, c.opcode); h != c.want || ok != c.ok {
			t.Errorf("ClassHook(%s, %d) = %v, %v, want %v, %v", c.class, c.opcode, h, ok, c.want, c.ok)
		}
	}
	if h := HookOf(5, 36); h != HookCSwitch || h.Group() != GroupThread || h.Opcode() != 36 || h.String() != "0x05/36" {
		t.Errorf("HookOf(5, 36) = %v, group %d, opcode %d", h, h.Group(), h.Opcode())
	}
	if HookImageLoad != 0x030A || HookSampledProfile != 0x0F2E || HookReadyThread != 0x0532 {
		t.Errorf("hooks %#x, %#x, %#x", uint16(HookImageLoad), uint16(HookSampledProfile), uint16(HookReadyThread))
	}
}
