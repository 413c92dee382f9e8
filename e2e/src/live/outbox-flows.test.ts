import { QueryClient } from '@tanstack/react-query';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { openDaily } from '../../../server/src/testing/hours.ts';
import { conversationChat } from '../../../web/src/features/conversations/conversation-chat.ts';
import { storeSignIn } from '../../../web/src/platform/api/tokens.ts';
import { createOutbox } from '../../../web/src/platform/outbox/outbox.ts';
import type { Write } from '../../../web/src/platform/outbox/write.ts';
import { allWrites, type WriteName } from '../../../web/src/routes/writes.ts';
import { createPhone } from '../../../web/src/testing/outbox-phone.ts';
import { flows as browserFlows } from '../offline/flows.ts';
import { patient, useServer } from './live-tab.ts';
import { flowsOn } from './write-flows.ts';

const server = useServer();
const flows = flowsOn(server);

beforeEach(async () => {
  const { db, cast } = server();
  for (const table of [
    'sessions',
    'conversations',
    'friend_requests',
    'friendships',
    'blocks',
    'notifications',
  ] as const)
    await db.deleteFrom(table).execute();
  await openDaily(db, { organizationId: cast.organizations.ironHarbour, gymId: cast.gyms.barangaroo });
});

/** The network of the phone, under the app's own client. */
function createNetwork() {
  const reach = globalThis.fetch;
  const network = { isThere: true, losesAnswers: false, isCaptive: false, writes: 0 };
  vi.stubGlobal('fetch', async (address: string, init?: RequestInit) => {
    if (!network.isThere) throw new TypeError('Failed to fetch');
    if (network.isCaptive)
      return new Response('<h1>Welcome to our Wi-Fi</h1>', { headers: { 'Content-Type': 'text/html' } });
    const answer = await reach(address, init);
    network.writes++;
    // Still on its way when the tab ends.
    return network.losesAnswers ? new Promise<Response>(() => {}) : answer;
  });
  // The app tries for a second and a half before it takes a portal's page for no answer. Here it tries at once.
  const later = globalThis.setTimeout;
  const soon = (ms = 0) => (network.isCaptive && ms < 2_000 ? 0 : ms);
  vi.stubGlobal('setTimeout', (work: () => void, ms?: number, ...given: []) => later(work, soon(ms), ...given));
  onTestFinished(() => {
    vi.stubGlobal('fetch', reach);
    vi.stubGlobal('setTimeout', later);
  });
  return network;
}

function openPhone() {
  const { phone, stored, openDevice } = createPhone();
  const reader = { id: server().cast.ana.id, first_name: 'Ana', last_name: 'Costa', avatar_url: null } as never;
  const openTab = () => {
    const { device, end } = openDevice(async () => Object.values(allWrites));
    const outbox = createOutbox(device);
    const context = { queryClient: new QueryClient(), reader };
    return {
      start: () => outbox.start(context),
      write: (name: WriteName, input: object) =>
        outbox.write(allWrites[name] as Write<object, unknown>, input, context),
      waiting: () => outbox.read().length,
      sendAll: () => outbox.sendAll(),
      end() {
        end();
        outbox.stop();
      },
    };
  };
  return { phone, stored, openTab };
}

test.each(flows.map((one, index) => [`${index + 1} ${one.what}`, one] as const))(
  '%s survives a lost answer, a killed tab, a reload without a network and a captive portal',
  async (_name, { what, writes, state, ends }) => {
    const input = await writes();
    storeSignIn({ access: await server().tokenFor(server().cast.ana), refresh: null });
    const network = createNetwork();
    const { phone, stored, openTab } = openPhone();

    // The server does it, and the answer is lost.
    const first = openTab();
    await first.start();
    network.losesAnswers = true;
    void first.write(what, input);
    await expect.poll(() => network.writes, patient).toBe(1);
    first.end();

    // Opened again without a network, and killed again.
    phone.isOnline = false;
    network.isThere = false;
    const second = openTab();
    await second.start();
    expect([second.waiting(), stored.size]).toEqual([1, 1]);
    second.end();

    // A Wi-Fi that answers with its own page.
    phone.isOnline = true;
    Object.assign(network, { isThere: true, losesAnswers: false, isCaptive: true });
    const third = openTab();
    await third.start();
    await expect.poll(() => [...stored.values()][0]?.notBefore, patient).toBeGreaterThan(0);
    expect(third.waiting()).toBe(1);
    third.end();

    // Back.
    network.isCaptive = false;
    for (const [id, entry] of stored) stored.set(id, { ...entry, notBefore: undefined });
    const last = openTab();
    await last.start();
    await expect.poll(() => [last.waiting(), stored.size], patient).toEqual([0, 0]);
    last.end();
    expect(await state(input as never)).toEqual(ends);
  },
);

test('every kind of write has a flow that cuts the network, here or in a browser', () => {
  const covered = new Set([...browserFlows.map(({ write }) => write), ...flows.map(({ what }) => what)]);
  expect(Object.keys(allWrites).filter((name) => !covered.has(name as WriteName))).toEqual([]);
});

test('every kind of write is listed under its own name', () => {
  expect(Object.entries(allWrites).filter(([name, write]) => name !== write.name)).toEqual([]);
  expect(allWrites.sendMessage).toBe(conversationChat.sendMessage);
});
