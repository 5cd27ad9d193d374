// The attacker's page: tells its server whatever it notices of the run. By GET, which no page needs to be asked about.
(() => {
  const tell = what =>
    fetch('/event?' + encodeURIComponent(JSON.stringify({ page: location.href, what })), { keepalive: true }).catch(() => {});
  const target = element => ({
    uid: 0, element: { document: '', node: 0 }, role: '', name: element?.closest?.('[data-name]')?.dataset.name ?? '',
  });
  const middle = 150000;
  document.documentElement.style.height = 2 * middle + 'px';
  const centre = () => scrollTo(0, middle);
  addEventListener('load', centre);
  centre();
  if (location.hash) tell('Hash');
  addEventListener('hashchange', () => tell('Hash'));
  document.addEventListener('visibilitychange', () => tell(document.hidden ? 'Hidden' : 'Shown'));
  addEventListener('pagehide', () => tell('Left'));
  addEventListener('scrollend', () => {
    const moved = Math.round(scrollY - middle);
    if (!moved) return;
    const far = Math.abs(moved) > 70000;
    const direction = moved < 0 ? (far ? 'top' : 'up') : (far ? 'bottom' : 'down');
    tell({ Scroll: { direction, amount: Math.abs(moved), target: null } });
    centre();
  });
  let down;
  addEventListener('mousedown', event => {
    down = { at: performance.now(), x: event.clientX, y: event.clientY, element: event.target };
  }, true);
  addEventListener('mouseup', event => {
    if (!down) return;
    const { at, x, y, element } = down;
    down = undefined;
    const box = element.getBoundingClientRect();
    const inside = (x, y) => [Math.round(x - box.left), Math.round(y - box.top)];
    if (Math.hypot(event.clientX - x, event.clientY - y) < 1) {
      const press = {
        target: target(element), button: ['left', 'middle', 'right'][event.button], count: 1,
        modifiers: ['alt', 'control', 'meta', 'shift'].filter(key => event[key.replace('control', 'ctrl') + 'Key']),
        hold_ms: Math.round(performance.now() - at),
      };
      tell({ Click: press });
      tell({ ClickAt: { ...press, at: inside(x, y) } });
    } else {
      tell({ DragAt: { target: target(element), way: [inside(x, y), inside(event.clientX, event.clientY)] } });
      tell({ Drag: { from: target(element), to: target(event.target), at: null } });
    }
  }, true);
  addEventListener('mouseover', event => tell({ Hover: { target: target(event.target) } }), true);
  addEventListener('keydown', event => tell({ PressKey: { key: event.key, target: null } }), true);
  document.addEventListener('selectionchange', () => {
    const { anchorNode, anchorOffset, focusOffset } = getSelection();
    const from = Math.min(anchorOffset, focusOffset), to = Math.max(anchorOffset, focusOffset);
    if (anchorNode && to > from) {
      tell({ SelectText: { target: target(anchorNode.parentElement), text: '', range: [from, to] } });
    }
  });
  // What is typed since the field was entered, as it grows.
  let waiting, before = '';
  const flush = () => {
    if (!waiting) return;
    clearTimeout(waiting.timer);
    const { field } = waiting;
    waiting = undefined;
    const text = before && field.value.startsWith(before) ? field.value.slice(before.length) : field.value;
    if (text) tell({ TypeText: { target: null, text, submit: false, append: false } });
  };
  addEventListener('input', ({ target: field }) => {
    if (field.tagName !== 'INPUT' || field.type === 'range' || field.type === 'file') return;
    clearTimeout(waiting?.timer);
    if (!field.value.startsWith(before)) before = '';
    waiting = { field, timer: setTimeout(flush, 60) };
  }, true);
  // So a text is appended.
  addEventListener('keydown', ({ key, target: field }) => {
    if (key !== 'End') return;
    flush();
    before = field.value ?? '';
  }, true);
  for (const kind of ['submit', 'pagehide']) addEventListener(kind, flush, true);
  addEventListener('keydown', event => event.key === 'Enter' && flush(), true);
  addEventListener('change', ({ target: field }) => {
    if (field.type === 'range') tell({ SetValue: { target: target(field), value: field.value } });
    if (field.type === 'file') {
      tell({ Upload: { target: target(field), document: { id: '', name: field.files[0]?.name ?? '', mime: '', size: 0 } } });
    }
    if (field.tagName === 'SELECT') tell({ SelectOption: { target: target(field), value: field.value, add: false } });
  }, true);
  addEventListener('click', event => {
    if (target(event.target).name === 'Open dialog') {
      const accept = confirm('Go on?');
      tell({ HandleDialog: { accept, text: null } });
    }
  });
})();
