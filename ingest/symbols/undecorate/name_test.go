package undecorate

import (
	"strings"
	"testing"
)

// The names were checked against llvm-undname, which prints more of each.
func TestName(t *testing.T) {
	for name, want := range map[string]string{
		"main":                                            "main",
		"NtWaitForSingleObject":                           "NtWaitForSingleObject",
		"_mtx_lock":                                       "_mtx_lock",
		"__imp_Sleep":                                     "Sleep",
		"?f@@YAXXZ":                                       "f",
		"?take@Queue@work@@QEAAHH@Z":                      "work::Queue::take",
		"??0Queue@work@@QEAA@XZ":                          "work::Queue::Queue",
		"??1Queue@work@@QEAA@XZ":                          "work::Queue::~Queue",
		"??_GQueue@work@@UEAAPEAXI@Z":                     "work::Queue::`scalar deleting dtor'",
		"??2@YAPEAX_K@Z":                                  "operator new",
		"??_U@YAPEAX_K@Z":                                 "operator new[]",
		"??Rf@@QEAAXXZ":                                   "f::operator()",
		"??Bconv@@QEAAHXZ":                                "conv::operator cast",
		"??__Mf@@QEAAHXZ":                                 "f::operator<=>",
		"??__K_x@@YAXXZ":                                  `operator "" _x`,
		"??__Ex@ns@@YAXXZ":                                "ns::`dynamic initializer for 'x''",
		"??__E?x@ns@@2HA@@YAXXZ":                          "`dynamic initializer for 'ns::x''",
		"??__F?x@@3HA@@YAXXZ":                             "`dynamic atexit destructor for 'x''",
		"??$twice@H@work@@YAHH@Z":                         "work::twice<int>",
		"??$?0H@X@@QEAA@H@Z":                              "X::X<int>",
		"??$?RV?$T@H@@@X@@QEAAXXZ":                        "X::operator()<T<int>>",
		"?f@?A0x1234abcd@ns@@YAXXZ":                       "ns::(anonymous namespace)::f",
		"?f@?A0x1@?A0x2@1@YAXXZ":                          "(anonymous namespace)::(anonymous namespace)::(anonymous namespace)::f",
		"?f@a@0@YAXXZ":                                    "f::a::f",
		"?f@?$b@H@1@YAXXZ":                                "b<int>::b<int>::f",
		"??R<lambda_1>@?0??main@@YAHXZ@QEBA@XZ":           "`main'::<lambda_1>::operator()",
		"?x@?1???0Foo@@QEAA@XZ@YAXXZ":                     "`Foo::Foo'::x",
		"??$f@$0A@@@YAXXZ":                                "f<0>",
		"??$f@$0?5@@YAXXZ":                                "f<-6>",
		"??$f@$0BAA@@@YAXXZ":                              "f<256>",
		"??$f@$1?g@@YAXXZ@@YAXXZ":                         "f<&g>",
		"??$f@$1?x@@3HA@@YAXXZ":                           "f<&x>",
		"??$f@$1?x@@3PEAHIEA@@YAXXZ":                      "f<&x>",
		"??$f@$1?x@@3PEAHEFIA@@YAXXZ":                     "f<&x>",
		"??$f@$1?g@@ZAXXZ@@YAXXZ":                         "f<&g>",
		"??$f@P60XXZ@@YAXXZ":                              "??$f@P60XXZ@@YAXXZ",
		"??$f@P6wXXZ@@YAXXZ":                              "f<void (*)(void)>", // __regcall, the last letter
		"??$f@P6xXXZ@@YAXXZ":                              "??$f@P6xXXZ@@YAXXZ",
		"??$f@$1?x@@3HFA@@YAXXZ":                          "f<&x>",
		"??$f@$1?x@@4HA@@YAXXZ":                           "f<&x>",
		"??$f@$1?x@C@@0HA@@YAXXZ":                         "f<&C::x>",
		"??$f@$1?x@@5HA@@YAXXZ":                           "??$f@$1?x@@5HA@@YAXXZ",
		"??$f@$1?m@C@@SAXXZ@@YAXXZ":                       "f<&C::m>", // static
		"??$f@$1?m@C@@UEAAXXZ@@YAXXZ":                     "f<&C::m>", // virtual
		"??$f@$1?m@C@@WBA@EAAXXZ@@YAXXZ":                  "f<&C::m>", // with a displacement
		"??$f@P6AXPEAH0@Z@@YAXXZ":                         "f<void (*)(int *,int *)>",
		"??$f@P6AXHPEAH0@Z@@YAXXZ":                        "f<void (*)(int,int *,int *)>",
		"??$f@P6AXPEAH1@Z@@YAXXZ":                         "??$f@P6AXPEAH1@Z@@YAXXZ",
		"??$f@$$BY02$$CBH@@YAXXZ":                         "f<const int[3]>",
		"??$f@PETC@@H@@YAXXZ":                             "f<const int C::*>",
		"??$f@PESC@@H@@YAXXZ":                             "f<int C::*>",
		"??$f@PEUC@@H@@YAXXZ":                             "??$f@PEUC@@H@@YAXXZ",
		"??$f@WX@@@@YAXXZ":                                "??$f@WX@@@@YAXXZ",
		"??__E?x@ns@@2HA@out@@YAXXZ":                      "out::`dynamic initializer for 'ns::x''",
		"??0?$vector@H@std@@QEAA@XZ":                      "std::vector<int>::vector",
		"??0<lambda_1>@?0??main@@YAHXZ@QEAA@XZ":           "`main'::<lambda_1>::<lambda_1>",
		"??$f@P8C@@EFAAXXZ@@YAXXZ":                        "f<void (C::*)(void)>",
		"??$f@P8C@@EGAAXXZ@@YAXXZ":                        "f<void (C::*)(void)>",
		"??$f@P8C@@EHAAXXZ@@YAXXZ":                        "f<void (C::*)(void)>",
		"??$f@P8C@@EIAAXXZ@@YAXXZ":                        "f<void (C::*)(void)>",
		"??$f@P8C@@AAXXZ@@YAXXZ":                          "f<void (C::*)(void)>",
		"?f@0@YAXXZ":                                      "f::f",
		"?f@1@YAXXZ":                                      "?f@1@YAXXZ",
		"??$f@$00@@YAXXZ":                                 "f<1>",
		"??$f@$09@@YAXXZ":                                 "f<10>",
		"??$f@$0P@@@YAXXZ":                                "f<15>",
		"??$f@$0PPPPPPPPPPPPPPPP@@@YAXXZ":                 "f<18446744073709551615>",
		"??$f@$0BAAAAAAAAAAAAAAAA@@@YAXXZ":                "??$f@$0BAAAAAAAAAAAAAAAA@@@YAXXZ",
		"??$f@$0Q@@@YAXXZ":                                "??$f@$0Q@@@YAXXZ",
		"??$f@QEAH@@YAXXZ":                                "f<int *>",
		"??$f@SEAH@@YAXXZ":                                "f<int *>",
		"??$f@TEAH@@YAXXZ":                                "??$f@TEAH@@YAXXZ",
		"??$f@BEAH@@YAXXZ":                                "f<int &>",
		"??$f@TX@@@@YAXXZ":                                "f<X>",
		"??$f@VX@@@@YAXXZ":                                "f<X>",
		"??$f@$$BY02H@@YAXXZ":                             "f<int[3]>",
		"??$f@$$A6AHH@Z@@YAXXZ":                           "f<int (int)>",
		"??$f@P6AXHH@Z@@YAXXZ":                            "f<void (*)(int,int)>",
		"??$f@P8C@@EAAXXZ@@YAXXZ":                         "f<void (C::*)(void)>",
		"??$f@PEQC@@H@@YAXXZ":                             "f<int C::*>",
		"??$f@$$QEAH@@YAXXZ":                              "f<int &&>",
		"??$f@AEBD@@YAXXZ":                                "f<const char &>",
		"??$f@$$T@@YAXXZ":                                 "f<std::nullptr_t>",
		"??$f@$$V@@YAXXZ":                                 "f<>",
		"??$f@W4E@@@@YAXXZ":                               "f<E>",
		"??$f@$H?m@C@@QEAAXXZA@@@YAXXZ":                   "f<{C::m,0}>",
		"??$f@U?$integer_sequence@_K$0A@$00@std@@@@YAXXZ": "f<std::integer_sequence<unsigned __int64,0,1>>",
		"??$New@P6A?AVValue@Napi@@AEBVInfo@2@@Z@F@@SAXP6A?AV1@AEBVInfo@1@@ZH@Z": "F::New<Napi::Value (*)(const Napi::Info &)>",
		"?f@A@@WBA@EAAXXZ":                  "A::f",
		"`anonymous-namespace'::f":          "(anonymous namespace)::f",
		"a::`anonymous namespace'::f":       "a::(anonymous namespace)::f",
		"ns::`dynamic initializer for 'x''": "ns::`dynamic initializer for 'x''",
		// Not understood, and so left unchanged.
		"?":                                    "?",
		"?f":                                   "?f",
		"?9@@YAXXZ":                            "?9@@YAXXZ",
		"?:@@YAXXZ":                            ":",
		"?x@?1?f@@YAXXZ@YAXXZ":                 "?x@?1?f@@YAXXZ@YAXXZ",
		"?x@?1f@@YAXXZ@YAXXZ":                  "?x@?1f@@YAXXZ@YAXXZ",
		"??$f@$1g@@YAXXZ@@YAXXZ":               "??$f@$1g@@YAXXZ@@YAXXZ",
		"??$f@H":                               "??$f@H",
		"??$f@$$A6AH9Z@@YAXXZ":                 "??$f@$$A6AH9Z@@YAXXZ",
		"??__E?x@ns@@/HA@@YAXXZ":               "??__E?x@ns@@/HA@@YAXXZ",
		"??__E?x@ns@@5HA@@YAXXZ":               "??__E?x@ns@@5HA@@YAXXZ",
		"??$f@$9@@":                            "??$f@$9@@",
		"?f@?QIfoo@bar@@UEAAXXZ":               "?f@?QIfoo@bar@@UEAAXXZ",
		"??@a6a285da2eea70dba6b578022be61d81@": "??@a6a285da2eea70dba6b578022be61d81@",
	} {
		if got := Name(name, false); got != want {
			t.Errorf("%s is %q, want %q", name, got, want)
		}
	}
}

func TestNameOf32Bits(t *testing.T) {
	for name, want := range map[string]string{
		"_main": "main", "_Sleep@4": "Sleep", "@fast@8": "fast", "vector@@16": "vector", "__imp__Sleep@4": "Sleep", "__ftol2": "_ftol2",
		"?f@@YAXXZ": "f", "_a@b": "a@b", "@4": "@4", "": "",
		"_f@65535": "f", "_f@65536": "f@65536",
	} {
		if got := Name(name, true); got != want {
			t.Errorf("%s is %q, want %q", name, got, want)
		}
	}
}

// TestBounds: neither depth nor references that double each time make a name grow without bounds.
func TestBounds(t *testing.T) {
	deep := "?f@" + strings.Repeat("?$a@V", 1000) + "H" + strings.Repeat("@@", 1000) + "@YAXXZ"
	if got := Name(deep, false); got != deep {
		t.Errorf("%.80s", got)
	}
	for n, understood := range map[int]bool{61: true, 62: false} { // a pointer is as deep as its type
		nested := "??$f@" + strings.Repeat("PEA", n) + "H@@YAXXZ"
		if got := Name(nested, false); (got != nested) != understood {
			t.Errorf("%d pointers inside one another: %.80s", n, got)
		}
	}
	for n, want := range map[int]string{4096: strings.Repeat("n", 4096), 4097: "?" + strings.Repeat("n", 4097) + "@@YAXXZ"} {
		if got := Name("?"+strings.Repeat("n", n)+"@@YAXXZ", false); got != want {
			t.Errorf("a name of %d bytes is %.20q of %d", n, got, len(got))
		}
	}
	double := "?f@0000000000@"
	for range 100 {
		double = "?f@?1?" + double + "YAXXZ"
	}
	if got := Name(double, false); len(got) > max(maxText, len(double)) {
		t.Errorf("%d bytes", len(got))
	}
}

func FuzzName(f *testing.F) {
	f.Add("??$New@P6A?AVValue@Napi@@AEBVInfo@2@@Z@F@@SAXP6A?AV1@AEBVInfo@1@@ZH@Z", false)
	f.Add("??R<lambda_1>@?0??main@@YAHXZ@QEBA@XZ", false)
	f.Add("??$f@$H?m@C@@QEAAXXZA@PEQC@@HY02H$$BY02H$$QEAH@@YAXXZ", false)
	f.Add("__imp__Sleep@4", true)
	f.Fuzz(func(t *testing.T, name string, x86 bool) {
		if got := Name(name, x86); len(got) > max(maxText, 2*len(name)) {
			t.Errorf("%d bytes of %d", len(got), len(name))
		}
	})
}
