import { freshOnboarding, type OnboardingState } from './onboarding-state.ts';
import { advance, merge, type TourEvent, worthSyncing } from './tour-machine.ts';

const SYNC_AFTER_MS = 1000;
const RETRY_AFTER_MS = [5_000, 30_000, 120_000];

type Options = {
  /** Kept under the member's own key on this device. */
  local: { read: () => OnboardingState | null; write: (state: OnboardingState) => void };
  server: { load: () => Promise<OnboardingState | null>; save: (state: OnboardingState) => Promise<unknown> };
  width: () => number;
};

export type OnboardingStore = ReturnType<typeof createOnboardingStore>;

/**
 * One member's tour and tips. The device is asked first and told at once; the server is told a second after the last
 * change, and again later when it could not be reached.
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
        if (worthSyncing(sent, state)) sync(SYNC_AFTER_MS);
      } catch (error) {
        console.warn('The onboarding state stays on this device for now', error);
        const wait = RETRY_AFTER_MS[Math.min(failures, RETRY_AFTER_MS.length - 1)] ?? SYNC_AFTER_MS;
        failures += 1;
        sync(wait);
      }
    }, after);
  }

  function set(next: OnboardingState) {
    if (next === state) return;
    const tellServer = worthSyncing(state, next);
    state = next;
    local.write(state);
    if (tellServer) sync(SYNC_AFTER_MS);
    tell();
  }

  return {
    get: () => state,
    /** False until the server has been asked: a tour seen on another device is not offered here for a moment. */
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
      // At once: what the server still knows would win over a page that is closed meanwhile.
      sync(0);
    },
    /** Asks the server once; coming back after `stop`, goes on with what was not sent. */
    async load() {
      if (unsent) sync(SYNC_AFTER_MS);
      if (ready) return;
      try {
        const there = await server.load();
        // Reset while the answer was on its way: what the server knew is what was to be forgotten.
        if (ready) return;
        const both = there ? merge(state, there) : state;
        const ahead = there ? worthSyncing(there, both) : local.read() !== null;
        state = both;
        if (there || local.read()) local.write(state);
        if (ahead) sync(SYNC_AFTER_MS);
      } catch (error) {
        console.warn('The onboarding state did not load', error);
      }
      ready = true;
      tell();
    },
    /** Nobody is there to send for: what is unsent waits. */
    stop: () => clearTimeout(timer),
  };
}
