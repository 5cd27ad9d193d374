// @ts-check
// Sent to a page's own world, where alone it shows that a page waits for what the browser asks the person (see page/asks.js). It changes nothing that the
// page does: the same functions are called with the same arguments, and look the same. chrome.scripting.executeScript sends it as text, so it uses nothing
// from here.
globalThis.edithWatchAsks = (/** @type {string} */ word) => {
  const target = globalThis;
  const dispatch = target.dispatchEvent.bind(target);
  const Told = target.CustomEvent;
  const { apply } = Reflect;
  const then = Promise.prototype.then;
  const tell = (/** @type {string} */ detail) => dispatch(new Told(word, { detail }));
  /** @type {(about: string) => () => void} */
  const begun = (about) => {
    let open = true;
    tell(`+${about}`);
    return () => {
      if (open) tell(`-${about}`);
      open = false;
    };
  };
  /** Tells of the calls of one function until they have answered, by a promise or through the functions given to them. */
  const watch = (/** @type {any} */ owner, /** @type {string} */ name, /** @type {string} */ about) => {
    const original = owner?.[name];
    if (typeof original !== 'function') return;
    owner[name] = new Proxy(original, {
      apply(call, self, given) {
        // What only offers itself in a field asks nothing.
        if (['conditional', 'silent'].includes(given[0]?.mediation)) return apply(call, self, given);
        const over = begun(about);
        const told = (/** @type {any} */ one) =>
          typeof one !== 'function' ? one : new Proxy(one, {
            apply(answer, its, answers) {
              over();
              return apply(answer, its, answers);
            },
          });
        try {
          const answer = apply(call, self, given.map(told));
          if (answer instanceof Promise) apply(then, answer, [over, over]);
          else if (!given.some((/** @type {any} */ one) => typeof one === 'function')) over();
          return answer;
        } catch (error) {
          over();
          throw error;
        }
      },
    });
  };
  const scope = /** @type {any} */ (target);
  /** @type {[any, string, string][]} */
  const asking = [
    [scope.Geolocation?.prototype, 'getCurrentPosition', 'location'], [scope.Geolocation?.prototype, 'watchPosition', 'location'],
    [scope.Notification, 'requestPermission', 'notifications'], [scope.PushManager?.prototype, 'subscribe', 'notifications'],
    [scope.MediaDevices?.prototype, 'getUserMedia', 'camera'], [scope.Navigator?.prototype, 'webkitGetUserMedia', 'camera'],
    [scope.MediaDevices?.prototype, 'getDisplayMedia', 'screen'],
    [scope.Clipboard?.prototype, 'read', 'clipboard'], [scope.Clipboard?.prototype, 'readText', 'clipboard'],
    [scope.Bluetooth?.prototype, 'requestDevice', 'device'], [scope.USB?.prototype, 'requestDevice', 'device'],
    [scope.Serial?.prototype, 'requestPort', 'device'], [scope.HID?.prototype, 'requestDevice', 'device'],
    [scope.Navigator?.prototype, 'requestMIDIAccess', 'device'],
    [scope.CredentialsContainer?.prototype, 'get', 'account'], [scope.CredentialsContainer?.prototype, 'create', 'account'],
    [scope.PaymentRequest?.prototype, 'show', 'payment'],
    [scope, 'showSaveFilePicker', 'files'], [scope, 'showDirectoryPicker', 'files'],
    [scope.Document?.prototype, 'requestStorageAccess', 'storage'],
  ];
  for (const [owner, name, about] of asking) watch(owner, name, about);
  return true;
};
