
const MINUTE = 60, HOUR = 60 * MINUTE;
const NEWS_SECONDS = 2;
const main = document.querySelector("main"), timer = document.getElementById("timer");
const STALE_SECONDS = 15;  // without a newer board, nobody knows more than that one says
let ticks = 0, shown = "", written = 0, ahead = Infinity;

function lasting(seconds) {
  return Math.floor(seconds / MINUTE) + ":" + String(Math.floor(seconds % MINUTE)).padStart(2, "0");
}

function age(seconds) {
  if (seconds < MINUTE) return "< 1 min";
  return seconds < HOUR ? Math.floor(seconds / MINUTE) + " min" : Math.floor(seconds / HOUR) + " h";
}

function hear(now) {  // the time of the board: the clock here may be wrong
  written = now;
  ahead = Math.min(ahead, Date.now() / 1000 - now);  // a board that was slow to come makes it seem more
}

function boardTime() {
  if (!written) return Date.now() / 1000;  // a page that does not update itself
  const now = Date.now() / 1000 - ahead;
  return now - written > STALE_SECONDS ? written : now;
}

function secondsSince(moment) {
  return Math.max(0, boardTime() - Number(moment));
}

function count() {  // on from when it was written, while there may be something newer
  const long = [], names = document.getElementById("long");
  const late = Number(main.firstElementChild.dataset.late);
  for (const since of main.querySelectorAll("[data-since]")) {
    const seconds = secondsSince(since.dataset.since), row = since.closest("tr");
    const most = Number(since.dataset.long);
    since.textContent = lasting(seconds);
    row.classList.toggle("long", seconds > most);
    if (seconds > most) long.push([seconds, row.querySelector("bdi").textContent]);
  }
  for (const at of main.querySelectorAll("[data-at]")) {
    const seconds = secondsSince(at.dataset.at);
    at.textContent = age(seconds);
    at.classList.toggle("late", seconds > late);
  }
  long.sort((one, other) => other[0] - one[0]);
  names.textContent = long.map(([seconds, name]) => name + " " + lasting(seconds)).join(", ");
  names.parentElement.hidden = long.length === 0;
}

function countDown() {
  const left = Math.round(Number(timer.dataset.end) - boardTime());
  timer.textContent = (left < 0 ? "+" : "") + lasting(Math.abs(left));
  timer.classList.toggle("over", left < 0);
}

function load() {  // as a script, for a page that was opened from a file may read nothing else
  const script = document.createElement("script");
  script.src = main.dataset.news + "/board.js?" + Date.now();
  script.onload = script.onerror = () => script.remove();
  document.head.append(script);
}

function show(board, asOf, end, now) {  // called by what was loaded
  hear(now);
  if (end) timer.dataset.end = end;  // the round, which the keys of the board on the screen change
  if (board !== shown) {
    const focused = document.activeElement?.closest("main a")?.getAttribute("href");
    main.innerHTML = shown = board;
    const again = [...main.querySelectorAll("a")].find(link => link.getAttribute("href") === focused);
    if (focused) again?.focus({ preventScroll: true });
  }
  document.getElementById("heard").textContent = asOf;
  tick();
}

function tick() {
  if (timer?.dataset.end) countDown();
  if ("live" in main.firstElementChild.dataset) count();
}

function numberAt(lights, x) {  // of the check whose light is there, or the last before it
  let number = Number(lights.dataset.checks);
  for (const run of lights.children) {
    const box = run.getBoundingClientRect(), signs = run.textContent;
    const at = Math.floor((x - box.left) / box.width * signs.length);
    number -= signs.slice(Math.max(0, at + 1)).replace(/[|/ ]/g, "").length;
  }
  return number;
}

main.addEventListener("click", event => {
  const lights = event.target.closest(".lights div"), link = lights?.closest("tr").querySelector("a");
  const number = link && numberAt(lights, event.clientX);
  if (link) location.href = link.href + (number > 0 ? "#" + number : "");
});
if (main.dataset.now) hear(Number(main.dataset.now));
setInterval(() => {
  tick();
  ticks += 1;
  if (main.dataset.news && ticks % NEWS_SECONDS === 0 && !document.hidden) load();
}, 1000);
tick();
