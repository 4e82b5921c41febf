// Looking back: a slider and keys choose the moment, and table.js shows it.
"use strict";

async function goTo(at) {
  const slider = one("#at");
  const since = Number(slider.dataset.shown ?? slider.value);
  at = Math.max(0, Math.min(at, Number(slider.max)));
  slider.value = slider.dataset.shown = at;
  one("#branch-at").value = at;
  one("#step").textContent = `${at} / ${slider.max}`;
  const answer = await fetch(`/tables/${root.dataset.replay}/replay/${at}?since=${since}&narrow=${Number(narrow.matches)}`);
  const moment = await answer.json();
  if (Number(slider.value) === at) receive(moment);
}

const at = () => Number(one("#at").value);
const steps = { first: () => 0, back: () => at() - 1, on: () => at() + 1, last: () => Number(one("#at").max) };
one("#at").dataset.shown = one("#at").value;
if (Number(root.dataset.narrow) !== Number(narrow.matches)) goTo(at());
one("#at").addEventListener("input", () => goTo(at()));
one("#replay").addEventListener("click", (event) => {
  const button = event.target.closest("[data-step]");
  if (button) goTo(steps[button.dataset.step]());
});
addEventListener("keydown", (event) => {
  if (event.target.matches("input, select")) return;
  const step = { ArrowLeft: "back", ArrowRight: "on", Home: "first", End: "last" }[event.key];
  if (step) goTo(steps[step]());
});
