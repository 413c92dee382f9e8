import { freshOnboarding, type OnboardingState } from './onboarding-state.ts';
import { advance, merge, type TourEvent, worthSyncing } from './tour-machine.ts';

const SYNC_AFTER_MS = 1000;
const RETRY_AFTER_MS = [5_000, 30_000, 120_000];

type Options = {
  /** Stored under the member's own key on this device. */
  local: { read: () => OnboardingState | null; write: (state: OnboardingState) => void };
  /** What the server has is `known` if it came with the page; else it is loaded. */
  server: {
    known?: OnboardingState | null;
    load: () => Promise<OnboardingState | null>;
    save: (state: OnboardingState) => Promise<unknown>;
  };
  width: () => number;
};

export type OnboardingStore = ReturnType<typeof createOnboardingStore>;

/**
 * One member's tour and tips. Changes are stored on the device at once and sent to the server one second after the last
 * change, with retries.
 */
export function createOnboardingStore({ local, server, width }: Options) {
  let state = { ...(local.read() ?? freshOnboarding(width())), device: freshOnboarding(width()).device };
  let ready = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;
  let unsent = false;
  const listeners = new Set<() => void>();

  const tell = () => {
    for (const listener of listeners) listener();
  };

  function sync(after: number) {
    clearTimeout(timer);
    unsent = true;
    timer = setTimeout(async () => {
      const sent = state;
      try {
        await server.save(sent);
        failures = 0;
        unsent = false;
        if (worthSyncing(sent, state)) syncAgain(SYNC_AFTER_MS);
      } catch (error) {
        console.warn("Couldn't sync the onboarding state; it stays on this device for now", error);
        const wait = RETRY_AFTER_MS[Math.min(failures, RETRY_AFTER_MS.length - 1)] ?? SYNC_AFTER_MS;
        failures += 1;
        syncAgain(wait);
      }
    }, after);
  }

  /** Unless it was stopped meanwhile: another member may be signed in by then. */
  function syncAgain(after: number) {
    unsent = true;
    if (timer !== undefined) sync(after);
  }

  function set(next: OnboardingState) {
    if (next === state) return;
    const tellServer = worthSyncing(state, next);
    state = next;
    local.write(state);
    if (tellServer) sync(SYNC_AFTER_MS);
    tell();
  }

  function takeFromServer(there: OnboardingState | null) {
    const both = there ? merge(state, there) : state;
    const ahead = there ? worthSyncing(there, both) : local.read() !== null;
    state = both;
    if (there || local.read()) local.write(state);
    if (ahead) sync(SYNC_AFTER_MS);
    ready = true;
  }
  if (server.known !== undefined) takeFromServer(server.known);

  return {
    get: () => state,
    /** False until the server has answered, so that a tour finished on another device isn't offered briefly. */
    isReady: () => ready,
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
    send: (event: TourEvent) => set(advance(state, event)),
    reset() {
      ready = true;
      set(freshOnboarding(width()));
      // At once: if the page closes first, the server's old state would win.
      sync(0);
    },
    /** Loads the server's state once; after `stop` and a restart, continues with unsent changes. */
    async load() {
      if (unsent) sync(SYNC_AFTER_MS);
      if (ready) return;
      try {
        const there = await server.load();
        // A reset while loading outdates the server's answer.
        if (!ready) takeFromServer(there);
      } catch (error) {
        console.warn("Couldn't load the onboarding state", error);
      }
      ready = true;
      tell();
    },
    /** Without a user, unsent changes wait. */
    stop() {
      clearTimeout(timer);
      timer = undefined;
    },
  };
}
