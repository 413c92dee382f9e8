import type { PluginHeader } from './plugin-headers.ts';

type Call = { plugin: string; method: string; options: unknown };
type Answer = (options: never) => unknown;
type Settings = { platform: 'ios' | 'android'; headers: PluginHeader[] };

/** What a test sees and says on the phone's side; `window.phone` in a browser test. */
export type Phone = ReturnType<typeof installBridge>;

/**
 * The bridge that a phone puts on the window before the page loads. It has the methods of the real plugins and no
 * others. Install it before the native layer is loaded. It uses nothing from outside: a browser test sends its text to
 * the page.
 */
export function installBridge({ platform, headers }: Settings) {
  const calls: Call[] = [];
  const answers = new Map<string, Answer>();
  const listeners = new Map<string, { id: string; hear: (event: unknown) => void }[]>();
  let ids = 0;

  const bridge = {
    getPlatform: () => platform,
    isNativePlatform: () => true,
    Plugins: {},
    PluginHeaders: headers,
    nativePromise: async (plugin: string, method: string, options: unknown) => {
      calls.push({ plugin, method, options });
      return answers.get(`${plugin}.${method}`)?.(options as never);
    },
    nativeCallback(plugin: string, method: string, options: Record<string, string>, hear: (event: unknown) => void) {
      const key = `${plugin}.${options.eventName}`;
      const heard = listeners.get(key) ?? [];
      if (method === 'removeListener')
        listeners.set(
          key,
          heard.filter(({ id }) => id !== options.callbackId),
        );
      if (method !== 'addListener') return '';
      ids += 1;
      listeners.set(key, [...heard, { id: String(ids), hear }]);
      return String(ids);
    },
  };
  const phone = {
    /** What the app asked of the phone, such as `Haptics.notification`. */
    calls,
    optionsOf: (name: string) =>
      calls.filter((call) => `${call.plugin}.${call.method}` === name).map((call) => call.options),
    /** How the phone answers a method from now on. */
    answer: (name: string, how: Answer) => void answers.set(name, how),
    /** The phone tells the app something. */
    tell(name: string, event: unknown) {
      for (const { hear } of listeners.get(name) ?? []) hear(event);
    },
    listens: (name: string) => (listeners.get(name) ?? []).length,
  };
  Object.assign(globalThis, {
    Capacitor: bridge,
    webkit: platform === 'ios' ? { messageHandlers: { bridge: {} } } : undefined,
    androidBridge: platform === 'android' ? {} : undefined,
    phone,
  });
  return phone;
}
