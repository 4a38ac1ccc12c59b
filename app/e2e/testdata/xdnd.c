/*
 * xdnd - drop a file on a window, as a file manager does.
 *
 * usage: xdnd WINDOW X Y FILE
 *
 * WINDOW is the id of the top-level window, X and Y a place in it. The source
 * side of the XDND protocol, version 5: enter, position, drop, then hand over
 * the file's URI when the window asks for the selection.
 */
#include <X11/Xatom.h>
#include <X11/Xlib.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static Display *dpy;
static Window source, target;

static Atom atom(const char *name) { return XInternAtom(dpy, name, False); }

static void tell(const char *type, long l1, long l2, long l3, long l4)
{
	XEvent e;

	memset(&e, 0, sizeof e);
	e.xclient.type = ClientMessage;
	e.xclient.window = target;
	e.xclient.message_type = atom(type);
	e.xclient.format = 32;
	e.xclient.data.l[0] = (long)source;
	e.xclient.data.l[1] = l1;
	e.xclient.data.l[2] = l2;
	e.xclient.data.l[3] = l3;
	e.xclient.data.l[4] = l4;
	XSendEvent(dpy, target, False, NoEventMask, &e);
	XFlush(dpy);
}

static void hand_over(XSelectionRequestEvent *r, const char *uri)
{
	XEvent e;

	XChangeProperty(dpy, r->requestor, r->property, r->target, 8, PropModeReplace,
			(const unsigned char *)uri, (int)strlen(uri));
	memset(&e, 0, sizeof e);
	e.xselection.type = SelectionNotify;
	e.xselection.requestor = r->requestor;
	e.xselection.selection = r->selection;
	e.xselection.target = r->target;
	e.xselection.property = r->property;
	e.xselection.time = r->time;
	XSendEvent(dpy, r->requestor, False, NoEventMask, &e);
	XFlush(dpy);
}

int main(int argc, char **argv)
{
	char uri[4096];
	int x, y;
	Window child;
	XEvent e;

	if (argc != 5 || !(dpy = XOpenDisplay(NULL))) {
		fprintf(stderr, "usage: xdnd WINDOW X Y FILE\n");
		return 2;
	}
	alarm(10); /* a window that never answers must not hold the test up */
	target = strtoul(argv[1], NULL, 0);
	snprintf(uri, sizeof uri, "file://%s\r\n", argv[4]);
	XTranslateCoordinates(dpy, target, DefaultRootWindow(dpy), atoi(argv[2]), atoi(argv[3]), &x, &y, &child);
	source = XCreateSimpleWindow(dpy, DefaultRootWindow(dpy), 0, 0, 1, 1, 0, 0, 0);
	XSetSelectionOwner(dpy, atom("XdndSelection"), source, CurrentTime);

	tell("XdndEnter", 5L << 24, (long)atom("text/uri-list"), 0, 0);
	tell("XdndPosition", 0, (long)x << 16 | y, CurrentTime, (long)atom("XdndActionCopy"));
	for (;;) {
		XNextEvent(dpy, &e);
		if (e.type == SelectionRequest)
			hand_over(&e.xselectionrequest, uri);
		else if (e.type == ClientMessage && e.xclient.message_type == atom("XdndStatus"))
			tell("XdndDrop", 0, CurrentTime, 0, 0);
		else if (e.type == ClientMessage && e.xclient.message_type == atom("XdndFinished"))
			return 0;
	}
}
