import { listFriendSuggestions as suggestionsEndpoint } from '@spotter/contract/friends.ts';
import { homeLists, homeSuggestions } from '@spotter/contract/home-lists.ts';
import { listSessions as sessionsEndpoint } from '@spotter/contract/sessions/sessions.ts';
import { gymToShow } from '@spotter/contract/users/gym-to-show.ts';
import type { z } from 'zod';
import { listUnreadConversations } from '#features/conversations/index.ts';
import { listFriendSuggestions } from '#features/friends/index.ts';
import { getUnreadCount } from '#features/notifications/index.ts';
import { getGymConfig } from '#features/organizations/index.ts';
import { listFinishes, listSentInvites, listSessions } from '#features/sessions/index.ts';
import { getUserPreferences, me } from '#features/users/index.ts';
import { liveCursor } from '#platform/events/cursor.ts';
import { type Ctx, JsonText, type MemberCtx } from '#platform/http/handlers.ts';

/** The parts of home, read side by side. Each is what its own call answers, so each has the rights of that call. */
export async function getHome(ctx: Ctx, selectedGym: string | undefined): Promise<JsonText> {
  // Before the first read, so that the live events cover all of them.
  const cursor = await liveCursor(ctx);
  const { caller } = ctx;
  const [user, gymConfig, unread, preferences] = await Promise.all([
    me(ctx.read, caller),
    getGymConfig(ctx.db, caller.organizationId, caller),
    getUnreadCount(ctx),
    getUserPreferences(ctx),
  ]);
  const gym = gymToShow(user, selectedGym);
  const isMember = (one: Ctx): one is MemberCtx => one.caller.organizationId !== null;
  const atGym = gym && isMember(ctx) ? await readAtGym(ctx, gym) : null;
  const about = { cursor, user, gym_config: gymConfig, gym_id: gym?.id ?? null };
  return jsonOf({ ...about, unread, preferences, at_gym: atGym });
}

async function readAtGym(ctx: MemberCtx, gym: { id: string; timezone: string }) {
  const sessions = (query: z.input<typeof sessionsEndpoint.query>) =>
    listSessions(ctx, sessionsEndpoint.query.parse(query));
  // Two at a time: the suggestions take as long as all the others, and nine would take most connections from everybody else.
  const [suggestions, lists] = await Promise.all([
    listFriendSuggestions(ctx, suggestionsEndpoint.query.parse(homeSuggestions)),
    oneByOne({
      mine: () => sessions(homeLists.mine()),
      waiting: () => sessions(homeLists.waiting()),
      invited: () => sessions(homeLists.invited()),
      sent_invites: () => listSentInvites(ctx),
      joinable: () => sessions(homeLists.joinable(gym, ctx.now)),
      today: () => sessions(homeLists.today(gym, ctx.now)),
      finishes: () => listFinishes(ctx),
      unread_conversations: () => listUnreadConversations(ctx),
    }),
  ]);
  return jsonOf({ ...lists, suggestions });
}

async function oneByOne(reads: Record<string, () => Promise<unknown>>): Promise<Record<string, unknown>> {
  const parts: Record<string, unknown> = {};
  for (const [name, read] of Object.entries(reads)) parts[name] = await read();
  return parts;
}

/** An object of values, some of which PostgreSQL has already written as JSON. */
function jsonOf(parts: Record<string, unknown>): JsonText {
  const fields = Object.entries(parts).map(
    ([name, part]) => `${JSON.stringify(name)}:${part instanceof JsonText ? part.text : JSON.stringify(part)}`,
  );
  return new JsonText(`{${fields.join(',')}}`);
}
