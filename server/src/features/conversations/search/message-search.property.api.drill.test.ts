import { mostCounted } from '@spotter/contract/conversations/conversation-search.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { newId } from '#platform/ids.ts';
import { useTestApp } from '#testing/app.ts';
import { addFriends } from '#testing/test-data.ts';
import { runs } from '../../../../../scripts/property-runs.ts';

const app = useTestApp();

const DAY = 86_400_000;
/** Both sides of each step back in time, and equal moments. */
const ages = [0, 0.2, 0.99, 1, 1.01, 2, 6.5, 7, 8, 8.2, 30, 30.9, 31, 32, 60, 126, 127, 128, 400];
const texts = ['Leg day', 'Leg day, again', 'Rest', 'A legend d 9820', 'Day of rest'];

type Planned = { chat: number; sender: number; age: number; text: number };
const planned: fc.Arbitrary<Planned> = fc.record({
  chat: fc.nat(2),
  sender: fc.nat(2),
  age: fc.nat(ages.length - 1),
  text: fc.nat(texts.length - 1),
});

/** Three groups of Ana's. Dov, whom Ana has blocked, is in all of them. */
async function startOver() {
  const { db, cast } = app();
  await db.deleteFrom('conversations').execute();
  const ana = await app().as(cast.ana);
  await addFriends(db, cast.ana, [cast.ben]);
  const chats = [];
  for (const name of ['One', 'Two', 'Three'])
    chats.push((await ana.createGroupConversation({ body: { name, user_ids: [cast.ben.id] } })).body.id);
  await db
    .insertInto('conversation_members')
    .values(
      chats.map((conversation_id) => ({
        organization_id: cast.ana.organizationId!,
        conversation_id,
        user_id: cast.dov.id,
      })),
    )
    .execute();
  return { ana, chats };
}

test('finds, orders, counts and pages the messages that the reader may read, however old', async () => {
  const { db, cast } = app();
  const senders = [cast.ana, cast.ben, cast.dov];
  const asked = fc.record({
    messages: fc.array(planned, { maxLength: 40 }),
    q: fc.constantFrom('leg', 'day le', 'rest', 'd 9820', 'nothing'),
    pageSize: fc.constantFrom(1, 3, 20),
    hidden: fc.nat(40),
  });
  await fc.assert(
    fc.asyncProperty(asked, async ({ messages, q, pageSize, hidden }) => {
      const { ana, chats } = await startOver();
      const rows = messages.map(({ chat, sender, age, text }) => ({
        organization_id: cast.ana.organizationId!,
        conversation_id: chats[chat]!,
        id: newId(),
        sender_id: senders[sender]!.id,
        content: texts[text]!,
        created_at: new Date(Math.floor(Date.now() / DAY) * DAY - ages[age]! * DAY).toISOString(),
      }));
      if (rows.length > 0) await db.insertInto('messages').values(rows).execute();
      const gone = rows[hidden];
      if (gone)
        await db
          .updateTable('messages')
          .set({ deleted_at: gone.created_at, content: '' })
          .where('id', '=', gone.id)
          .execute();
      const words = q.split(' ');
      const has = (content: string) => {
        const said = content.toLowerCase().match(/[a-z0-9]+/g) ?? [];
        return words.every((word, at) =>
          said.some((one) => (at === words.length - 1 ? one.startsWith(word) : one === word)),
        );
      };
      const expected = rows
        .filter((row) => row !== gone && row.sender_id !== cast.dov.id && has(row.content))
        .toSorted((a, b) =>
          a.created_at === b.created_at ? (a.id < b.id ? 1 : -1) : a.created_at < b.created_at ? 1 : -1,
        )
        .map(({ id }) => id);
      const found: string[] = [];
      for (let before: string | undefined; ; ) {
        const { body } = await ana.searchMessages({ query: { q, page_size: pageSize, ...(before && { before }) } });
        expect(body.count).toBe(expected.length);
        found.push(...body.results.map(({ message_id }) => message_id));
        before = body.results.at(-1)?.message_id;
        if (!body.next) break;
      }
      expect(found).toEqual(expected);
    }),
    runs(6),
  );
});

test('counts a common word up to a limit, and its newest messages come first', async () => {
  const { db, cast } = app();
  const { ana, chats } = await startOver();
  const rows = Array.from({ length: mostCounted + 50 }, (_, n) => ({
    organization_id: cast.ana.organizationId!,
    conversation_id: chats[n % 3]!,
    id: newId(),
    sender_id: cast.ben.id,
    content: `Squat ${n}`,
    created_at: new Date(Date.now() - n * 12 * 3_600_000).toISOString(),
  }));
  await db.insertInto('messages').values(rows).execute();
  const first = (await ana.searchMessages({ query: { q: 'squat' } })).body;
  const last = (await ana.searchMessages({ query: { q: 'squat', before: rows.at(-3)!.id } })).body;
  const texts = [first, last].map(({ results }) => results.map(({ message_id }) => message_id));
  expect([first.count, last.count]).toEqual([mostCounted, mostCounted]);
  expect(texts).toEqual([rows.slice(0, 20).map(({ id }) => id), rows.slice(-2).map(({ id }) => id)]);
});
