// The controlled twins of the plain targets. Every field shows its state; only trusted events change the state, text only
// after a trusted key press and one character at a time; custom widgets stand for select, checkbox, radio and slider.
const state = { text: '', filled: 'before', area: '', check: false, size: '', fruit: 'Apple', open: false, level: 5 };
const targets = document.getElementById('targets');
targets.innerHTML = `
<p><div role="button" tabindex="0" id="click" class="button">Controlled button</div></p>
<label class="row">Controlled text <input id="text"></label>
<label class="row">Controlled filled <input id="filled"></label>
<label class="row">Controlled area <textarea id="area" rows="3"></textarea></label>
<p><span role="checkbox" tabindex="0" id="check" aria-label="Controlled checkbox">☐ Controlled checkbox</span></p>
<p role="radiogroup" aria-label="Size"><span role="radio" tabindex="0" data-size="small">Small</span> <span role="radio" tabindex="0" data-size="large">Large</span></p>
<p><button type="button" id="combo" role="combobox" aria-haspopup="listbox" aria-controls="fruits" aria-label="Controlled select"></button></p>
<ul role="listbox" id="fruits" aria-label="Fruits" class="list panel" hidden><li role="option" tabindex="-1">Apple</li><li role="option" tabindex="-1">Banana</li><li role="option" tabindex="-1">Damson</li></ul>
<p><span role="slider" tabindex="0" id="slider" aria-label="Controlled slider" aria-valuemin="0" aria-valuemax="10"></span></p>
<p><button type="button" id="submit">Submit controlled</button></p>`;
function believe() {
  for (const id of ['text', 'filled', 'area']) { const field = document.getElementById(id); if (field.value !== state[id]) field.value = state[id]; }
}
function render() {
  believe();
  const check = document.getElementById('check'); check.setAttribute('aria-checked', state.check); check.textContent = `${state.check ? '☑' : '☐'} Controlled checkbox`;
  document.querySelectorAll('[data-size]').forEach(radio => radio.setAttribute('aria-checked', radio.dataset.size === state.size));
  const combo = document.getElementById('combo'); combo.textContent = state.fruit; combo.setAttribute('aria-expanded', state.open);
  document.getElementById('fruits').hidden = !state.open;
  const slider = document.getElementById('slider'); slider.setAttribute('aria-valuenow', state.level); slider.textContent = '▮'.repeat(state.level) + '▯'.repeat(10 - state.level);
}
function change(key, value) { if (state[key] === value) return; state[key] = value; render(); if (key !== 'open') note(key, value); }
for (const id of ['text', 'filled', 'area']) {
  const field = document.getElementById(id); let pressed = false;
  field.addEventListener('keydown', event => { pressed = event.isTrusted; if (event.key === 'Enter' && id !== 'area') note('enter', state[id]); });
  field.addEventListener('keyup', () => { pressed = false; });
  field.addEventListener('input', event => {
    if (event.isTrusted && pressed && field.value.length - state[id].length <= 1) { state[id] = field.value; pressed = false; }
    render();
  });
  field.addEventListener('blur', () => note(id, state[id]));
}
const trusted = handler => event => { if (event.isTrusted) handler(event); };
on('click', 'click', trusted(() => note('click', true)));
on('check', 'click', trusted(() => change('check', !state.check)));
document.querySelectorAll('[data-size]').forEach(radio => radio.addEventListener('click', trusted(() => change('size', radio.dataset.size))));
on('combo', 'click', trusted(() => change('open', !state.open)));
on('fruits', 'click', trusted(event => { if (event.target.role === 'option') { change('open', false); change('fruit', event.target.textContent); } }));
on('slider', 'keydown', trusted(event => { const step = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1 }[event.key]; if (step) change('level', Math.max(0, Math.min(10, state.level + step))); }));
on('submit', 'click', trusted(() => note('submit', state.text)));
// A value that a script puts into a field is taken out again with the next frame. The rest of the page stays quiet.
render();
(function watch() { believe(); requestAnimationFrame(watch); })();
