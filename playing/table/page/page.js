// The page of the table. textual.js draws and talks to the table; this chooses the size of its letters, gives it the
// keys and the fingers, and says so when the table is closed.
"use strict";

const FONTS = 'ui-monospace, "SF Mono", Menlo, "Cascadia Mono", Consolas, "DejaVu Sans Mono", monospace';
const SIDE_BY_SIDE = 0.85; // the width of a window, for its height, from which on the sheet is beside the dice
const TALL = { columns: 44, rows: 36 }; // what must fit in a window that is less wide, as a phone held upright
const WIDE = { columns: 92, rows: 27 }; // and in any other
const ROOMY = { columns: 124, rows: 34 }; // and in one so large that its letters stay large: here dice are the largest
const LITTLE = { columns: 80, rows: 21 }; // and in one so low that its letters would be too small to read
const LARGE = 20; // pixels of a letter
const READABLE = 13;
const SMALLEST = 6;
const A_PICTURE = 100; // bytes: less is about the terminal
const MOVING = /^(Arrow|Page|Tab)/; // keys that repeat as long as they are held
const NOBODY_SAID_GOODBYE = 1006;

const body = document.body;
const place = document.querySelector("#terminal");
const closed = document.querySelector("#closed");

// How wide and high a letter is, for each pixel of its size.
const letter = (() => {
  const pen = document.createElement("canvas").getContext("2d");
  pen.font = `100px ${FONTS}`;
  const measured = pen.measureText("W");
  const height = measured.fontBoundingBoxAscent + measured.fontBoundingBoxDescent;
  return { width: measured.width / 100, height: height / 100 };
})();

// The largest size of letters with which so many columns and rows fit. A cell is a whole number of pixels of the screen,
// else the letters would be squeezed into it.
function sizeFor({ columns, rows }) {
  const pixels = (length) => length * devicePixelRatio;
  const widest = Math.floor(pixels(place.clientWidth) / columns) / letter.width;
  const highest = Math.floor(pixels(place.clientHeight) / rows) / letter.height;
  const cell = Math.floor(Math.min(widest, highest) * letter.width);
  return (cell + 0.01) / letter.width / devicePixelRatio;
}

function letterSize() {
  if (place.clientWidth / place.clientHeight < SIDE_BY_SIDE) return Math.max(SMALLEST, sizeFor(TALL));
  const [roomy, wide] = [sizeFor(ROOMY), sizeFor(WIDE)];
  if (roomy >= LARGE) return roomy;
  return Math.max(SMALLEST, wide >= READABLE ? wide : Math.min(READABLE, sizeFor(LITTLE)));
}

// textual.js keeps its page to itself. It says `this.terminal = …` once; we listen for that, and no longer.
function whenTerminalIsMade(then) {
  Object.defineProperty(Object.prototype, "terminal", {
    configurable: true,
    set(terminal) {
      delete Object.prototype.terminal;
      this.terminal = terminal;
      then(this);
    },
  });
}

function fit(page) {
  page.terminal.options.fontSize = letterSize();
  page.fit();
}

// What is beside the last column looks like what is in it, line by line; what is below the last line, like that. The page
// has the light of the table.
function paintTheRest({ cols, rows, buffer, element }) {
  const cells = [...Array(rows).keys()].map((row) => buffer.active.getLine(row)?.getCell(cols - 1));
  if (!cells.every((cell) => cell?.isBgRGB())) return;
  const colours = cells.map((cell) => cell.getBgColor());
  const height = element.querySelector(".xterm-screen").clientHeight / rows;
  const end = (row) => (row === rows - 1 ? "100%" : `${place.offsetTop + (row + 1) * height}px`);
  const stripes = colours.map((colour, row) => `#${colour.toString(16).padStart(6, "0")} 0 ${end(row)}`);
  body.style.background = `linear-gradient(${stripes})`;
  body.classList.toggle("day", (colours[rows - 1] & 0xff) > 0x7f); // what the keys stand on is nearly white
}

// The table has the keys from its first picture on, and again whenever somebody comes back to the window.
function giveKeys(page) {
  const { terminal, socket } = page;
  terminal.textarea.inputMode = "none"; // no keyboard on the screen: one touches the table
  const isBrowsers = (key) => key.ctrlKey || key.metaKey || key.altKey || /^F(5|11|12)$/.test(key.key);
  const isHeld = (key) => key.repeat && !MOVING.test(key.key); // it did its work when it came
  terminal.attachCustomKeyEventHandler((key) => !isBrowsers(key) && !isHeld(key));
  const listen = (message) => {
    if (message.data.byteLength < A_PICTURE) return;
    socket.removeEventListener("message", listen);
    terminal.focus();
    page.onFocus();
  };
  socket.addEventListener("message", listen);
  window.addEventListener("focus", () => closed.open || terminal.focus());
}

// A finger that moves is a wheel that turns; one that taps is a mouse that clicks, which the browser sees to.
function giveFingers(terminal) {
  let last = null;
  place.addEventListener("touchstart", ({ touches }) => { last = touches[0].clientY; }, { passive: true });
  place.addEventListener("touchmove", (event) => {
    const { clientX, clientY } = event.touches[0];
    const step = place.clientHeight / terminal.rows;
    for (; Math.abs(last - clientY) >= step; last += step * Math.sign(clientY - last)) {
      const deltaY = last > clientY ? step : -step;
      terminal.element.dispatchEvent(new WheelEvent("wheel", { deltaY, clientX, clientY, bubbles: true, cancelable: true }));
    }
    event.preventDefault();
  }, { passive: false });
}

function sayClosed({ code }) {
  if (code === NOBODY_SAID_GOODBYE) {
    document.querySelector("#why").textContent = "The table no longer answers. The game is saved.";
  }
  closed.showModal();
}

async function openAgain() {
  try {
    await fetch(location.href);
    location.reload();
  } catch {
    document.querySelector("#why").textContent = "The table is not served any more. Start it again: dojo table --web";
  }
}

// A phone that a browser only plays (its tools for developers do) has other pixels than it counts here; the terminal also
// does without this count.
delete ResizeObserverEntry.prototype.devicePixelContentBoxSize;

place.dataset.sessionWebsocketUrl = `ws://${location.host}/ws`;
place.dataset.fontSize = letterSize();
document.querySelector("#again").addEventListener("click", openAgain);
closed.addEventListener("cancel", (event) => event.preventDefault());

whenTerminalIsMade((page) => {
  page.terminal.options.fontFamily = FONTS;
  page.terminal.options.theme = { background: getComputedStyle(body).getPropertyValue("--felt") };
  queueMicrotask(() => { // by then, it is connected
    window.addEventListener("resize", () => fit(page));
    fit(page);
    giveKeys(page);
    giveFingers(page.terminal);
    page.terminal.onWriteParsed(() => paintTheRest(page.terminal));
    page.socket.addEventListener("close", sayClosed);
  });
});
