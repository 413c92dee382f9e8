import type { Conversation, Message } from '@spotter/contract/conversations/conversations.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { useTestApp } from '#testing/app.ts';
import type { Client } from '#testing/client.ts';
import { setScene, step, take } from '#testing/worlds/random-people.ts';
import { runs } from '../../../../scripts/property-runs.ts';

const app = useTestApp();

type State = { conversations: Map<string, Conversation>; messages: Map<string, Message> };

/** Everything that a client shows, read from scratch. */
async function fetchAll(client: Client): Promise<State> {
  const lists = await Promise.all(
    [{ archived: true }, { archived: false }, { requests: true }].map((query) => client.listConversations({ query })),
  );
  const conversations = lists.flatMap(({ body }) => body.results);
  const pages = await Promise.all(
    conversations.map(({ id }) => client.listMessages({ params: { id }, query: { page_size: 100 } })),
  );
  const messages = pages.flatMap(({ body }) => body.results);
  return {
    conversations: new Map(conversations.map((one) => [one.id, one])),
    messages: new Map(messages.map((one) => [one.id, one])),
  };
}

/** A client without the live stream. */
async function poller(client: Client) {
  let { cursor } = (await client.listConversationUpdates({ query: {} })).body;
  let state = await fetchAll(client);
  return {
    state: () => state,
    async poll() {
      for (let hasMore = true; hasMore; ) {
        const { body } = await client.listConversationUpdates({ query: { since: cursor } });
        ({ cursor, has_more: hasMore } = body);
        if (body.is_reset) state = await fetchAll(client);
        // The client reads the messages of a conversation it didn't have.
        for (const one of body.conversations) {
          if (!state.conversations.has(one.id)) {
            const { results } = (await client.listMessages({ params: { id: one.id }, query: { page_size: 100 } })).body;
            for (const message of results) state.messages.set(message.id, message);
          }
          state.conversations.set(one.id, one);
        }
        for (const one of body.messages) state.messages.set(one.id, one);
        for (const id of body.left) {
          state.conversations.delete(id);
          for (const [key, { conversation_id }] of state.messages)
            if (conversation_id === id) state.messages.delete(key);
        }
      }
    },
  };
}

const sorted = ({ conversations, messages }: State) => ({
  conversations: [...conversations.values()].sort((one, other) => one.id.localeCompare(other.id)),
  messages: [...messages.values()].sort((one, other) => one.id.localeCompare(other.id)),
});

test('a client that only asks for updates has the state of one that reads everything again', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(step, fc.boolean()), { minLength: 10, maxLength: 40 }), async (steps) => {
      const scene = await setScene(app());
      const ana = await poller(scene.clients.ana);
      // Two steps at a time, because people don't wait for each other.
      for (let at = 0; at < steps.length; at += 2) {
        const statuses = await Promise.all(steps.slice(at, at + 2).map(([one]) => take(one, scene)));
        for (const status of statuses) expect(status).toBeLessThan(500);
        if (steps[at]![1]) await ana.poll();
      }
      await ana.poll();
      expect(sorted(ana.state())).toEqual(sorted(await fetchAll(scene.clients.ana)));
    }),
    runs(8),
  );
});
