import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { freshOnboarding, type OnboardingState } from './onboarding-state.ts';
import { createOnboardingStore } from './onboarding-store.ts';
import { advance } from './tour-machine.ts';

let kept: OnboardingState | null;
let onServer: OnboardingState | null;
let reachable: boolean;
let saves: OnboardingState[];

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  kept = null;
  onServer = null;
  reachable = true;
  saves = [];
});
afterEach(() => vi.useRealTimers());

const open = (known?: OnboardingState | null) =>
  createOnboardingStore({
    local: {
      read: () => kept,
      write: (state) => {
        kept = state;
      },
    },
    server: {
      known,
      load: async () => {
        if (!reachable) throw new Error('away');
        return onServer;
      },
      save: async (state) => {
        if (!reachable) throw new Error('away');
        saves.push(state);
        onServer = state;
      },
    },
    width: () => 390,
  });

test('stores changes at once and syncs one second after the last', async () => {
  const store = open();
  await store.load();
  store.send({ type: 'start' });
  store.send({ type: 'next' });
  expect(kept).toMatchObject({ tourStatus: 'in_progress', tourStep: 1, device: 'mobile' });
  await vi.advanceTimersByTimeAsync(999);
  expect(saves).toHaveLength(0);
  store.send({ type: 'next' });
  await vi.advanceTimersByTimeAsync(1000);
  expect(saves).toHaveLength(1);
  expect(saves[0]).toMatchObject({ tourStep: 2 });
});

test('does not send clicks alone', async () => {
  const store = open();
  await store.load();
  for (let click = 0; click < 50; click++) store.send({ type: 'action' });
  await vi.advanceTimersByTimeAsync(60_000);
  expect(saves).toHaveLength(0);
  expect(kept?.actionsSinceLastTip).toBe(50);
});

test('keeps unsent changes and sends them later', async () => {
  const store = open();
  await store.load();
  reachable = false;
  store.send({ type: 'skip' });
  await vi.advanceTimersByTimeAsync(2000);
  expect(saves).toHaveLength(0);
  expect(kept?.tourStatus).toBe('skipped');
  reachable = true;
  await vi.advanceTimersByTimeAsync(10_000);
  expect(saves.at(-1)?.tourStatus).toBe('skipped');
});

test('sends unsent changes after a reload', async () => {
  kept = advance(freshOnboarding(390), { type: 'complete' });
  onServer = freshOnboarding(1440);
  const store = open();
  await store.load();
  await vi.advanceTimersByTimeAsync(1000);
  expect(onServer?.tourStatus).toBe('completed');
});

test('takes over a tour finished on another device', async () => {
  onServer = advance(freshOnboarding(1440), { type: 'complete' });
  const store = open();
  await store.load();
  expect(store.get().tourStatus).toBe('completed');
  expect(store.isReady()).toBe(true);
  await vi.advanceTimersByTimeAsync(5000);
  expect(saves.length).toBeLessThanOrEqual(1);
});

test("lets a reset override the server's state", async () => {
  onServer = advance(freshOnboarding(1440), { type: 'complete' });
  const store = open();
  const loading = store.load();
  store.reset();
  await loading;
  expect(store.get().tourStatus).toBe('not_started');
  await vi.advanceTimersByTimeAsync(1000);
  expect(onServer?.tourStatus).toBe('not_started');
});

test('runs the tour without the server', async () => {
  reachable = false;
  const store = open();
  await store.load();
  store.send({ type: 'start' });
  expect(store.isReady()).toBe(true);
  expect(kept?.tourStatus).toBe('in_progress');
});

test('is ready at once with a state that came with the page, and does not ask for it', async () => {
  reachable = false;
  const finished = advance(freshOnboarding(390), { type: 'skip' });
  const store = open(finished);
  expect(store.isReady()).toBe(true);
  expect(store.get().tourStatus).toBe(finished.tourStatus);
  await store.load();
  expect(console.warn).not.toHaveBeenCalled();
});

test('sends nothing once it is stopped, even if a call fails then, and goes on when its member is back', async () => {
  const store = open();
  await store.load();
  reachable = false;
  store.send({ type: 'start' });
  // The call is on its way when the member signs out.
  vi.advanceTimersByTime(1000);
  store.stop();
  await vi.advanceTimersByTimeAsync(0);
  reachable = true;
  await vi.advanceTimersByTimeAsync(600_000);
  expect(saves).toEqual([]);
  await store.load();
  await vi.advanceTimersByTimeAsync(1000);
  expect(saves).toHaveLength(1);
});
