import type { EndpointName } from '@spotter/contract';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { readsOf } from '#platform/db/reads.ts';
import { newId } from '#platform/ids.ts';
import { useTestApp } from '#testing/app.ts';
import type { CastMember } from '#testing/cast.ts';
import { askFor, everyRead } from '#testing/every-read.ts';
import { dayFromNow, openDaily } from '#testing/hours.ts';
import { addFriends, addSession } from '#testing/test-data.ts';
import { readUnreadById } from './features/notifications/notifications.read.ts';
import { wordsFor } from './features/notifications/notifications.words.ts';

/*
 * Cleo and Dov write to each other, ask, invite, join and propose, with Ben beside them; then Dov blocks Cleo. Nothing of
 * what was there before the block tells one of the other, and every count agrees with its list.
 */

const app = useTestApp();
const as = (person: CastMember) => app().as(person);
const pair = () => [app().cast.cleo, app().cast.dov] as const;
/** Each word that one of them wrote; Ben's are the same for both. */
const wordsOf = (person: CastMember) => `words-of-${person.name}`;
const lastNames = { cleo: 'Costa', dov: 'Dahan' } as Record<string, string>;

/** Reads in which the other is meant to be found: to unblock, to report, and one's own blocks in the export. */
const about: Partial<Record<EndpointName, string>> = {
  listBlockedUsers: 'lists whom the caller has blocked',
  listMetPeople: 'lists everybody the caller has met, to report them',
  listReportable: 'shows what the caller could read before the block, to report it',
};

const ids: Record<string, string> = {};
const messageIds: string[] = [];
let bensPoll = '';
/** Of the group's link. */
let token = '';
const noonIn = (days: number) => new Date(`${dayFromNow(days)}T01:00:00Z`).toISOString();

/** What one of them does to the other, without anything the other has to do first. */
async function approach(from: CastMember, to: CastMember, day: number) {
  const client = await as(from);
  const word = wordsOf(from);
  const ben = app().cast.ben;
  const { body: chat } = await client.openDirectConversation({ body: { user_id: to.id } });
  const { body: session, status } = await client.createSession({
    body: {
      gym_id: app().cast.gyms.barangaroo,
      workout_type: 'strength',
      title: `${word} session`,
      description: word,
      start_time: noonIn(day),
      invited_user_ids: [to.id, ben.id],
    },
  });
  expect(status).toBe(201);
  await client.sendMessage({ params: { id: chat.id }, body: { content: `${word} direct` } });
  await client.inviteMember({ params: { id: to.id }, body: { session_id: session.id, client_nonce: newId() } });
  Object.assign(ids, { chat: chat.id, [from.name]: from.id, [`sessionOf_${from.name}`]: session.id });
  return session.id;
}

/** Both vote for Ben, ask, pin for him and are pinned by him; he makes a link to the group. */
async function meetInPolls(id: string) {
  const asBen = await as(app().cast.ben);
  const ask = async (client: typeof asBen, question: string) => {
    const options = [{ text: `${question} yes` }, { text: 'No' }];
    const { body } = await client.sendPoll({ params: { id }, body: { question, options, client_nonce: newId() } });
    messageIds.push(body.id);
    return body.id;
  };
  const bens = await ask(asBen, 'Dinner?');
  for (const one of pair()) {
    const client = await as(one);
    const question = await ask(client, wordsOf(one));
    const { body: pinned } = await asBen.sendMessage({ params: { id }, body: { content: 'Bring water' } });
    const done = [
      await client.votePoll({ params: { id, messageId: bens }, body: { options: [0] } }),
      await client.pinMessage({ params: { id, messageId: pinned.id } }),
      await client.unpinMessage({ params: { id, messageId: pinned.id } }),
      await asBen.pinMessage({ params: { id, messageId: question } }),
    ];
    expect(done.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  }
  const { body: link } = await asBen.createGroupLink({ params: { id } });
  token = new URL(link.url).pathname.split('/').at(-1)!;
  bensPoll = bens;
}

/** All three came to a session that is over, and gave kudos; each plans to train with the other. */
async function finishTogether() {
  const { cast, db } = app();
  const people = pair();
  ids.over = await addSession(db, { gym: cast.gyms.barangaroo, host: cast.ben, with: [...people], in: -90 });
  for (const [at, one] of people.entries()) {
    const client = await as(one);
    const done = [
      await client.giveKudos({ params: { id: ids.over } }),
      await client.trainWithMember({
        params: { id: people[1 - at]!.id },
        body: {
          ...{ gym_id: cast.gyms.barangaroo, workout_type: 'strength', title: wordsOf(one), client_nonce: newId() },
          ...{ start_time: noonIn(3), other_times: [noonIn(6)], message: wordsOf(one) },
        },
      }),
    ];
    expect(done.map(({ status }) => status)).toEqual([200, 201]);
  }
}

async function meet() {
  const [cleo, dov] = pair();
  const { ben, gyms } = app().cast;
  await addFriends(app().db, ben, [cleo, dov]);
  await addFriends(app().db, cleo, [dov]);
  const asBen = await as(ben);
  const sessions = { cleo: await approach(cleo, dov, 2), dov: await approach(dov, cleo, 3) };
  const { body: bens } = await asBen.createSession({
    body: {
      gym_id: gyms.barangaroo,
      workout_type: 'strength',
      title: 'Open session',
      start_time: noonIn(4),
      invited_user_ids: [cleo.id, dov.id],
    },
  });
  const { body: group } = await asBen.createGroupConversation({ body: { name: 'Crew', user_ids: [cleo.id, dov.id] } });
  for (const [one, theirs] of [
    [cleo, sessions.dov],
    [dov, sessions.cleo],
  ] as const) {
    const client = await as(one);
    const word = wordsOf(one);
    const done = [
      await client.joinSession({ params: { id: theirs }, body: {} }),
      await client.sendSessionMessage({ params: { id: theirs }, body: { content: word } }),
      await client.createProposal({ params: { id: theirs }, body: { proposed_time: noonIn(5), message: word } }),
      await client.joinSession({ params: { id: bens.id }, body: {} }),
      await client.sendSessionMessage({ params: { id: bens.id }, body: { content: word } }),
      await client.sendQuickAction({ params: { id: bens.id }, body: { action: 'on_my_way', details: {} } }),
      await client.sendMessage({ params: { id: group.id }, body: { content: word } }),
    ];
    expect(done.filter(({ status }) => status >= 300)).toEqual([]);
    const said = done.at(-1)!.body as { id: string };
    messageIds.push(said.id);
    await asBen.joinSession({ params: { id: sessions[one.name as 'cleo' | 'dov'] }, body: {} });
    // Ben quotes them, and they react to him.
    const { body: quote } = await asBen.sendMessage({
      params: { id: group.id },
      body: { content: 'Yes', reply_to_id: said.id },
    });
    await client.addReaction({ params: { id: group.id, messageId: quote.id, emoji: '💪' } });
  }
  await meetInPolls(group.id);
  await finishTogether();
  // Ben's own invite to a session of theirs.
  await asBen.inviteMember({ params: { id: cleo.id }, body: { session_id: sessions.dov, client_nonce: newId() } });
  Object.assign(ids, { group: group.id, bens: bens.id, ben: ben.id });
  // The mail server is away.
  for (const [to, from] of [
    [cleo, dov],
    [dov, cleo],
    [ben, dov],
  ] as const)
    await sql`insert into mails (id, organization_id, to_address, kind, subject, text, html, about_ids)
      values (${newId()}, ${ben.organizationId}, ${to.email}, 'digest', '2 updates', ${wordsOf(from)}, '',
        array[${from.id}::uuid])`.execute(app().db);
}

const notificationsOf = async (person: CastMember) => {
  const { body } = await (await as(person)).listNotifications({ query: { page_size: 100 } });
  return body;
};
/** The list and every count of it. */
async function agreed(person: CastMember) {
  const client = await as(person);
  const { count, results } = await notificationsOf(person);
  expect(results).toHaveLength(count);
  const unread = results.filter(({ is_read }) => !is_read).length;
  expect((await client.getUnreadCount()).body.unread_count).toBe(unread);
  expect((await client.listNotifications({ query: { unread: true } })).body.count).toBe(unread);
  return results.map(({ title }) => title);
}

beforeAll(async () => {
  await openDaily(app().db, {
    organizationId: app().cast.organizations.ironHarbour,
    gymId: app().cast.gyms.barangaroo,
  });
  await meet();
});

describe('before the block', () => {
  test('each is in what the other reads', async () => {
    const [cleo, dov] = pair();
    for (const [reader, other] of [
      [cleo, dov],
      [dov, cleo],
    ] as const) {
      const list = JSON.stringify(await notificationsOf(reader));
      expect(list).toContain(`invited you to ${wordsOf(other)} session`);
      expect(list).toContain('sent you a message');
      expect(list).toContain('sent a message in Crew');
      expect(list).toContain(`invited you to ${wordsOf(other)}"`);
      expect((await agreed(reader)).length).toBeGreaterThan(5);
    }
  });
});

describe.each([['cleo'], ['dov']] as const)('after the block, for %s', (name) => {
  const two = () => {
    const [cleo, dov] = pair();
    return name === 'cleo' ? { reader: cleo, other: dov } : { reader: dov, other: cleo };
  };

  beforeAll(async () => {
    const [cleo, dov] = pair();
    expect((await (await as(dov)).blockUser({ params: { id: cleo.id } })).status).toBe(204);
  });

  test.each(everyRead.filter(([read]) => !(read in about)))('%s holds nothing of the other', async (read, entry) => {
    const { reader, other } = two();
    const asked = entry.params ? Object.entries(ids) : [['nothing', undefined] as const];
    const marks = [other.id, other.email, lastNames[other.name]!, wordsOf(other)];
    for (const [kind, id] of asked) {
      for (const messageId of 'messageId' in (entry.params?.shape ?? {}) ? messageIds : ['']) {
        let answer = await askFor(app(), [read, entry], reader, { id, messageId });
        if (id === other.id) answer = answer.replaceAll(id, '');
        expect([kind, marks.filter((mark) => answer.includes(mark))]).toEqual([kind, []]);
      }
    }
  });

  test('notifications name somebody who is there, and agree with their counts', async () => {
    const titles = await agreed(two().reader);
    expect(titles.length).toBeGreaterThan(1);
    expect(titles.filter((title) => /Someone|former member/.test(title))).toEqual([]);
    expect(titles).toContain('Ben sent a message in Crew');
  });

  test('votes, kudos and who came are counted without the other', async () => {
    const { reader, other } = two();
    const client = await as(reader);
    const { body: messages } = await client.listMessages({ params: { id: ids.group! }, query: {} });
    const poll = messages.results.find(({ id }) => id === bensPoll)?.poll;
    expect(poll).toMatchObject({ votes: [1, 0], own: [0], voters: 1 });
    const { body: finishes } = await client.listFinishes();
    expect(finishes.results[0]).toMatchObject({ came: 2, of: 2, kudos_count: 0, has_given_kudos: true });
    const { body: linked } = await client.getLinkedGroup({ params: { token } });
    expect(linked.people.map(({ id }) => id)).not.toContain(other.id);
  });

  test('the data export holds no word of the other', async () => {
    const { reader, other } = two();
    const { body } = await (await as(reader)).exportMyData();
    // Whom a member blocked, they know themselves.
    const { blocks, ...rest } = body as unknown as Record<string, unknown>;
    const file = JSON.stringify(rest);
    expect([other.id, other.email, wordsOf(other)].filter((mark) => file.includes(mark))).toEqual([]);
  });

  test('queued pushes and mails name somebody who is there', async () => {
    const { reader } = two();
    const { rows: mails } = await sql<{ to: string }>`select to_address as to from mails where kind = 'digest'`.execute(
      app().db,
    );
    expect(mails).toEqual([{ to: app().cast.ben.email }]);
    const { rows } = await sql<{ id: string }>`select id from notifications where user_id = ${reader.id}`.execute(
      app().db,
    );
    const organizationId = reader.organizationId!;
    const queued = { organizationId, userId: reader.id, ids: rows.map(({ id }) => id) };
    const pushed = await readUnreadById(readsOf(app().db), queued);
    expect(pushed.map((row) => wordsFor(row).title).filter((title) => title.includes('Someone'))).toEqual([]);
    expect(pushed.length).toBeGreaterThan(0);
  });
});

describe('afterwards', () => {
  test('an unblock brings back what was there, under its name', async () => {
    const [cleo, dov] = pair();
    await (await as(dov)).unblockUser({ params: { id: cleo.id } });
    for (const reader of [cleo, dov]) {
      const titles = await agreed(reader);
      expect(titles.filter((title) => title.startsWith('Someone'))).toEqual([]);
      expect(titles.filter((title) => title.includes('sent you a message'))).toHaveLength(1);
    }
  });

  test('a deleted account does not bring back what a block had hidden', async () => {
    const [cleo, dov] = pair();
    await (await as(dov)).blockUser({ params: { id: cleo.id } });
    const before = await agreed(cleo);
    const { status } = await (await as(dov)).deleteMe({ body: { password: 'iron bars and chalk dust' } });
    expect(status).toBe(204);
    const titles = await agreed(cleo);
    expect(titles.filter((title) => title.includes('former member') && !title.includes('Ben'))).toEqual([]);
    expect(titles.length).toBeLessThanOrEqual(before.length);
  });
});
