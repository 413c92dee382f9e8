import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import type { CastMember } from '../../../server/src/testing/cast.ts';
import { openDaily } from '../../../server/src/testing/hours.ts';
import { addSession } from '../../../server/src/testing/test-data.ts';
import { notificationsQuery } from '../../../web/src/features/notifications/notifications.queries.ts';
import {
  cancelled,
  checkedIn,
  joinedByReader,
  leftByReader,
  movedTo,
  noLongerWaitlisted,
  type Patch,
  waitlisted,
} from '../../../web/src/features/sessions/cache/session-patches.ts';
import { sessionChat } from '../../../web/src/features/sessions/messages/session-chat.ts';
import {
  comingWeekSessionsQuery,
  joinableSessionsQuery,
  mySessionsQuery,
  proposalsQuery,
  sessionQuery,
} from '../../../web/src/features/sessions/sessions.queries.ts';
import { api } from '../../../web/src/platform/api/api.ts';
import { loginKeys } from '../../../web/src/platform/api/login-keys.ts';
import { storeSignIn } from '../../../web/src/platform/api/tokens.ts';
import { expectAsNew, openTab, patient, useServer } from './live-tab.ts';

const server = useServer();

/** A zone where it is about noon, so that no offer waits for the morning. */
const noon = () => {
  const offset = 12 - new Date().getUTCHours();
  return offset === 0 ? 'UTC' : `Etc/GMT${offset > 0 ? '-' : '+'}${Math.abs(offset)}`;
};

beforeEach(async () => {
  const { db, cast } = server();
  await db.deleteFrom('sessions').execute();
  await db.deleteFrom('live_events').execute();
  await openDaily(db, { organizationId: cast.organizations.ironHarbour, gymId: cast.gyms.barangaroo });
  await db.updateTable('gyms').set({ timezone: noon() }).where('id', '=', cast.gyms.barangaroo).execute();
});

type Thing = Omit<Parameters<typeof addSession>[1], 'gym' | 'host'> & { host?: CastMember };
const add = (thing: Thing = {}) => {
  const { db, cast } = server();
  return addSession(db, { gym: cast.gyms.barangaroo, host: cast.ben, ...thing });
};

/** Every query about a session that a member may have on the screen. */
const screens = (id: string) => {
  const gym = { id: server().cast.gyms.barangaroo, timezone: noon() };
  return (queryClient: Parameters<typeof sessionQuery>[0]) => [
    { queryKey: loginKeys.me, queryFn: () => api.getMe() },
    sessionQuery(queryClient, id),
    proposalsQuery(id),
    comingWeekSessionsQuery(),
    joinableSessionsQuery(gym),
    mySessionsQuery(),
    notificationsQuery(),
  ];
};

type Name = 'ana' | 'ben' | 'cleo' | 'finn';
const as = (name: Name) => server().as(server().cast[name]);
const who = (name: Name) => server().cast[name];
const at = (id: string) => ({ params: { id } });
const soon = () => new Date(Date.now() + 26 * 3_600_000).toISOString();
const join = async (name: Name, id: string) => (await as(name)).joinSession({ ...at(id), body: {} });
const leave = async (name: Name, id: string) => (await as(name)).leaveSession({ ...at(id), body: {} });
const wait = async (name: Name, id: string) => (await as(name)).joinWaitlist(at(id));
const propose = async (name: Name, id: string) =>
  (await as(name)).createProposal({ ...at(id), body: { proposed_time: soon(), message: 'Later?' } });
const answer = async (name: Name, id: string, how: 'acceptProposal' | 'rejectProposal') => {
  const client = await as(name);
  const [first] = (await client.listProposals(at(id))).body.results;
  return client[how]({ params: { id, proposalId: first?.id ?? '' } });
};

type Scene = {
  what: string;
  says: string;
  session?: () => Thing;
  /** Setup before the tab is opened. */
  before?: (id: string) => Promise<unknown>;
  happens: (id: string) => Promise<unknown>;
};

/** Events that Ana's idle tab receives. */
const scenes: Scene[] = [
  { what: 'somebody joins', says: 'session.joined', happens: (id) => join('cleo', id) },
  {
    what: 'another member takes the last spot',
    says: 'session.joined',
    session: () => ({ max_participants: 2 }),
    happens: (id) => join('cleo', id),
  },
  {
    what: "another member takes the last spot of a session she can't join",
    says: 'session.joined',
    session: () => ({ max_participants: 2, fitness_level_max: 'beginner' }),
    before: () =>
      server().db.updateTable('users').set({ fitness_level: 'beginner' }).where('id', '=', who('cleo').id).execute(),
    happens: (id) => join('cleo', id),
  },
  {
    what: 'a member leaves a full session',
    says: 'session.left',
    session: () => ({ max_participants: 2, with: [who('cleo')] }),
    happens: (id) => leave('cleo', id),
  },
  {
    what: 'the host leaves',
    says: 'session.left',
    session: () => ({ with: [who('cleo'), who('ana')] }),
    happens: (id) => leave('ben', id),
  },
  {
    what: 'another member joins the waitlist',
    says: 'session.waitlist_changed',
    session: () => ({ max_participants: 2, with: [who('finn')] }),
    happens: (id) => wait('cleo', id),
  },
  {
    what: 'a member ahead of her leaves the waitlist',
    says: 'session.waitlist_changed',
    session: () => ({ max_participants: 2, with: [who('finn')] }),
    before: async (id) => {
      await wait('cleo', id);
      await wait('ana', id);
    },
    happens: async (id) => (await as('cleo')).leaveWaitlist(at(id)),
  },
  {
    what: 'a spot is offered to her',
    says: 'session.spot_offered',
    session: () => ({ max_participants: 2, with: [who('cleo')] }),
    before: (id) => wait('ana', id),
    happens: (id) => leave('cleo', id),
  },
  { what: 'she joins on another device', says: 'session.joined', happens: (id) => join('ana', id) },
  {
    what: 'she leaves on another device',
    says: 'session.left',
    session: () => ({ with: [who('ana')] }),
    happens: (id) => leave('ana', id),
  },
  {
    what: 'the host checks members in',
    says: 'session.checked_in',
    session: () => ({ with: [who('ana'), who('cleo')], in: 10 }),
    happens: async (id) =>
      (await as('ben')).checkIn({ ...at(id), body: { user_ids: [who('ana').id, who('cleo').id] } }),
  },
  {
    what: 'a check-in is undone',
    says: 'session.checked_in',
    session: () => ({ with: [who('ana')], in: 10 }),
    before: async (id) => (await as('ben')).checkIn({ ...at(id), body: { user_ids: [who('ana').id] } }),
    happens: async (id) =>
      (await as('ben')).checkIn({ ...at(id), body: { user_ids: [who('ana').id], attended: false } }),
  },
  {
    what: 'a member proposes another time to her',
    says: 'proposal.created',
    session: () => ({ host: who('ana'), with: [who('ben')] }),
    happens: (id) => propose('ben', id),
  },
  {
    what: 'her proposal is declined',
    says: 'proposal.answered',
    session: () => ({ with: [who('ana')] }),
    before: (id) => propose('ana', id),
    happens: (id) => answer('ben', id, 'rejectProposal'),
  },
  {
    what: 'her proposal is accepted',
    says: 'session.updated',
    session: () => ({ with: [who('ana')] }),
    before: (id) => propose('ana', id),
    happens: (id) => answer('ben', id, 'acceptProposal'),
  },
  {
    what: 'the session changes',
    says: 'session.updated',
    happens: async (id) =>
      (await as('ben')).updateSession({ ...at(id), body: { title: 'Push day', max_participants: 4 } }),
  },
  {
    what: 'she renames a session that somebody joined on another device',
    says: 'session.updated',
    session: () => ({ host: who('ana') }),
    before: (id) => join('ben', id),
    happens: async (id) => (await as('ana')).updateSession({ ...at(id), body: { title: 'Push day' } }),
  },
  {
    what: 'the session is cancelled',
    says: 'session.cancelled',
    session: () => ({ with: [who('ana')] }),
    happens: async (id) => (await as('ben')).cancelSession({ ...at(id), query: { reason: 'The rack broke.' } }),
  },
];

describe('a listening tab matches a new tab', () => {
  for (const { what, says, session, before, happens } of scenes)
    test(`when ${what}`, async () => {
      const id = await add(session?.());
      await before?.(id);
      const tab = await openTab(await server().tokenFor(who('ana')), screens(id));
      onTestFinished(tab.close);
      const seenBefore = tab.state();
      const answered = await happens(id);
      expect(answered).toMatchObject({ status: expect.toBeOneOf([200, 201, 204]) });
      await expect.poll(() => tab.seen, patient).toContain(says);
      await expectAsNew(tab, screens(id));
      expect(tab.state()).not.toEqual(seenBefore);
    });
});

test('a listening tab shows the same chat as a new tab', async () => {
  const id = await add({ with: [who('ana')], in: 10 });
  const show = () => [sessionChat.query(id)];
  const ben = await as('ben');
  await ben.sendSessionMessage({ ...at(id), body: { content: 'First' } });
  const tab = await openTab(await server().tokenFor(who('ana')), show);
  onTestFinished(tab.close);
  await ben.sendSessionMessage({ ...at(id), body: { content: 'Second' } });
  await ben.sendQuickAction({ ...at(id), body: { action: 'running_late', details: { minutes: 10 } } });
  const heard = () => tab.seen.filter((type) => type === 'session_message.created').length;
  await expect.poll(heard, patient).toBe(2);
  await expectAsNew(tab, show);
});

type Tap = {
  what: string;
  session?: () => Thing;
  before?: (id: string) => Promise<unknown>;
  shows: () => Patch;
  does: (id: string) => Promise<unknown>;
};

const reader = async () => {
  const { id, first_name, last_name, avatar_url, avatar_color, fitness_level } = await api.getMe();
  return { id, first_name, last_name, avatar_url, avatar_color, fitness_level };
};
let me: Awaited<ReturnType<typeof reader>>;
const later = soon();

/** What Ana's own taps show before the server has answered. */
const taps: Tap[] = [
  { what: 'joining', shows: () => joinedByReader(me), does: (id) => join('ana', id) },
  {
    what: 'joining at the door',
    session: () => ({ in: 20 }),
    shows: () => joinedByReader(me),
    does: (id) => join('ana', id),
  },
  {
    what: 'taking the last spot',
    session: () => ({ max_participants: 2 }),
    shows: () => joinedByReader(me),
    does: (id) => join('ana', id),
  },
  {
    what: 'leaving',
    session: () => ({ with: [who('ana')] }),
    shows: () => leftByReader(me.id),
    does: (id) => leave('ana', id),
  },
  {
    what: 'leaving a session she hosts',
    session: () => ({ host: who('ana'), with: [who('cleo'), who('ben')] }),
    shows: () => leftByReader(me.id),
    does: (id) => leave('ana', id),
  },
  {
    what: 'leaving as the last participant',
    session: () => ({ host: who('ana') }),
    shows: () => (session) => ({ ...leftByReader(me.id)(session), cancel_reason: 'Everyone left the session.' }),
    does: (id) => leave('ana', id),
  },
  {
    what: 'leaving a session with a waitlist',
    session: () => ({ max_participants: 2, with: [who('ana')] }),
    before: (id) => wait('cleo', id),
    shows: () => leftByReader(me.id),
    does: (id) => leave('ana', id),
  },
  {
    what: 'waiting',
    session: () => ({ max_participants: 2, with: [who('finn')] }),
    before: (id) => wait('cleo', id),
    shows: () => waitlisted,
    does: (id) => wait('ana', id),
  },
  {
    what: 'leaving the waitlist',
    session: () => ({ max_participants: 2, with: [who('finn')] }),
    before: (id) => wait('ana', id),
    shows: () => noLongerWaitlisted,
    does: async (id) => (await as('ana')).leaveWaitlist(at(id)),
  },
  {
    what: 'passing on a spot',
    session: () => ({ max_participants: 2, with: [who('finn')] }),
    before: async (id) => {
      await wait('ana', id);
      await leave('finn', id);
    },
    shows: () => noLongerWaitlisted,
    does: async (id) => (await as('ana')).leaveWaitlist(at(id)),
  },
  {
    what: 'claiming an offered spot',
    session: () => ({ max_participants: 2, with: [who('finn')] }),
    before: async (id) => {
      await wait('ana', id);
      await wait('cleo', id);
      await leave('finn', id);
    },
    shows: () => joinedByReader(me),
    does: async (id) => (await as('ana')).claimSpot(at(id)),
  },
  {
    what: 'checking in',
    session: () => ({ with: [who('ana')], in: 10 }),
    shows: () => checkedIn([me.id], true, me.id),
    does: async (id) => (await as('ana')).checkIn({ ...at(id), body: {} }),
  },
  {
    what: 'moving',
    session: () => ({ host: who('ana') }),
    shows: () => movedTo(later),
    does: async (id) => (await as('ana')).updateSession({ ...at(id), body: { start_time: later } }),
  },
  {
    what: 'cancelling',
    session: () => ({ host: who('ana'), with: [who('ben')] }),
    shows: () => cancelled('Rain'),
    does: async (id) => (await as('ana')).cancelSession({ ...at(id), query: { reason: 'Rain' } }),
  },
];

describe("an optimistic change matches the server's answer", () => {
  for (const { what, session, before, shows, does } of taps)
    test(what, async () => {
      const id = await add(session?.());
      await before?.(id);
      storeSignIn({ access: await server().tokenFor(who('ana')), refresh: null });
      me = await reader();
      const known = await api.getSession(at(id));
      const shown = shows()(known);
      expect(await does(id)).toMatchObject({ status: expect.toBeOneOf([200, 204]) });
      const said = await api.getSession(at(id));
      expect(comparable(shown)).toEqual(comparable(said));
      expect(comparable(shown)).not.toEqual(comparable(known));
    });

  /** The server decides what the reader may do next, and sets the share key and the relative time. */
  const comparable = ({ start_time, end_time, ...rest }: Awaited<ReturnType<typeof api.getSession>>) => ({
    ...Object.fromEntries(Object.entries(rest).filter(([field]) => !/^can(not)?_|^share_token$/.test(field))),
    start_time: { ...start_time, relative: '' },
    end_time: { ...end_time, relative: '' },
  });
});
