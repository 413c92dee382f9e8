import type { Locator, Page } from '@playwright/test';
import type { WriteName } from '../../../web/src/routes/writes.ts';
import { minutesFromNow } from '../minutes-from-now.ts';
import type { Person } from '../noon-gym.ts';

/** Mira holds the phone. Hana and Bo train at the same gym, and others may know them already. */
export type World = { mira: Person; hana: Person; bo: Person; verifyEmail: () => Promise<unknown> };

type Prepared = {
  /** Where Mira is when it happens. */
  path: string;
  /** What she does; `cut` takes the network away, right before the tap that counts. */
  act(page: Page, cut: () => Promise<unknown>): Promise<unknown>;
  /** What the server knows of it. */
  state(): Promise<unknown>;
  /** What Mira sees of it at the same place once it is sent. */
  sees?(page: Page): Promise<unknown>;
};

export type Flow = {
  what: string;
  write: WriteName;
  /** `never sent`, or the request whose answer is lost after the server has stored it. */
  cut: 'never sent' | RegExp;
  /** She didn't ask for it, so it isn't counted among the waiting changes. */
  isQuiet?: true;
  prepare(world: World): Promise<Prepared>;
  ends: unknown;
};

type Message = { id: string; content: string; kind: string; session: object | null; reactions: object[] };
type List<T> = { results: T[] };

const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: true }).filter({ visible: true }).first();

/** Presses what is there once the network is gone. */
const press = (find: (page: Page) => Locator) => async (page: Page, cut: () => Promise<unknown>) => {
  await find(page).waitFor();
  await cut();
  await find(page).click();
};

/** A change that can be undone goes out when its toast is gone. */
const dismiss = (page: Page, text: string) =>
  page.getByRole('status').filter({ hasText: text }).getByRole('button', { name: 'Dismiss' }).last().click();

async function say(page: Page, cut: () => Promise<unknown>) {
  await page.getByRole('textbox', { name: 'Message' }).fill('No signal down here');
  await press((at) => at.getByRole('button', { name: 'Send', exact: true }))(page, cut);
}

async function choose(page: Page, name: string, cut: () => Promise<unknown>) {
  await button(page, 'More').click();
  await press((at) => at.getByRole('menuitem', { name, exact: true }))(page, cut);
}

const plan = (host: Person, more: object = {}): Promise<{ id: string; start_time: { utc: string } }> =>
  host.call('POST', '/sessions/', {
    title: 'Leg day',
    workout_type: 'strength',
    start_time: minutesFromNow(100),
    max_participants: 6,
    ...more,
  });
const at = (id: string) => `/app/sessions/${id}?onboarding=skip`;
const spotOf = (mira: Person, id: string) => async () => {
  const { is_participant, waitlist_position, current_participants } = await mira.call('GET', `/sessions/${id}/`);
  return [is_participant, waitlist_position, current_participants];
};
const chatOf = (mira: Person, id: string) => async (): Promise<Message[]> =>
  ((await mira.call('GET', `/conversations/${id}/messages/`)) as List<Message>).results;

/** A chat with Hana, a friend, who has said something. */
/** Mira has read it, because reading is a write too, which would wait beside the one of a flow. */
async function chatWithHana({ mira, hana }: World, read = true) {
  const asked = await hana.call('POST', '/friends/', { receiver_id: mira.id });
  await mira.call('POST', `/friends/${asked.id}/accept/`);
  const { id } = await hana.call('POST', '/conversations/direct/', { user_id: mira.id });
  await hana.call('POST', `/conversations/${id}/send_message/`, { content: 'Deadlifts?' });
  if (read) await mira.call('PATCH', `/conversations/${id}/read/`);
  return { id: id as string, path: `/app?onboarding=skip&open=messages&id=${id}`, messages: chatOf(mira, id) };
}

const openProfile = async (page: Page) => {
  await button(page, 'Profile').click();
  return page.getByRole('dialog', { name: 'Profile' });
};

/** A red dot. */
const photo = {
  name: 'dot.png',
  mimeType: 'image/png',
  buffer: Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
    'base64',
  ),
};

export const flows: Flow[] = [
  {
    what: 'joins a session',
    write: 'joinSession',
    cut: /\/join\/$/,
    async prepare({ mira, hana }) {
      const { id } = await plan(hana);
      const sees = (page: Page) => page.getByText("You're in", { exact: true }).first().waitFor();
      return { path: at(id), act: press((page) => button(page, 'Join')), state: spotOf(mira, id), sees };
    },
    ends: [true, null, 2],
  },
  {
    what: 'leaves a session',
    write: 'leaveSession',
    cut: 'never sent',
    async prepare({ mira, hana }) {
      const { id } = await plan(hana);
      await mira.call('POST', `/sessions/${id}/join/`);
      return { path: at(id), act: (page, cut) => choose(page, 'Leave', cut), state: spotOf(mira, id) };
    },
    ends: [false, null, 1],
  },
  {
    what: 'joins a waitlist',
    write: 'joinWaitlist',
    cut: /\/waitlist\/$/,
    async prepare({ mira, hana, bo }) {
      const { id } = await plan(hana, { max_participants: 2 });
      await bo.call('POST', `/sessions/${id}/join/`);
      return { path: at(id), act: press((page) => button(page, 'Join waitlist')), state: spotOf(mira, id) };
    },
    ends: [false, 1, 2],
  },
  {
    what: 'leaves a waitlist',
    write: 'leaveWaitlist',
    cut: 'never sent',
    async prepare({ mira, hana, bo }) {
      const { id } = await plan(hana, { max_participants: 2 });
      await bo.call('POST', `/sessions/${id}/join/`);
      await mira.call('POST', `/sessions/${id}/waitlist/`);
      return { path: at(id), act: press((page) => button(page, 'Leave waitlist')), state: spotOf(mira, id) };
    },
    ends: [false, null, 2],
  },
  {
    what: 'checks in a member of her session',
    write: 'checkIn',
    cut: /\/check-in\/$/,
    async prepare({ mira, bo }) {
      const { id } = await plan(mira, { start_time: minutesFromNow(10) });
      await bo.call('POST', `/sessions/${id}/join/`);
      const state = async () => (await bo.call('GET', `/sessions/${id}/`)).attended;
      return { path: at(id), act: press((page) => button(page, 'Bo Vale is here')), state };
    },
    ends: true,
  },
  {
    what: 'writes to a session',
    write: 'sendSessionMessage',
    cut: 'never sent',
    async prepare({ mira, hana }) {
      const { id } = await plan(hana);
      await mira.call('POST', `/sessions/${id}/join/`);
      const state = async () =>
        ((await mira.call('GET', `/sessions/${id}/messages/`)) as List<Message>).results.map(({ content }) => content);
      return { path: at(id), act: say, state };
    },
    ends: ['No signal down here'],
  },
  {
    what: 'checks in with everyone',
    write: 'sendQuickAction',
    cut: /\/quick-actions\/$/,
    async prepare({ mira, hana }) {
      const { id } = await plan(hana, { start_time: minutesFromNow(10) });
      await mira.call('POST', `/sessions/${id}/join/`);
      const state = async () => [
        (await mira.call('GET', `/sessions/${id}/`)).attended,
        ((await mira.call('GET', `/sessions/${id}/messages/`)) as List<Message>).results.length,
      ];
      return { path: at(id), act: press((page) => button(page, "I'm here")), state };
    },
    ends: [true, 1],
  },
  {
    what: 'proposes another time',
    write: 'createProposal',
    cut: /\/proposals\/$/,
    async prepare({ mira, hana }) {
      const { id } = await plan(hana);
      await mira.call('POST', `/sessions/${id}/join/`);
      const act = async (page: Page, cut: () => Promise<unknown>) => {
        await choose(page, 'Propose another time', async () => {});
        const form = page.getByRole('dialog');
        await form.getByRole('radio', { name: /^\+1 h/ }).check();
        await press(() => form.getByRole('button', { name: 'Propose this time' }))(page, cut);
      };
      const state = async () => ((await mira.call('GET', `/sessions/${id}/proposals/`)) as List<object>).results.length;
      return { path: at(id), act, state };
    },
    ends: 1,
  },
  {
    what: 'accepts a proposal',
    write: 'acceptProposal',
    cut: 'never sent',
    async prepare({ mira, bo }) {
      const { id, start_time } = await plan(mira);
      await bo.call('POST', `/sessions/${id}/join/`);
      const later = new Date(Date.parse(start_time.utc) + 3_600_000).toISOString();
      await bo.call('POST', `/sessions/${id}/proposals/`, { proposed_time: later, message: 'Later?' });
      const card = (page: Page) => page.getByRole('listitem').filter({ hasText: 'instead of' });
      const state = async () => (await mira.call('GET', `/sessions/${id}/`)).start_time.utc === later;
      return { path: at(id), act: press((page) => card(page).getByRole('button', { name: 'Accept' })), state };
    },
    ends: true,
  },
  {
    what: 'writes to a friend',
    write: 'sendMessage',
    cut: /\/send_message\/$/,
    async prepare(world) {
      const { path, messages } = await chatWithHana(world);
      const sees = (page: Page) => page.getByRole('log', { name: 'Chat' }).getByText('No signal down here').waitFor();
      return { path, act: say, state: async () => (await messages()).map(({ content }) => content), sees };
    },
    ends: ['No signal down here', 'Deadlifts?'],
  },
  {
    what: 'sends a photo',
    write: 'sendMessage',
    cut: /\/photos\/$/,
    async prepare(world) {
      await world.verifyEmail();
      const { path, messages } = await chatWithHana(world);
      const act = async (page: Page, cut: () => Promise<unknown>) => {
        await page.getByLabel('Photos', { exact: true }).setInputFiles(photo);
        await press((where) => where.getByRole('button', { name: 'Send photo' }))(page, cut);
      };
      return { path, act, state: async () => (await messages()).map(({ kind }) => kind) };
    },
    ends: ['photo', 'text'],
  },
  {
    what: 'reacts to a message',
    write: 'setReaction',
    cut: 'never sent',
    async prepare(world) {
      const { path, messages } = await chatWithHana(world);
      const act = async (page: Page, cut: () => Promise<unknown>) => {
        await page.getByRole('button', { name: 'Message options' }).last().press('Enter');
        await press((where) => where.getByRole('menuitem', { name: 'strong' }))(page, cut);
      };
      return { path, act, state: async () => (await messages())[0]?.reactions };
    },
    ends: [{ emoji: '💪', count: 1, is_mine: true }],
  },
  {
    what: 'votes in a poll',
    write: 'votePoll',
    cut: /\/votes\/$/,
    async prepare(world) {
      const { id, path } = await chatWithHana(world);
      const options = ['Monday', 'Friday'].map((text) => ({ text }));
      const poll = { question: 'Which evening?', options, client_nonce: crypto.randomUUID() };
      const asked = await world.hana.call('POST', `/conversations/${id}/polls/`, poll);
      await world.mira.call('PATCH', `/conversations/${id}/read/`);
      const first = (page: Page) => page.getByRole('list', { name: 'Which evening?' }).getByRole('button').first();
      const votes = `/conversations/${id}/messages/${asked.id}/votes/`;
      const state = async () => (await world.mira.call('GET', votes)).map(({ option }: { option: number }) => option);
      return { path, act: press(first), state };
    },
    ends: [0],
  },
  {
    what: 'has read a chat',
    write: 'markConversationRead',
    cut: /\/read\/$/,
    isQuiet: true,
    async prepare(world) {
      const { id, path } = await chatWithHana(world, false);
      const state = async () => (await world.mira.call('GET', `/conversations/${id}/`)).unread_count;
      return { path, act: async () => {}, state };
    },
    ends: 0,
  },
  {
    what: 'archives a chat',
    write: 'archiveConversation',
    cut: /\/archive\/$/,
    async prepare(world) {
      const { id, path } = await chatWithHana(world);
      const act = async (page: Page, cut: () => Promise<unknown>) => {
        await button(page, 'Chat options').click();
        await press((where) => where.getByRole('menuitem', { name: 'Archive' }))(page, cut);
      };
      const state = async () => (await world.mira.call('GET', `/conversations/${id}/`)).is_archived;
      return { path, act, state };
    },
    ends: true,
  },
  {
    what: 'sends a friend request',
    write: 'sendFriendRequest',
    cut: 'never sent',
    async prepare({ mira, hana }) {
      const path = `/app?onboarding=skip&open=member&id=${hana.id}`;
      const state = async () => ((await mira.call('GET', '/friends/sent_requests/')) as List<object>).results.length;
      return { path, act: press((page) => button(page, 'Add friend')), state };
    },
    ends: 1,
  },
  {
    what: 'accepts a friend request',
    write: 'acceptFriendRequest',
    cut: /\/accept\/$/,
    async prepare({ mira, hana }) {
      await hana.call('POST', '/friends/', { receiver_id: mira.id });
      const act = async (page: Page, cut: () => Promise<unknown>) => {
        await press((where) => button(where, /^Accept Hana/))(page, cut);
        await dismiss(page, 'You and Hana are now friends');
      };
      const state = async () =>
        ((await mira.call('GET', '/friends/')) as List<{ friend: { id: string } }>).results.filter(
          ({ friend }) => friend.id === hana.id,
        ).length;
      return { path: '/app?onboarding=skip&open=friends&tab=requests', act, state };
    },
    ends: 1,
  },
  {
    what: 'asks a friend to train together',
    write: 'trainTogether',
    cut: 'never sent',
    async prepare(world) {
      const { path, messages } = await chatWithHana(world);
      const act = async (page: Page, cut: () => Promise<unknown>) => {
        await button(page, 'Train together').click();
        await press((where) => button(where, 'Invite Hana'))(page, cut);
        await dismiss(page, 'Inviting Hana');
      };
      return { path, act, state: async () => (await messages()).filter(({ session }) => session).length };
    },
    ends: 1,
  },
  {
    what: 'marks all notifications as read',
    write: 'markAllNotificationsRead',
    cut: 'never sent',
    isQuiet: true,
    async prepare({ mira, hana }) {
      await hana.call('POST', '/friends/', { receiver_id: mira.id });
      const act = press((page) => button(page, 'Mark all as read'));
      const state = async () => (await mira.call('GET', '/notifications/unread-count/')).unread_count;
      return { path: '/app?onboarding=skip&open=notifications', act, state };
    },
    ends: 0,
  },
  {
    what: 'changes a setting',
    write: 'updateMyPreferences',
    cut: /\/preferences\/$/,
    async prepare({ mira }) {
      const open = async (page: Page) => {
        const profile = await openProfile(page);
        await profile.getByRole('tab', { name: 'Notifications' }).click();
        const sessions = profile.getByRole('region', { name: 'Your sessions' });
        await sessions.getByRole('button', { name: /^Customize/ }).click();
        return profile.getByLabel('Cancelled sessions: Push');
      };
      const act = async (page: Page, cut: () => Promise<unknown>) => {
        const push = await open(page);
        await press(() => push)(page, cut);
      };
      const sees = async (page: Page) => (await open(page)).and(page.locator(':not(:checked)')).waitFor();
      const state = async () => (await mira.call('GET', '/users/me/preferences/')).notifications.session_cancelled.push;
      return { path: '/app?onboarding=skip', act, state, sees };
    },
    ends: false,
  },
  {
    what: 'changes her profile',
    write: 'updateMe',
    cut: 'never sent',
    async prepare({ mira }) {
      const act = async (page: Page, cut: () => Promise<unknown>) => {
        const profile = await openProfile(page);
        await profile.getByLabel('First name').fill('Mirabel');
        await press(() => profile.getByRole('button', { name: 'Save profile' }))(page, cut);
        // Until then the form asks before the page is left.
        await page.getByText('Saved on this device').waitFor();
      };
      const state = async () => (await mira.call('GET', '/users/me/')).first_name;
      return { path: '/app?onboarding=skip', act, state };
    },
    ends: 'Mirabel',
  },
];
