# Threadlens. Needs Go, git and make; whatever else is missing is installed on the way (Debian and Ubuntu).
#
#   make run             the window with the demo trace; FILE=trace for your own trace;
#                        without a display: a report and pictures of the demo in ./demo-out
#   make test            everything that continuous integration runs
#   make test-wine       the build for Windows, under Wine
#   make windows        the part of it that is built and checked without Wine
#   make zoo             as root: recordings of programs that log why they wait, compared with these logs; ZOO='-only futex'
#   make zoo-debian      as root: recordings of Debian programs, compared with what a second observer sees
#   make field           as root: programs with one known cause of slowness each, and whether it is found; FIELD='-only java'
#   make check           what takes too long for make test: all recorded traces, many more random losses in them, kills, null trials,
#                        and (with npm) the browsers and programs of others that open what we export
#   make mutate SEED=7   finds small changes to the code that no test notices; MUTANTS=150, PACKAGES='./model/...', TESTS='./model/...'
#   make mutate-window   the same for the window
#   make build | lint | bench | fuzz | pgo | screenshots | setup | clean

SHELL       := bash
.SHELLFLAGS := -euo pipefail -c
MAKEFLAGS   += --no-print-directory

# The same in every rule, since they are part of the build cache's keys. clang, since gcc takes minutes for the
# OpenGL bindings; LANG, since the toolkit complains if no language is set.
export CC      := clang
export GOFLAGS := -buildvcs=false
export LANG    := en_US.UTF-8
unexport LC_ALL

BIN      := $(CURDIR)/.bin
FUZZTIME := 30s
TRACES   := assets/demo/demo.perf.data
BENCH    := .
ZOO      :=
FIELD    :=
SEED     := 1
MUTANTS  := 150
PACKAGES :=
TESTS    :=
AT       :=

GOFUMPT     := mvdan.cc/gofumpt@v0.12.0
STATICCHECK := honnef.co/go/tools/cmd/staticcheck@v0.8.2
GOCYCLO     := github.com/fzipp/gocyclo/cmd/gocyclo@v0.6.0
DEADCODE    := golang.org/x/tools/cmd/deadcode@v0.42.0
TOOLS       := $(BIN)/gofumpt $(BIN)/staticcheck $(BIN)/gocyclo $(BIN)/deadcode

# A list template that prints the packages with (true) or without (false) the window toolkit below them.
toolkit = {{$$t := false}}{{range .Deps}}{{if eq . "fyne.io/fyne/v2"}}{{$$t = true}}{{end}}{{end}}{{if eq $$t $(1)}}{{.ImportPath}}{{end}}

# The folders with Go test files in which a line matches.
folders = $$(grep -rlE --include='*_test.go' '$(1)' . | xargs -r -n1 dirname | sort -u)

# The folders with files that are for Windows only.
onlywindows = $$({ find . -name '*_windows*.go'; grep -rlE --include='*.go' '^//go:build windows' .; } | xargs -r -n1 dirname | sort -u)

.PHONY: run build nogui test answers check windows test-wine lint bench zoo zoo-debian field mutate mutate-window fuzz pgo screenshots setup clean

ifneq ($(DISPLAY)$(WAYLAND_DISPLAY),)
run: build
	@if [[ -n "$${FILE:-}" ]]; then ./threadlens open "$$FILE"; else ./threadlens open --demo; fi
else
run: nogui
	@if [[ -n "$${FILE:-}" ]]; then ./threadlens-nogui info "$$FILE" && ./threadlens-nogui report threads "$$FILE"; \
	else ./threadlens-nogui demo -o demo-out --force; fi
endif

build:
	@.ci/setup build
	@go build -o threadlens ./app

# Static, without window: needs neither a C compiler nor OpenGL.
nogui:
	@CGO_ENABLED=0 go build -tags nogui -o threadlens-nogui ./app

# The race detector checks everything that does not draw: races in the toolkit's own goroutines are not ours. With it, the
# tests of all recorded traces read some of them only, so that they run without it too.
test: nogui
	@.ci/setup build test windows
	@$(MAKE) lint
	@$(MAKE) windows
	@go list -pgo=off -f '$(call toolkit,false)' ./... | xargs -r go test -race -timeout 30m
	@go test -timeout 30m ./ingest
	@go list -pgo=off -f '$(call toolkit,true)' ./... | xargs -r go test -timeout 30m
	@windows="$(call folders,^//go:build e2e)"; [[ -z "$$windows" ]] || .ci/with-x go test -count=1 -tags e2e $$windows

# Dumps of all recorded traces give the same answers as the traces, and cuts of random windows the same as these windows; removed records change only what was lost. Verbs are
# killed often, each of their calls fails once, and a trace of 1 GB is opened with 256 MB of memory. Recordings of the same
# program do not differ significantly. Browsers, speedscope
# and the Firefox Profiler (from npm) open what is exported for them.
check:
	@CGO_ENABLED=0 THREADLENS_DUMPS=all THREADLENS_CUTS=all go test -tags nogui -count=1 -timeout 60m -run '^TestDump|^TestCut' ./app/command
	@CGO_ENABLED=0 THREADLENS_GAPS=50 THREADLENS_KINDS=200 go test -tags nogui -count=1 -timeout 180m \
	-run '^TestLostRecords$$|^TestRecordsLostSilently$$|^TestMoreEvidence$$' ./ingest
	@CGO_ENABLED=0 THREADLENS_KILLS=200 THREADLENS_FAULTS=1500 THREADLENS_MEGABYTES=1000 go test -tags nogui -count=1 -timeout 180m \
	-run '^TestKilled|^TestFaults$$|^TestControlGroup$$' ./app/harm
	@CGO_ENABLED=0 THREADLENS_TRIALS=20 go test -tags nogui -count=1 -timeout 60m -run '^TestNullTrials$$|^TestCompareManyRecordings$$' ./app/command
	@.ci/setup browser
	@CGO_ENABLED=0 THREADLENS_BROWSERS=1 THREADLENS_VIEWERS="$$(.ci/viewers $(BIN)/viewers)" go test -tags nogui -count=1 \
	-run '^TestBrowsers$$|^TestSpeedscope$$|^TestFirefoxProfiler$$' ./app/export/web ./app/export/profiles

# Rewrites everything that tests compare with what they recorded: texts, answers, looks. Read the diff.
answers:
	@.ci/setup build test
	@CGO_ENABLED=0 THREADLENS_UPDATE=1 go test -tags nogui -timeout 30m ./app ./app/command ./app/session/... ./app/export ./model/... ./timeline/...
	@CGO_ENABLED=0 THREADLENS_UPDATE=1 go test -tags nogui -timeout 30m -run Answers ./ingest/...
	@THREADLENS_UPDATE=1 .ci/with-x go test -timeout 30m -run 'SameLooks|Panels|BannerPanel|TestPages|TestMeasureHostFigure|Markup|Use|Legend|Settings|TestFindingsTab' ./app/view

# Everything that does not draw, for Windows: without cgo, and with it, which the live view needs. The window takes
# minutes the first time: see test-wine.
windows:
	@.ci/setup windows
	@GOOS=windows CGO_ENABLED=0 go build -o /dev/null -tags nogui ./app
	@export GOOS=windows CGO_ENABLED=1 CC='$(CURDIR)/.ci/mingw-cc'; \
	go list -pgo=off -tags nogui -f '$(call toolkit,false)' ./... | xargs -r go build -tags nogui; \
	go vet $(onlywindows) && CGO_ENABLED=0 go vet $(onlywindows)

lint: $(TOOLS)
	@.ci/setup build windows
	@files=$$($(BIN)/gofumpt -l .); [[ -z "$$files" ]] || { echo "gofumpt would change:"; echo "$$files"; exit 1; }
	@go vet -tags e2e ./...
	@$(BIN)/staticcheck -tags e2e ./...
	@$(BIN)/gocyclo -over 15 .
	@.ci/words
	@.ci/deadcode $(BIN)/deadcode

# Rebuilt when this file, and so perhaps a version, has changed.
$(BIN)/gofumpt: Makefile
	@GOBIN=$(BIN) go install $(GOFUMPT) && touch $@
$(BIN)/staticcheck: Makefile
	@GOBIN=$(BIN) go install $(STATICCHECK) && touch $@
$(BIN)/gocyclo: Makefile
	@GOBIN=$(BIN) go install $(GOCYCLO) && touch $@
$(BIN)/deadcode: Makefile
	@GOBIN=$(BIN) go install $(DEADCODE) && touch $@

bench:
	@go test -run '^$$' -bench '$(BENCH)' -benchmem $(call folders,^func Benchmark)

# Each program of the zoo is recorded in three ways; ZOO holds flags: go run -tags nogui ./app/zoo -help. Needs root, perf
# and an otherwise idle machine.
zoo: nogui
	@CGO_ENABLED=0 go run -tags nogui ./app/zoo $(ZOO)

# Debian programs, with a second observer of the same run.
zoo-debian: nogui
	@.ci/setup zoo
	@CGO_ENABLED=0 go run -tags nogui ./app/zoo -debian $(ZOO)

# Debian programs with one planted cause each, and healthy ones; FIELD holds flags: go run -tags nogui ./app/field -help.
field: nogui
	@.ci/setup field
	@CGO_ENABLED=0 go run -tags nogui ./app/field $(FIELD)

# MUTANTS changes chosen by SEED, or all AT a place (model/lines.go:12), each judged by the tests that reach it, of all
# packages or of TESTS. Changes that no test could notice are in app/mutate/equivalent.txt.
mutate = go run -tags nogui ./app/mutate -seed '$(SEED)' -mutants '$(MUTANTS)' -tests '$(TESTS)' -at '$(AT)' $(1)
mutate:
	@CGO_ENABLED=0 $(call mutate,-packages '$(PACKAGES)')

mutate-window: MUTANTS := 40
mutate-window:
	@.ci/setup build test
	@.ci/with-x $(call mutate,-tags '' -packages '$(or $(PACKAGES),./app/view/...)' -tests '$(or $(TESTS),./app/view)')

# Measures the profile of frequent paths for the compiler (app/default.pgo) again: reading the large traces that
# THREADLENS_BIG lists, and drawing frames.
pgo:
	@[[ -n "$${THREADLENS_BIG:-}" ]] || { echo "set THREADLENS_BIG to large traces, with colons between them"; exit 1; }
	@dir=$$(mktemp -d); trap 'rm -r "$$dir"' EXIT; \
	go test -run '^$$' -bench 'Load' -benchtime 5x -cpuprofile "$$dir/load" -o "$$dir/load.test" ./ingest; \
	go test -run '^$$' -bench 'Frame/' -cpuprofile "$$dir/frame" -o "$$dir/frame.test" ./timeline; \
	go tool pprof -proto "$$dir/load" "$$dir/frame" > app/default.pgo

# TRACES: the builds for Linux and Windows must give the same output for these.
test-wine:
	@.ci/setup build test windows wine
	@.ci/wine wine-out $(TRACES)

fuzz:
	@.ci/fuzz $(FUZZTIME)

# The screenshots in the README, from the real window.
screenshots: build
	@.ci/setup build test
	@.ci/with-x .ci/screenshots

setup:
	@.ci/setup build test

clean:
	@rm -rf threadlens threadlens-nogui demo-out $(BIN)
