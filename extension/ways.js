// @ts-check
// The browser's entry points: context menu, keyboard, address bar, notifications. Each opens the panel and passes its request through session
// storage; the side panel may only be opened during a user gesture.
const MENU = 'ask';
const FORM = 'fill-form';
// Most characters of a page's text; the core cuts again.
const TEXT = 8000;

/** Opens the panel and tells it what to show. @type {(windowId: number, request: Wanted | Promise<Wanted>) => Promise<void>} */
function show(windowId, request) {
  const inTab = () => chrome.tabs.create({ url: 'newtab.html#open' });
  let opened;
  try {
    opened = chrome.sidePanel.open({ windowId });
  } catch (error) {
    opened = Promise.reject(error);
  }
  return Promise.all([
    opened.then(() => true, () => false),
    Promise.resolve(request).catch(() => ({})),
  ]).then(async ([beside, wanted]) => {
    const edith_open = { ...wanted, at: Date.now(), ...(beside ? { windowId } : {}) };
    await chrome.storage.session.set({ edith_open });
    if (!beside) await inTab();
  });
}

/** The same for acts that name no window. The callback keeps the user gesture, an awaited promise does not. */
/** @type {(request: Wanted | Promise<Wanted>) => void} */
function showAnywhere(request) {
  chrome.windows.getLastFocused({ windowTypes: ['normal'] }, (found) => {
    // Without a window, a tab opens one.
    void chrome.runtime.lastError;
    show(found?.id ?? -1, request);
  });
}

/** A page's text or selection; empty if unreadable. @type {(tab: chrome.tabs.Tab) => Promise<Reference>} */
async function pageOf(tab) {
  const read = (/** @type {number} */ most) => {
    const selected = String(getSelection() ?? '').trim();
    return { selected, text: selected || (document.body?.innerText ?? '').slice(0, most) };
  };
  const answers = await chrome.scripting.executeScript({ target: { tabId: /** @type {number} */ (tab.id) }, func: read, args: [TEXT] }).catch(() => []);
  const { selected, text } = answers[0]?.result ?? {};
  return { kind: selected ? 'selection' : 'page', title: tab.title ?? '', url: tab.url ?? '', text: text ?? '' };
}

/** What the person pointed at. @type {(info: chrome.contextMenus.OnClickData, tab?: chrome.tabs.Tab) => Promise<Reference>} */
async function pointedAt(info, tab) {
  const from = { title: tab?.title ?? '', url: info.pageUrl ?? tab?.url ?? '' };
  if (info.selectionText) return { kind: 'selection', ...from, text: info.selectionText };
  if (info.mediaType === 'image') return { kind: 'image', title: from.title, url: info.srcUrl ?? '', text: `On the page ${from.url}` };
  if (info.linkUrl) return { kind: 'link', title: from.title, url: info.linkUrl, text: `On the page ${from.url}` };
  return tab ? pageOf(tab) : { kind: 'page', ...from, text: '' };
}

const escaped = (/** @type {string} */ text) => text.replace(/[<>&'"]/g, (c) => `&#${c.charCodeAt(0)};`);

/** `chat: …` and `research: …` choose their mode; everything else is a task. @type {(text: string) => { kind: string; prompt: string }} */
function typed(text) {
  const [, kind, rest] = /^\s*(chat|research)\s*:\s*(.*)$/is.exec(text) ?? [null, 'agent', text];
  return { kind: kind.toLowerCase(), prompt: rest.trim() };
}

/** Whether a page of the extension is before the person: a side panel or a visible tab. */
globalThis.edithIsWatched = async () => {
  const pages = await chrome.runtime.getContexts({ contextTypes: ['SIDE_PANEL', 'TAB'] });
  if (pages.some((page) => page.contextType === 'SIDE_PANEL')) return true;
  const shown = await chrome.tabs.query({ active: true });
  return pages.some((page) => shown.some((tab) => tab.id === page.tabId));
};

/** Registers the listeners; call in the worker's first turn. `send` passes a command to the worker and returns its answer. */
/** @param {(command: Command) => Promise<Answer>} send */
export function listen(send) {
  chrome.runtime.onInstalled.addListener(() => {
    chrome.contextMenus.removeAll(() => {
      chrome.contextMenus.create({
        id: MENU,
        title: chrome.i18n.getMessage('ask_about_this'),
        contexts: ['page', 'selection', 'link', 'image'],
      });
      chrome.contextMenus.create({
        id: FORM,
        title: chrome.i18n.getMessage('fill_form'),
        contexts: ['page', 'editable'],
        documentUrlPatterns: ['http://*/*', 'https://*/*'],
      });
    });
  });
  chrome.contextMenus.onClicked.addListener((info, tab) => {
    if (info.menuItemId !== MENU && info.menuItemId !== FORM) return;
    const request = info.menuItemId === FORM
      ? { fresh: true, form: tab?.id }
      : pointedAt(info, tab).then((reference) => ({ fresh: true, context: [reference] }));
    if (tab?.windowId !== undefined && tab.windowId >= 0) show(tab.windowId, request);
    else showAnywhere(request);
  });

  chrome.commands.onCommand.addListener((command, tab) => {
    if (command === 'stop-all') return void send({ type: 'AGENT_STOP' });
    const request = command === 'ask-page' && tab?.id !== undefined
      ? pageOf(tab).then((reference) => ({ fresh: true, context: [reference] }))
      : { fresh: true };
    if (tab?.windowId !== undefined) show(tab.windowId, request);
    else showAnywhere(request);
  });

  chrome.notifications.onClicked.addListener((id) => {
    chrome.notifications.clear(id);
    const [kind, conversation] = [id.slice(0, id.indexOf(':')), id.slice(id.indexOf(':') + 1)];
    if (kind === 'conversation') showAnywhere({ conversation });
  });

  chrome.omnibox.onInputStarted.addListener(() => {
    chrome.omnibox.setDefaultSuggestion({ description: chrome.i18n.getMessage('omnibox_task') });
  });
  chrome.omnibox.onInputChanged.addListener((text, suggest) => {
    if (typed(text).kind !== 'agent' || !text.trim()) return suggest([]);
    suggest(['chat', 'research'].map((kind) => ({
      content: `${kind}: ${text}`,
      description: `${chrome.i18n.getMessage(`omnibox_${kind}`)}: <match>${escaped(text)}</match>`,
    })));
  });
  chrome.omnibox.onInputEntered.addListener((text) => {
    const { kind, prompt } = typed(text);
    const type = kind === 'chat' ? 'CHAT' : kind === 'research' ? 'RESEARCH_RUN' : 'AGENT_RUN';
    const started = chrome.tabs.query({ active: true, lastFocusedWindow: true }).then(([tab]) => {
      // The person's page may be the task's subject; the browser's own pages cannot be worked on.
      const place = kind !== 'agent' ? {} : /^https?:/.test(tab?.url ?? '') ? { tabId: tab.id } : { ownTab: true };
      return send({ type, prompt, ...place });
    });
    // A refusal (an empty text) leaves a new conversation holding the words.
    showAnywhere(started.then((answer) => (answer.ok ? { conversation: answer.conversationId } : { fresh: true, draft: prompt })));
  });
}
