import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { newId } from '#platform/ids.ts';
import { useChattingApp } from '#testing/chatting.ts';

const { app, as, block, direct, events, group, read, say, updates } = useChattingApp();

const refusal = { reply_to_id: ['The message you replied to is no longer there'] };

test('a reply quotes the beginning of a message of the same conversation, for everyone and live', async () => {
  const { cast } = app();
  const id = await group(cast.ana, [cast.ben, cast.cleo]);
  const { body: asked } = await say(cast.ana, id, `Six? ${'x'.repeat(300)}`);
  const { status, body } = await say(cast.ben, id, 'Yes', undefined, asked.id);
  const quote = { id: asked.id, seq: asked.seq, state: 'shown', kind: 'text', sender: { id: cast.ana.id } };
  expect([status, body.reply_to]).toMatchObject([201, quote]);
  expect(body.reply_to?.content).toHaveLength(200);
  expect((await read(cast.cleo, id)).at(-1)?.reply_to).toEqual(body.reply_to);
  const [heard] = (await events('message.created')).slice(-1);
  expect(heard?.data).toMatchObject({ message: { reply_to: quote } });
});

test('takes the answer to a message that was deleted while it was written', async () => {
  const { cast } = app();
  const id = await direct(cast.ana, cast.ben);
  const { body: asked } = await say(cast.ana, id, 'Six?');
  await (await as(cast.ana)).deleteMessage({ params: { id, messageId: asked.id } });
  const { status, body } = await say(cast.ben, id, 'Yes', undefined, asked.id);
  expect(status).toBe(201);
  expect(body).toMatchObject({ content: 'Yes', reply_to: { state: 'deleted', content: '', sender: null } });
});

test('refuses to answer a message that is gone, a notice, hidden, or of another conversation', async () => {
  const { cast } = app();
  const id = await group(cast.ana, [cast.ben, cast.dov].slice(0, 1));
  const elsewhere = await direct(cast.ana, cast.cleo);
  const { body: other } = await say(cast.ana, elsewhere, 'Elsewhere');
  const [notice] = await read(cast.ana, id);
  for (const reply_to_id of [other.id, notice!.id, newId()]) {
    const refused = await say(cast.ana, id, 'Reply', undefined, reply_to_id);
    expect([refused.status, refused.error.details]).toEqual([400, refusal]);
    expect(refused.error.error).toBe(refusal.reply_to_id[0]);
  }
  const { body: said } = await say(cast.ben, id, 'Mine');
  const unblock = await block(cast.ben, cast.ana);
  expect((await say(cast.ana, id, 'Reply', undefined, said.id)).error.details).toEqual(refusal);
  await unblock();
});

test('refuses a nonce that was used for another reply, and repeats the first one after the quoted message is gone', async () => {
  const { cast } = app();
  const id = await direct(cast.ana, cast.ben);
  const [{ body: one }, { body: two }] = [await say(cast.ben, id, 'One'), await say(cast.ben, id, 'Two')];
  const nonce = newId();
  const { body: sent } = await say(cast.ana, id, 'Yes', nonce, one.id);
  expect((await say(cast.ana, id, 'Yes', nonce, two.id)).error.code).toBe('idempotency_key_reused');
  expect((await say(cast.ana, id, 'Yes', nonce)).error.code).toBe('idempotency_key_reused');
  await (await as(cast.ben)).deleteMessage({ params: { id, messageId: one.id } });
  expect((await say(cast.ana, id, 'Yes', nonce, one.id)).body).toMatchObject({
    id: sent.id,
    reply_to: { state: 'deleted', content: '', sender: null },
  });
});

test('a quote loses its words with the message, and stored events keep none of them', async () => {
  const { db, cast } = app();
  const id = await direct(cast.ana, cast.ben);
  const { body: asked } = await say(cast.ana, id, 'Secret plan');
  const { body: reply } = await say(cast.ben, id, 'Yes', undefined, asked.id);
  const { cursor } = await updates(cast.ben);
  await (await as(cast.ana)).deleteMessage({ params: { id, messageId: asked.id } });
  expect(JSON.stringify(await db.selectFrom('live_events').select('data').execute())).not.toContain('Secret plan');
  expect((await read(cast.ben, id)).at(-1)?.reply_to).toMatchObject({ id: asked.id, state: 'deleted', content: '' });
  // A client without the stream hears of the reply too, because what it quotes changed.
  expect((await updates(cast.ben, cursor)).messages.map((message) => message.id)).toEqual([asked.id, reply.id]);
});

test('a quote says that the message is gone when its sender deleted their account', async () => {
  const { db, cast } = app();
  const id = await group(cast.ana, [cast.ben, cast.cleo]);
  await db
    .insertInto('conversation_members')
    .values({
      organization_id: cast.organizations.ironHarbour,
      conversation_id: id,
      user_id: cast.finn.id,
    })
    .execute();
  const { body: asked } = await say(cast.finn, id, 'Six?');
  const { body: reply } = await say(cast.ana, id, 'Yes', undefined, asked.id);
  await sql`delete from messages where id = ${asked.id}`.execute(db);
  expect((await read(cast.ben, id)).at(-1)).toMatchObject({
    id: reply.id,
    reply_to: { id: null, seq: asked.seq, state: 'deleted', sender: null, content: '' },
  });
});

test('conceals a quote across a block and from before a member joined, stored and live', async () => {
  const { db, cast } = app();
  const id = await group(cast.ben, [cast.ana, cast.dov]);
  const { body: said } = await say(cast.dov, id, 'Words by Dov');
  await (await as(cast.ben)).addParticipants({ params: { id }, body: { user_ids: [cast.cleo.id] } });
  await db.deleteFrom('live_events').execute();
  await say(cast.ben, id, 'Yes', undefined, said.id);
  const hidden = { id: null, seq: said.seq, state: 'hidden', sender: null, kind: 'text', content: '' };
  const stored = JSON.stringify;
  for (const reader of [cast.ana, cast.cleo]) {
    expect((await read(reader, id)).at(-1)?.reply_to).toEqual(hidden);
    const heard = (await events('message.created')).filter(({ user_ids }) => user_ids?.includes(reader.id));
    expect(heard.map(({ data }) => data)).toMatchObject([{ message: { reply_to: hidden } }]);
    expect(stored(heard)).not.toContain('Words by Dov');
  }
  expect((await read(cast.dov, id)).at(-1)?.reply_to?.content).toBe('Words by Dov');
});
