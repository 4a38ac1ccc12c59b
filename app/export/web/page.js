
"use strict";
(() => {
	const box = document.querySelector(".lanes");
	const length = Number(box.dataset.length), start = Number(box.dataset.start), unit = Number(box.dataset.unit); // ns
	const svgs = [...box.querySelectorAll("svg.lane")];
	const ticks = box.querySelector(".ticks"), readout = document.querySelector(".readout"), mark = box.querySelector(".mark");
	const notes = JSON.parse(box.dataset.notes);
	const pieces = new Array(svgs.length);
	let from = 0, to = length;
	if (!(length > 0)) {
		return;
	}

	// words writes ns as the tables do: milliseconds with three decimals, truncated.
	const words = (ns, decimals) => {
		const ms = Math.floor(ns / 1e6), rest = String(Math.floor(ns) - ms * 1e6).padStart(6, "0").slice(0, decimals || 3);
		return String(ms).replace(/\B(?=(\d{3})+$)/g, "\u2009") + "." + rest + " ms";
	};
	const decimals = () => to - from < 1e4 ? 6 : 3;

	// step is the distance of the labels: 1, 2 or 5 times a power of ten.
	const step = least => {
		const power = 10 ** Math.floor(Math.log10(least));
		return [1, 2, 5, 10].map(k => k * power).find(s => s >= least);
	};
	const drawTicks = () => {
		const by = Math.max(1, step((to - from) / Math.max(2, ticks.clientWidth / 140)));
		const parts = [];
		const svg = (kind, set, text) => {
			const e = document.createElementNS("http://www.w3.org/2000/svg", kind);
			for (const k in set) {
				e.setAttribute(k, set[k]);
			}
			e.textContent = text;
			parts.push(e);
		};
		for (let at = Math.ceil((start + from) / by) * by; at < start + to; at += by) {
			const x = 100 * (at - start - from) / (to - from) + "%";
			svg("line", { x1: x, x2: x, y1: 14, y2: 20 }, "");
			svg("text", { x: x, y: 11 }, words(at, decimals()));
		}
		ticks.replaceChildren(...parts);
	};
	const show = (a, b) => {
		const least = Math.max(10, length / 1e5);
		let size = Math.min(length, Math.max(least, b - a));
		from = Math.min(Math.max(0, (a + b - size) / 2), length - size);
		to = from + size;
		for (const s of svgs) {
			s.setAttribute("viewBox", from / unit + " 0 " + (to - from) / unit + " 1");
		}
		drawTicks();
	};
	const zoom = (factor, at) => show(at - (at - from) * factor, at + (to - at) * factor);
	const move = share => {
		const d = (to - from) * share;
		const a = Math.min(Math.max(0, from + d), length - (to - from));
		show(a, a + to - from);
	};

	// read is the pieces of a lane, from its paths: a rectangle each, as high as the share of its state.
	const read = i => {
		if (!pieces[i]) {
			pieces[i] = [];
			for (const p of svgs[i].querySelectorAll("path")) {
				for (const m of p.getAttribute("d").matchAll(/M([\d.]+) ([\d.]+)h([\d.]+)v([\d.]+)/g)) {
					const a = Math.round(Number(m[1]) * unit);
					pieces[i].push({ from: a, to: a + Math.round(Number(m[3]) * unit), share: Number(m[4]), title: p.dataset.title });
				}
			}
		}
		return pieces[i];
	};
	const noteAt = (i, at) => {
		const list = notes[i] || [];
		for (let k = 0; k < list.length; k += 2) {
			if (list[k] === at) {
				return list[k + 1];
			}
		}
		return "";
	};
	const tell = (i, at) => {
		const name = svgs[i].previousElementSibling.textContent.trim();
		const here = read(i).filter(p => p.from <= at && at < p.to);
		let text = name + " at " + words(start + at, decimals());
		if (here.length > 0) {
			const p = here[0];
			const what = here.length === 1 && p.share > .999 ? p.title :
				"many changes, " + here.map(q => q.title + " " + (100 * q.share).toFixed(1) + "%").join(", ");
			const note = here.length === 1 ? noteAt(i, p.from) : "";
			text = name + ": " + what + (note ? " – " + note : "") + ", " + words(start + p.from, decimals()) + " – " + words(start + p.to, decimals()) + " (" + words(p.to - p.from, 6) + ")";
		}
		readout.textContent = text;
	};

	const place = e => {
		const r = ticks.getBoundingClientRect();
		return { x: Math.min(Math.max(0, e.clientX - r.left), r.width), width: r.width };
	};
	const timeAt = p => from + (to - from) * p.x / p.width;
	let drag = null;
	box.addEventListener("pointermove", e => {
		const i = svgs.indexOf(e.target.closest("svg.lane"));
		const p = place(e);
		if (drag !== null) {
			const left = Math.min(drag.x, p.x);
			mark.hidden = false;
			mark.style.left = ticks.offsetLeft + left + "px";
			mark.style.width = Math.abs(p.x - drag.x) + "px";
		} else if (i >= 0) {
			tell(i, timeAt(p));
		}
	});
	box.addEventListener("pointerdown", e => {
		if (e.button === 0 && e.target.closest("svg")) {
			drag = place(e);
			box.setPointerCapture(e.pointerId);
		}
	});
	const drop = e => {
		const began = drag, p = place(e);
		drag = null;
		mark.hidden = true;
		if (began !== null && e.type === "pointerup" && Math.abs(p.x - began.x) > 4) {
			const a = timeAt(began), b = timeAt(p);
			show(Math.min(a, b), Math.max(a, b));
		}
	};
	box.addEventListener("pointerup", drop);
	box.addEventListener("pointercancel", drop);
	box.addEventListener("dblclick", () => show(0, length));
	box.addEventListener("wheel", e => {
		if (e.ctrlKey || e.metaKey) {
			e.preventDefault();
			zoom(e.deltaY > 0 ? 1.25 : .8, timeAt(place(e)));
		}
	}, { passive: false });

	const middle = () => (from + to) / 2;
	const acts = {
		in: () => zoom(.5, middle()), out: () => zoom(2, middle()), left: () => move(-.3), right: () => move(.3), all: () => show(0, length),
	};
	const keys = { "+": "in", "=": "in", "-": "out", "ArrowLeft": "left", "ArrowRight": "right", "0": "all", "Home": "all" };
	box.addEventListener("keydown", e => {
		if (keys[e.key] && !e.ctrlKey && !e.metaKey && !e.altKey) {
			e.preventDefault();
			acts[keys[e.key]]();
		}
	});
	document.querySelector(".tools").hidden = false;
	for (const b of document.querySelectorAll("button[data-do]")) {
		b.addEventListener("click", acts[b.dataset.do]);
	}
	for (const b of document.querySelectorAll("button[data-from]")) {
		b.addEventListener("click", () => {
			const a = Number(b.dataset.from), z = Number(b.dataset.to), room = (z - a) / 4;
			show(Math.max(0, a - room), Math.min(length, z + room));
			svgs.forEach((s, i) => s.classList.toggle("found", String(i) === b.dataset.lane));
			box.scrollIntoView({ block: "start" });
			if (b.dataset.lane !== undefined) {
				tell(Number(b.dataset.lane), (a + z) / 2);
			}
		});
	}
	addEventListener("resize", drawTicks);
	drawTicks();
})();
