// Shows servers with tools in every state, and what they ask, as the worker would tell of them.
(() => {
  const now = Date.now();
  const tool = (name, description, more = {}) => ({ name, description, enabled: true, ...more });
  const tracker = {
    id: 'tracker', name: 'Tracker', url: 'https://mcp.tracker.example/v1', transport: 'auto', headers: { 'X-Team': '' }, enabled: true, trust: 'reads',
    state: 'connected', about: 'Example Tracker 2.4.1', protocol: '2026-07-28', signedIn: true,
    tools: [
      tool('list_issues', 'Lists the issues of a project, newest first.', { title: 'List issues', onlyReads: true }),
      tool('get_issue', 'Gets an issue with its comments.', { onlyReads: true }),
      tool('create_issue', 'Creates an issue in a project. The title is one line; the body is Markdown and may name other issues by their numbers. Labels that do not exist yet are made. Whoever watches the project is told by mail, so do not create several in a row for one thing: comment on the first instead.', { title: 'Create an issue' }),
      tool('commentOnIssue', 'Adds a comment.', { changed: true }),
      tool('delete_issue', 'Deletes an issue for good.', { enabled: false }),
    ],
    warnings: ['Two tools were left out: they have the same name, “search”.'],
    prompts: [
      { name: 'triage', title: 'Triage new issues', description: 'Goes over new issues and proposes labels.', arguments: [{ name: 'project', description: 'The short name of the project, such as WEB', required: true }, { name: 'since', description: 'A date; none: the last week' }] },
      { name: 'release_notes', description: 'Writes the notes of a release from its closed issues.' },
    ],
    resources: [
      { uri: 'tracker://WEB/roadmap', name: 'Roadmap of WEB', mime: 'text/markdown', size: 18400, description: 'What is planned for the next two quarters.' },
      { uri: 'tracker://WEB/export.csv', name: 'All open issues', mime: 'text/csv', size: 240100 },
    ],
    calls: [
      { tool: 'create_issue', at: now - 240000, ms: 1240, outcome: 'answered' },
      { tool: 'create_issue', at: now - 300000, ms: 320, outcome: 'asks' },
      { tool: 'list_issues', at: now - 7200000, ms: 410, outcome: 'failed' },
      { tool: 'delete_issue', at: now - 90000000, ms: 60000, outcome: 'unknown' },
    ],
  };
  const files = {
    id: 'files', name: 'files.example.org', url: 'https://files.example.org/mcp', transport: 'auto', enabled: true, trust: 'ask', state: 'sign_in', tools: [],
    error: 'files.example.org wants you to sign in before it tells what it offers. Press Sign in.',
  };
  const old = {
    id: 'old', name: 'Weather of the mountain stations of the Eastern Alps', url: 'http://127.0.0.1:3333/sse', transport: 'sse', enabled: true, trust: 'ask', state: 'failed', tools: [],
    error: '127.0.0.1:3333 cannot be reached. Is the server started, and is the address right?',
  };
  const off = { id: 'off', name: 'Calendar', url: 'https://calendar.example/mcp', transport: 'auto', enabled: false, trust: 'all', state: 'off', tools: [] };
  const servers = [tracker, files, old, off];

  const ids = { runId: 'served', conversationId: 'served' };
  const question = (questionId, type, title, more = {}) => ({ questionId, type, title, required: false, current: '', value: '', source: { kind: 'none' }, confidence: 1, state: 'proposed', ...more });
  const questions = [
    question('title', 'text', 'Title', { required: true, value: 'The lamp page is blank on phones', hint: 'One line, 4 – 80 characters.' }),
    question('body', 'long_text', 'What happens'),
    question('priority', 'choice', 'Priority', { required: true, options: ['Low', 'Normal', 'Urgent'], value: 'Normal' }),
    question('labels', 'choices', 'Labels', { options: ['bug', 'web', 'needs a picture'], hint: '≤ 2' }),
    question('due', 'date', 'Due'),
    question('estimate', 'number', 'Hours that it takes', { hint: '1 – 40' }),
    question('contact', 'email', 'Who is told when it is done', { required: true }),
    question('page', 'url', 'Address of the page'),
  ];
  const body = `The page of the reading lamp stays blank on phones since Tuesday.\n\n${'It loads, the title is right, and then nothing is drawn; on a computer everything is there. '.repeat(6)}\n\nSeen by three people.`;
  const use = {
    action: { tool: 'mcp__Tracker__create_issue', args: { project: 'WEB', title: 'The lamp page is blank on phones', body, labels: ['bug', 'web'] }, target: null, says: 'Use “create_issue” of “Tracker”', class: 'external' },
    origin: 'mcp:Tracker',
    values: [
      { field: 'project', value: 'WEB', source: 'task' },
      { field: 'title', value: 'The lamp page is blank on phones', source: 'model' },
      { field: 'body', value: body, source: 'https://shop.example' },
      { field: 'labels', value: 'bug, web', source: 'mcp:Tracker' },
    ],
  };
  const visit = {
    action: { tool: 'mcp__Tracker__create_issue', args: { url: 'https://tracker.example/connect?team=7' }, target: null, says: 'Open “https://tracker.example/connect?team=7” in a new tab', class: 'navigates' },
    origin: 'mcp:Tracker',
    values: [{ field: 'url', value: 'https://tracker.example/connect?team=7', source: 'mcp:Tracker' }],
  };
  const sample = {
    action: { tool: 'mcp__Tracker__create_issue', args: { max_tokens: 400 }, target: null, says: 'Ask the model for the server “Tracker”', class: 'external' },
    origin: 'mcp:Tracker',
    values: [
      { field: 'system', value: 'You name issues in five words.', source: 'mcp:Tracker' },
      { field: 'user', value: body, source: 'mcp:Tracker' },
    ],
  };
  const asks = {
    form: { kind: 'form', text: 'The server “Tracker” asks you for something. It says: “Before I create the issue, please check what I understood.”', questions },
    tool: { kind: 'approval', text: 'This uses the tool “create_issue” of the server “Tracker”, outside of EDITH.', ...use },
    visit: { kind: 'approval', text: 'The server “Tracker” asks you to visit a page. It says: “Connect your team first.”', ...visit },
    sample: { kind: 'approval', text: 'The server “Tracker” wants an answer of your model to these words. It counts towards your limits.', ...sample },
  };

  const known = { servers: [], asked: '' };
  const answers = {
    MCP_LIST: () => ({ servers: known.servers }),
    MCP_TEST: () => ({ server: { ...tracker, id: '', calls: [] } }),
    MCP_IMPORT: () => ({
      added: ['Tracker', 'Calendar'],
      left: [
        { name: 'shell', reason: 'It runs as a program on your computer, which a browser cannot start.' },
        { name: 'notes', reason: 'It names no address.' },
      ],
    }),
    MCP_PROMPT: () => ({ text: 'Write the notes of the last release from its closed issues.' }),
    RUN_LIST: () => {
      const asked = asks[known.asked];
      const run = { ...ids, mode: 'agent', state: asked ? 'asking' : 'acting', step: 3, maxSteps: 30, prompt: 'Report that the lamp page is blank', startedAt: now, usage: {},
        ...(asked && { ask: { ...ids, type: 'agent_ask', askId: `served-${known.asked}`, ...asked } }) };
      return { runs: known.asked ? [run] : [] };
    },
  };
  const send = chrome.runtime.sendMessage.bind(chrome.runtime);
  chrome.runtime.sendMessage = async (message) => {
    const answer = answers[message?.type];
    return answer ? { ok: true, ...answer(message) } : send(message);
  };
  globalThis.served = {
    /** The servers are there from now on. */
    all: () => { known.servers = servers; },
    /** The run is there, and asks for this, if it is something to ask. */
    ask: (kind) => {
      known.asked = kind;
      document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
      dispatchEvent(new CustomEvent('edith-open', { detail: JSON.stringify({ conversation: 'served' }) }));
    },
  };
})();
