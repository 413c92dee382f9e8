import { beforeAll, expect, test } from 'vitest';
import { useTestApp } from '#testing/app.ts';
import { addFriends, addSession } from '#testing/test-data.ts';

/*
 * Events are addressed when they are written and kept for days. A reader who catches up with them gets only what they may
 * still read.
 */

const app = useTestApp();
let address = '';

beforeAll(async () => {
  const { cast, db, http } = app();
  address = await http.listen({ port: 0, host: '127.0.0.1' });
  await addFriends(db, cast.ben, [cast.ana, cast.cleo]);
});

const ben = () => app().as(app().cast.ben);
const cursor = async () => (await (await ben()).getLiveCursor()).body.cursor;

let changes = 0;

/** What Ben hears from a position on, up to a change that everyone hears of. */
async function heardSince(after: string): Promise<string> {
  const { cast, as, tokenFor } = app();
  const headers = { authorization: `Bearer ${await tokenFor(cast.ben)}`, 'last-event-id': after };
  const stream = await fetch(`${address}/api/v1/events/`, { headers });
  changes += 1;
  const params = { id: cast.gyms.barangaroo };
  expect((await (await as(cast.olga)).updateGym({ params, body: { address: `Pier ${changes}` } })).status).toBe(200);
  const last = await cursor();
  let text = '';
  for await (const part of stream.body!.pipeThrough(new TextDecoderStream())) {
    text += part;
    if (text.includes(`id: ${last}\n`)) break;
  }
  return text;
}

/** Ana writes where Ben can read it, and Ben loses the right to. */
const losses: Record<string, () => Promise<{ lose(): Promise<unknown> }>> = {
  'a group he was removed from': async () => {
    const { cast, as } = app();
    const ana = await as(cast.ana);
    const { id } = (await ana.createGroupConversation({ body: { name: 'Crew', user_ids: [cast.ben.id] } })).body;
    await ana.sendMessage({ params: { id }, body: { content: 'The secret' } });
    return { lose: () => ana.removeParticipants({ params: { id }, body: { user_ids: [cast.ben.id] } }) };
  },
  'the chat of a session he left': async () => {
    const { cast, as, db } = app();
    const id = await addSession(db, { gym: cast.gyms.barangaroo, host: cast.ana, with: [cast.ben] });
    await (await as(cast.ana)).sendSessionMessage({ params: { id }, body: { content: 'The secret' } });
    return { lose: async () => (await ben()).leaveSession({ params: { id }, body: {} }) };
  },
  'a location he may not use anymore': async () => {
    const { cast, as, db } = app();
    const id = await addSession(db, { gym: cast.gyms.barangaroo, host: cast.ana, with: [cast.ben] });
    await (await as(cast.ana)).sendSessionMessage({ params: { id }, body: { content: 'The secret' } });
    const olga = await as(cast.olga);
    const setGyms = (gym_ids: string[]) => olga.setUserGymAccess({ params: { id: cast.ben.id }, body: { gym_ids } });
    return { lose: () => setGyms([]) };
  },
  'a member who blocked him': async () => {
    const { cast, as } = app();
    const ana = await as(cast.ana);
    const { id } = (await ana.openDirectConversation({ body: { user_id: cast.ben.id } })).body;
    await ana.sendMessage({ params: { id }, body: { content: 'The secret' } });
    return { lose: () => ana.blockUser({ params: { id: cast.ben.id } }) };
  },
};

test.each(Object.entries(losses))('a reader who catches up hears nothing of %s', async (_name, arrange) => {
  const before = await cursor();
  const { lose } = await arrange();
  expect(await heardSince(before)).toContain('The secret');
  await lose();
  const heard = await heardSince(before);
  expect(heard).toContain('event: reset');
  expect(heard).not.toContain('The secret');
  expect(await heardSince(await cursor())).not.toContain('event: reset');
});
