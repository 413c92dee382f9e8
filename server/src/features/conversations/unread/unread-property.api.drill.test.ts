import fc from 'fast-check';
import { expect, test } from 'vitest';
import { useChattingApp } from '#testing/chatting.ts';
import { names } from '#testing/worlds/random-people.ts';
import { runs } from '../../../../../scripts/property-runs.ts';

const { app, as, group } = useChattingApp();

const deed = fc.record({
  by: fc.constantFrom(...names),
  /** Null: write a message. Else read this much of the conversation, or beyond its end. */
  reads: fc.option(fc.double({ min: 0, max: 1.5, noNaN: true })),
});

test('unread counts are the messages of others after the read mark, which only moves forward', async () => {
  const { cast } = app();
  const clients = { ana: await as(cast.ana), ben: await as(cast.ben), cleo: await as(cast.cleo) };
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(deed, { minLength: 1, maxLength: 4 }), { minLength: 3, maxLength: 10 }),
      async (turns) => {
        const id = await group(cast.ana, [cast.ben, cast.cleo]);
        const params = { id };
        const start = (await clients.ana.getConversation({ params })).body.last_seq;
        let last = start;
        const marks = { ana: 0, ben: 0, cleo: 0 };
        const senders: { seq: number; by: string }[] = [];
        for (const turn of turns) {
          // All at once: reading and writing may overtake each other, and everyone still ends with the same counts.
          const answers = await Promise.all(
            turn.map(({ by, reads }, index) =>
              reads === null
                ? clients[by].sendMessage({ params, body: { content: `Set ${index}` } })
                : clients[by].markConversationRead({ params, body: { last_read_seq: Math.ceil(reads * last) } }),
            ),
          );
          for (const [index, { by, reads }] of turn.entries()) {
            const answer = answers[index]!;
            expect(answer.status).toBe(reads === null ? 201 : 200);
            if (reads !== null || !('seq' in answer.body)) continue;
            senders.push({ seq: answer.body.seq, by });
          }
          last = Math.max(last, ...senders.map(({ seq }) => seq));
          expect(senders.map(({ seq }) => seq).sort((one, other) => one - other)).toEqual(
            Array.from({ length: last - start }, (_, index) => start + 1 + index),
          );
          for (const name of names) {
            const { unread_count, participants, last_seq } = (await clients[name].getConversation({ params })).body;
            const mark = participants.find((one) => one.id === cast[name].id)!.last_read_seq;
            const asked = turn
              .filter(({ by, reads }) => by === name && reads !== null)
              .map(({ reads }) => Math.ceil(reads! * last));
            expect(last_seq).toBe(last);
            expect(mark).toBeGreaterThanOrEqual(marks[name]);
            expect(mark).toBeLessThanOrEqual(last);
            // As far as they asked to read, or have written.
            const wrote = senders.filter(({ by }) => by === name).map(({ seq }) => seq);
            expect(mark).toBeLessThanOrEqual(Math.max(marks[name], start, ...asked, ...wrote));
            marks[name] = mark;
            expect(unread_count).toBe(senders.filter(({ seq, by }) => by !== name && seq > mark).length);
            const { conversation_ids } = (await clients[name].listUnreadConversations()).body;
            expect(conversation_ids.includes(id)).toBe(unread_count > 0);
          }
        }
      },
    ),
    runs(8),
  );
});
