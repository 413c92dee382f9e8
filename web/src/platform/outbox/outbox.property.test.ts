import fc from 'fast-check';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { noAnswer } from '#platform/api/api-error.ts';
import { toasts } from '#platform/toasts/toasts.tsx';
import { runs } from '../../../../scripts/property-runs.ts';
import { type Behavior, createPhone, createServer, type Note, refusal } from '../../testing/outbox-phone.ts';
import { testUser } from '../../testing/session.ts';
import type { SendOptions } from './write.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const rest = () => vi.advanceTimersByTimeAsync(1);
const later = () => vi.advanceTimersByTimeAsync(30_000);

test('ends in the same state through lost answers, outages, reloads, killed and second tabs as without them', async () => {
  const behaviors = fc.constantFrom<Behavior[]>('answers', 'answers', 'loses the answer', 'is away', 'never answers');
  const step = fc.oneof(
    {
      weight: 4,
      arbitrary: fc.record({ does: fc.constant('write' as const), scope: fc.constantFrom('a', 'b'), tab: fc.nat(1) }),
    },
    {
      weight: 3,
      arbitrary: fc.record({
        does: fc.constantFrom('kill' as const, 'wait' as const, 'rest' as const, 'cut' as const, 'return' as const),
        tab: fc.nat(1),
      }),
    },
  );
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 30 }), fc.infiniteStream(behaviors), async (steps, ahead) => {
      const { phone, stored, openTab } = createPhone();
      let isOver = false;
      const server = createServer(() => (isOver ? 'answers' : (ahead.next().value ?? 'answers')));
      const tabs = [openTab(server.take), openTab(server.take)];
      const tabAt = (index: number) => tabs[index] ?? openTab(server.take);
      async function reopen(index: number) {
        tabAt(index).end();
        tabs[index] = openTab(server.take);
        await tabAt(index).start();
      }
      for (const tab of tabs) await tab.start();
      const written: string[] = [];
      for (const [index, one] of steps.entries()) {
        if (one.does === 'write') {
          void tabAt(one.tab).write(one.scope, `${index}`);
          written.push(`${one.scope}: ${index}`);
          // Stored by the time that a hand has reached another tab.
          await rest();
        }
        if (one.does === 'kill') await reopen(one.tab);
        if (one.does === 'wait') await later();
        if (one.does === 'rest') await rest();
        if (one.does === 'cut') phone.isOnline = false;
        if (one.does === 'return') {
          phone.isOnline = true;
          for (const tab of tabs) void tab.outbox.sendAll();
        }
      }
      isOver = true;
      phone.isOnline = true;
      // A request without an answer ends with its tab.
      for (const index of [0, 1]) await reopen(index);
      for (let times = 0; times < 3; times++) await later();
      const ofScope = (texts: string[], scope: string) => texts.filter((text) => text.startsWith(scope));
      for (const scope of ['a', 'b']) expect(ofScope(server.received(), scope)).toEqual(ofScope(written, scope));
      expect([tabs.flatMap((tab) => tab.shown()), stored.size]).toEqual([[], 0]);
    }),
    runs(100),
  );
});

/** A setting of each scope on the server, as one number; every write sets it. */
function createSettings(behave: () => Behavior) {
  const values = new Map<string, string>();
  const taken = new Set<string>();
  const seenBy = new Map<string, string>();
  return {
    values,
    seenBy,
    async take(reader: string, { scope, text }: Note, { idempotencyKey: key }: SendOptions): Promise<string> {
      const behavior = behave();
      if (behavior === 'never answers') return new Promise(() => {});
      if (behavior === 'is away') throw noAnswer();
      if (text.startsWith('bad')) throw refusal();
      if (!taken.has(key)) values.set(scope, text);
      taken.add(key);
      seenBy.set(text, reader);
      if (behavior === 'loses the answer') throw noAnswer();
      return text;
    },
  };
}

test('keeps the last of replaced settings, whose refusals and members change in between, and shows what the server has', async () => {
  vi.spyOn(toasts, 'error').mockReturnValue('');
  const behaviors = fc.constantFrom<Behavior[]>('answers', 'answers', 'loses the answer', 'is away', 'never answers');
  const step = fc.record({
    does: fc.constantFrom('write', 'write', 'write', 'refused', 'kill', 'wait', 'cut', 'return', 'other member'),
    scope: fc.constantFrom('a', 'b'),
  });
  const kind = fc.record({ replaces: fc.boolean(), isUncertain: fc.boolean() });
  await fc.assert(
    fc.asyncProperty(
      kind,
      fc.array(step, { maxLength: 25 }),
      fc.infiniteStream(behaviors),
      async (over, steps, ahead) => {
        const { phone, stored, openTab } = createPhone();
        let isOver = false;
        const server = createSettings(() => (isOver ? 'answers' : (ahead.next().value ?? 'answers')));
        const screen = new Map<string, string>();
        let reader = 'ana';
        function read(scope: string): void {
          const value = server.values.get(scope);
          if (value === undefined) screen.delete(scope);
          else screen.set(scope, value);
        }
        const open = () => {
          // A page that is opened reads what the server has.
          for (const scope of ['a', 'b']) read(scope);
          return openTab((note, options) => server.take(reader, note, options), {
            ...over,
            show({ scope, text }) {
              const before = screen.get(scope);
              screen.set(scope, text);
              return () => void (before === undefined ? screen.delete(scope) : screen.set(scope, before));
            },
            onSettled: ({ scope }) => read(scope),
          });
        };
        let tab = open();
        const start = () => tab.start(testUser(reader));
        await start();
        const last = new Map<string, string>();
        const reopen = async () => {
          tab.end();
          tab = open();
          await start();
        };
        for (const [index, { does, scope }] of steps.entries()) {
          if (does === 'write' || does === 'refused') {
            const text = `${does === 'write' ? 'good' : 'bad'} ${reader} ${scope} ${index}`;
            void tab.write(scope, text, undefined, testUser(reader));
            if (does === 'write') last.set(`${reader} ${scope}`, text);
            // A refused one replaces what waits, too: the member's last word counts, and it isn't possible.
            else if (over.replaces) last.delete(`${reader} ${scope}`);
            await rest();
          }
          if (does === 'kill') await reopen();
          if (does === 'wait') await later();
          if (does === 'cut') phone.isOnline = false;
          if (does === 'return') {
            phone.isOnline = true;
            void tab.outbox.sendAll();
          }
          if (does === 'other member') {
            reader = reader === 'ana' ? 'ben' : 'ana';
            await reopen();
            expect(tab.outbox.read().filter(({ owner }) => owner !== reader)).toEqual([]);
          }
        }
        isOver = true;
        phone.isOnline = true;
        for (const one of ['ben', 'ana']) {
          reader = one;
          await reopen();
          for (let times = 0; times < 3; times++) await later();
          expect(tab.shown()).toEqual([]);
          for (const scope of ['a', 'b']) {
            const wanted = last.get(`${one} ${scope}`);
            if (wanted) expect(server.seenBy.has(wanted)).toBe(true);
            expect(screen.get(scope)).toEqual(server.values.get(scope));
          }
        }
        for (const [text, sender] of server.seenBy) expect(text.split(' ')[1]).toBe(sender);
        expect(stored.size).toBe(0);
      },
    ),
    runs(100),
  );
});
