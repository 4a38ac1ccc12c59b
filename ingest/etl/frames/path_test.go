package frames

import "testing"

func TestDisplay(t *testing.T) {
	var bare, full Paths
	// As a trace of Windows 10 has them.
	full.Windows(`C:\WINDOWS\`)
	for _, v := range [][2]string{
		{`\??\`, ``},
		{`\SystemRoot\`, `C:\WINDOWS\`},
		{`\Device\HarddiskVolume1\`, `C:\`},
		{`\Device\HarddiskVolume12\`, `D:\`},
		{`\Device\HarddiskVolume12\Mount\`, `E:\`},
		{`\Device\LanmanRedirector\`, `\\`},
		{`\Device\Mup\`, `\\`},
		{`\Device\vmsmb\`, `\\?\VMSMB\`},
		{`\\`, `\\`},
		{``, `X:\`},
		{`\Device\HarddiskVolume5`, `F:`},
	} {
		full.Volume(v[0], v[1])
	}
	for _, c := range []struct{ path, bare, full string }{
		{`\Device\HarddiskVolume1\Windows\a.dll`, `\Device\HarddiskVolume1\Windows\a.dll`, `C:\Windows\a.dll`},
		{`\DEVICE\HARDDISKVOLUME12\b.dll`, `\DEVICE\HARDDISKVOLUME12\b.dll`, `D:\b.dll`},
		{`\Device\HarddiskVolume12\mount\c.dll`, `\Device\HarddiskVolume12\mount\c.dll`, `E:\c.dll`},
		{`\Device\HarddiskVolume3\d.dll`, `\Device\HarddiskVolume3\d.dll`, `\Device\HarddiskVolume3\d.dll`},
		{`\Device\HarddiskVolume5\e.dll`, `\Device\HarddiskVolume5\e.dll`, `F:\e.dll`},
		{`\Device\HarddiskVolume1`, `\Device\HarddiskVolume1`, `\Device\HarddiskVolume1`},
		{`\Device\HarddiskVolume1\`, `\Device\HarddiskVolume1\`, `C:\`},
		{`\SystemRoot\System32\ntdll.dll`, `\SystemRoot\System32\ntdll.dll`, `C:\WINDOWS\System32\ntdll.dll`},
		{`\Windows\System32\wow64.dll`, `\Windows\System32\wow64.dll`, `C:\Windows\System32\wow64.dll`},
		{`\WindowsApps\x.dll`, `\WindowsApps\x.dll`, `\WindowsApps\x.dll`},
		{`\??\C:\x\driver.sys`, `C:\x\driver.sys`, `C:\x\driver.sys`},
		{`\??\UNC\server\share\f`, `\\server\share\f`, `\\server\share\f`},
		{`\\?\C:\x`, `C:\x`, `C:\x`},
		{`\DosDevices\D:\x`, `D:\x`, `D:\x`},
		{`\Device\Mup\server\share\f`, `\\server\share\f`, `\\server\share\f`},
		{`\Device\Mup\;LanmanRedirector\;Z:0000000000012345\server\share\f`, `\\server\share\f`, `\\server\share\f`},
		{`\Device\LanmanRedirector\;Z:00000000000a\server\f`, `\\server\f`, `\\server\f`},
		{`\Device\Mup\;alone`, `\\;alone`, `\\;alone`},
		{`C:\already`, `C:\already`, `C:\already`},
		{``, ``, ``},
	} {
		if got := bare.Display(c.path); got != c.bare {
			t.Errorf("%s without volumes: %s, want %s", c.path, got, c.bare)
		}
		if got := full.Display(c.path); got != c.full {
			t.Errorf("%s: %s, want %s", c.path, got, c.full)
		}
	}
}

func TestWindowsFolder(t *testing.T) {
	for _, c := range []struct{ folder, want string }{
		{`C:\Windows`, `C:\Windows\system32\a`},
		{`D:\winnt\`, `D:\winnt\system32\a`},
		{`\\server\windows`, `\SystemRoot\system32\a`},
		{`C:\`, `\SystemRoot\system32\a`},
		{``, `\SystemRoot\system32\a`},
	} {
		var p Paths
		p.Windows(c.folder)
		if got := p.Display(`\SystemRoot\system32\a`); got != c.want {
			t.Errorf("Windows in %q: %s, want %s", c.folder, got, c.want)
		}
	}
}

func TestVolumesAreBounded(t *testing.T) {
	var p Paths
	for i := range 2 * maxVolumes {
		p.Volume(`\Device\HarddiskVolume`+string(rune('a'+i)), `Z:\`)
	}
	if len(p.pairs) != maxVolumes {
		t.Errorf("%d pairs, want %d", len(p.pairs), maxVolumes)
	}
}

func TestBase(t *testing.T) {
	for path, want := range map[string]string{
		`\Device\HarddiskVolume2\a b.dll`: "a b.dll", "/usr/share/x.dll": "x.dll", `C:\a/b`: "b", "x": "x", `x\`: "", "": "",
	} {
		if got := string(appendBase(nil, wide(path))); got != want {
			t.Errorf("appendBase(%q) is %q, want %q", path, got, want)
		}
	}
}

func TestAppendType(t *testing.T) {
	for name, want := range map[string]string{
		"":                                 "",
		"Test.Program":                     "Test.Program",
		"System.Lazy`1[System.__Canon]":    "System.Lazy<System.__Canon>",
		"A`2+Enumerator[B`1[C],D[]]":       "A+Enumerator<B<C>,D[]>",
		"A`1[System.Byte[,,]]":             "A<System.Byte[,,]>",
		"X+<>c__DisplayClass2_0`1[Y[*]]":   "X+<>c__DisplayClass2_0<Y[*]>",
		"List`1":                           "List`1",
		"Odd`[A]":                          "Odd`<A>",
		"Open`1[":                          "Open<",
		"Close]":                           "Close]",
		"Int32[]":                          "Int32[]",
		"System.Nullable`1[System.Int32]]": "System.Nullable<System.Int32>]",
	} {
		if got := string(appendType(nil, []byte(name))); got != want {
			t.Errorf("%s: %s, want %s", name, got, want)
		}
	}
}
