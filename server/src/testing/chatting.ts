import { beforeEach } from 'vitest';
import { useTestApp } from './app.ts';
import type { CastMember } from './cast.ts';
import { addFriends } from './test-data.ts';

/**
 * A server whose members chat. They are friends, so that they can be added to groups; Ana and Dov are not. Each test starts
 * without conversations, notifications and live events.
 */
export function useChattingApp() {
  const app = useTestApp();
  beforeEach(async () => {
    const { db, cast } = app();
    const { ana, ben, cleo, dov, finn } = cast;
    await addFriends(db, cleo, [ana, ben, dov, finn]);
    await addFriends(db, ben, [ana, dov, finn]);
    await addFriends(db, ana, [finn]);
    await db.deleteFrom('conversations').execute();
    await db.deleteFrom('notifications').execute();
    await db.deleteFrom('live_events').execute();
  });
  const as = (person: CastMember) => app().as(person);
  return {
    app,
    as,
    direct: async (one: CastMember, other: CastMember) =>
      (await (await as(one)).openDirectConversation({ body: { user_id: other.id } })).body.id,
    group: async (admin: CastMember, others: CastMember[], name = 'Dawn crew') =>
      (await (await as(admin)).createGroupConversation({ body: { name, user_ids: others.map(({ id }) => id) } })).body
        .id,
    say: async (person: CastMember, id: string, content: string, client_nonce?: string, reply_to_id?: string) =>
      (await as(person)).sendMessage({ params: { id }, body: { content, client_nonce, reply_to_id } }),
    /** Oldest first. */
    read: async (person: CastMember, id: string) =>
      (await (await as(person)).listMessages({ params: { id } })).body.results.reverse(),
    seen: async (person: CastMember, id: string) => (await as(person)).getConversation({ params: { id } }),
    events: async (type: string) =>
      app().db.selectFrom('live_events').select(['data', 'user_ids']).where('type', '=', type).orderBy('seq').execute(),
    updates: async (person: CastMember, since?: string) =>
      (await (await as(person)).listConversationUpdates({ query: { since } })).body,
    block: async (blocker: CastMember, blocked: CastMember) => {
      const organization_id = app().cast.organizations.ironHarbour;
      await app()
        .db.insertInto('blocks')
        .values({ organization_id, blocker_id: blocker.id, blocked_id: blocked.id })
        .execute();
      return () =>
        app()
          .db.deleteFrom('blocks')
          .where('blocker_id', '=', blocker.id)
          .where('blocked_id', '=', blocked.id)
          .execute();
    },
  };
}

export const ids = (people: { id: string }[]) => people.map(({ id }) => id).sort();
