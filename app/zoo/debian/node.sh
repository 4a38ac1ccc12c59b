. "$(dirname "$0")/common"
# A server of Node with a client, files, timers and a child.
case $1 in
run) node "$here/program.js" ;;
esac
