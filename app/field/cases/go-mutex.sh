#| title: four goroutines on two CPUs compute, nearly always inside one mutex
#| truth: the program's own CPU time against its time by the clock
#| needs: go=golang-go
#| idle: 50 %
#| words: take turns | one at a time | single | one thread
#| names: onelock
#| number: cpus within 5 % | ran within 5 %
#| never: herd | oversubscription | stop-the-world | polling
. "${0%/*}/common"
case $1 in
prepare) GOFLAGS=-buildvcs=false CGO_ENABLED=0 GO111MODULE=off go build -o onelock "$here/onelock.go" ;;
run) GOMAXPROCS=4 exec ./onelock truth.txt ;;
truth) cat truth.txt ;;
finish) ;;
esac
