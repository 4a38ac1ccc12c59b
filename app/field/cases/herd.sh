#| title: sixteen processes of Python wait for one socket; each connection wakes all, fifteen in vain
#| truth: getrusage of the processes: how often each waited, without the connections that it got
#| needs: python3
#| words: herd | at once
#| names: python3
#| number: vain within 5 % | connections within 5 %
#| never: stop-the-world | I/O | quota | polling
. "${0%/*}/common"
case $1 in
run) exec python3 "$here/prefork.py" 18190 ;;
truth) awk '{ waits += $1; got += $2 } END { printf "vain %d\nconnections %d\n", waits - got, got }' count.* ;;
finish) ;;
esac
