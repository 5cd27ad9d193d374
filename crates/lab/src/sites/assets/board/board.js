// A task board drawn entirely in the browser. State is the truth: fields show what the state says, and the state
// changes only by trusted input that a trusted key press came before, one character at a time. A value that a script
// puts into a field is taken out again with the next frame.
const state = { tasks: null, draft: '', filter: 'all', priority: 'normal', query: '', editing: null, editText: '', busy: 0, error: '' };
const root = document.getElementById('root');

function make(tag, properties = {}, ...children) {
  const { role, label, ...rest } = properties;
  const element = Object.assign(document.createElement(tag), rest);
  if (role) element.setAttribute('role', role);
  if (label) element.setAttribute('aria-label', label);
  element.append(...children);
  return element;
}

async function api(method, path, body) {
  state.busy += 1; render();
  try {
    const answer = await fetch('/board/api' + path, { method, headers: { 'content-type': 'application/json' }, body: body && JSON.stringify(body) });
    const value = await answer.json();
    if (!answer.ok) throw new Error(value.error);
    state.error = '';
    state.tasks = value.tasks;
  } catch (error) { state.error = String(error.message || error); }
  state.busy -= 1; render();
}

// A field bound to one key of the state.
const bound = [];
function controlled(field, key) {
  let pressed = false;
  field.addEventListener('keydown', event => { pressed = event.isTrusted; });
  field.addEventListener('keyup', () => { pressed = false; });
  field.addEventListener('input', event => {
    const grown = field.value.length - state[key].length;
    if (event.isTrusted && pressed && grown <= 1) { state[key] = field.value; pressed = false; }
    render();
  });
  bound.push(() => { if (field.isConnected && field.value !== state[key]) field.value = state[key]; });
  return field;
}
function believe() { bound.forEach(check => check()); requestAnimationFrame(believe); }

const rows = new Map();
function row(task) {
  const box = make('input', { type: 'checkbox' });
  const name = make('span', { className: 'name grow' });
  const tag = make('span', { className: 'soft' });
  const edit = make('button', { type: 'button', className: 'quiet', textContent: 'Edit' });
  const remove = make('button', { type: 'button', className: 'quiet', textContent: 'Delete' });
  const editor = controlled(make('input', { type: 'text', className: 'grow' }), 'editText');
  const save = make('button', { type: 'button', textContent: 'Save' });
  const element = make('li');
  let current = task;
  const finish = () => { const text = state.editText; state.editing = null; api('PATCH', '/tasks/' + current.id, { title: text }); };
  // The box is controlled too: the server's answer sets it, not the click.
  box.addEventListener('click', event => { event.preventDefault(); if (event.isTrusted) api('PATCH', '/tasks/' + current.id, { done: !current.done }); });
  edit.addEventListener('click', () => { state.editing = current.id; state.editText = current.title; render(); editor.focus(); });
  editor.addEventListener('keydown', event => { if (event.key === 'Enter') finish(); if (event.key === 'Escape') { state.editing = null; render(); } });
  save.addEventListener('click', finish);
  remove.addEventListener('click', () => api('DELETE', '/tasks/' + current.id));
  let shown = null;
  return { element, update(task) {
    current = task;
    const mode = state.editing === task.id;
    if (shown !== mode) { element.replaceChildren(...(mode ? [editor, save] : [box, name, tag, edit, remove])); shown = mode; }
    element.className = task.done ? 'done' : '';
    box.checked = task.done; box.setAttribute('aria-label', 'Done: ' + task.title);
    name.textContent = task.title; tag.textContent = task.priority;
    edit.setAttribute('aria-label', 'Edit ' + task.title); remove.setAttribute('aria-label', 'Delete ' + task.title);
    editor.setAttribute('aria-label', 'Title of ' + task.title); save.setAttribute('aria-label', 'Save ' + task.title);
  } };
}

const draft = controlled(make('input', { type: 'text', placeholder: 'What is to be done?', label: 'New task', className: 'grow' }), 'draft');
const priority = make('select', { label: 'Priority' }, ...['low', 'normal', 'high'].map(name => make('option', { value: name, textContent: name })));
const add = make('button', { type: 'button', textContent: 'Add task' });
const query = controlled(make('input', { type: 'search', placeholder: 'Search tasks', label: 'Search tasks' }), 'query');
const filters = ['all', 'open', 'done'].map(name => {
  const button = make('button', { type: 'button', className: 'quiet', textContent: name[0].toUpperCase() + name.slice(1) });
  button.addEventListener('click', () => { state.filter = name; render(); });
  return [name, button];
});
const list = make('ul', { className: 'list panel', label: 'Tasks' });
const status = make('p', { className: 'soft', role: 'status' });
const error = make('p', { className: 'bad', role: 'alert' });

function submit() {
  const title = state.draft.trim();
  if (!title) { state.error = 'Write what is to be done first.'; render(); return; }
  state.draft = '';
  api('POST', '/tasks', { title, priority: state.priority });
}
draft.addEventListener('keydown', event => { if (event.key === 'Enter') submit(); });
add.addEventListener('click', submit);
priority.addEventListener('change', () => { state.priority = priority.value; render(); });

function set(element, text) { if (element.textContent !== text) element.textContent = text; }
function render() {
  bound.forEach(check => check());
  priority.value = state.priority;
  if (!state.tasks) return;
  const words = state.query.trim().toLowerCase();
  const shown = state.tasks.filter(task => (state.filter === 'all' || task.done === (state.filter === 'done')) && task.title.toLowerCase().includes(words));
  const elements = shown.map(task => {
    if (!rows.has(task.id)) rows.set(task.id, row(task));
    const item = rows.get(task.id); item.update(task); return item.element;
  });
  if (elements.length !== list.children.length || elements.some((element, index) => list.children[index] !== element)) list.replaceChildren(...elements);
  filters.forEach(([name, button]) => button.setAttribute('aria-pressed', String(state.filter === name)));
  const open = state.tasks.filter(task => !task.done).length;
  set(status, state.busy ? 'Saving …' : `${open} open of ${state.tasks.length}, ${shown.length} shown`);
  set(error, state.error);
}

api('GET', '/tasks').then(() => {
  root.replaceChildren(make('h1', { textContent: 'Taskboard' }),
    make('div', { className: 'panel row-actions', role: 'group', label: 'Add a task' }, draft, priority, add),
    make('div', { className: 'row-actions', role: 'group', label: 'Filter' }, query, ...filters.map(([, button]) => button)),
    status, error, list);
  render(); requestAnimationFrame(believe);
});
