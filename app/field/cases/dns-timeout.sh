#| title: a name is looked up at a server that does not answer
#| truth: the program's own clock around getaddrinfo
#| needs: python3 unshare=util-linux
#| words: DNS | network | UDP | port 53
#| words: time | answer | wait
#| names: python3
#| number: waited within 5 %
#| never: polling | lock | herd | disk
. "${0%/*}/common"
case $1 in
prepare) printf 'nameserver 127.0.0.1\noptions timeout:1 attempts:2\n' >resolv.conf ;;
run) exec unshare -n -m bash -c 'mount --bind resolv.conf /etc/resolv.conf && ip link set lo up && exec python3 "$1"' bash "$here/lookup.py" ;;
truth) cat truth.txt ;;
finish) ;;
esac
