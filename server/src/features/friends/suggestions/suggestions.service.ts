import type { ParsedInput } from '@spotter/contract/api/endpoint.ts';
import {
  type markSuggestionsShown as shownEndpoint,
  listFriendSuggestions as suggestionsEndpoint,
} from '@spotter/contract/friends.ts';
import { fail } from '#platform/errors.ts';
import type { MemberCtx } from '#platform/http/handlers.ts';
import { type PageQuery, paged, pageFor } from '../friends.service.ts';
import { lockKnownPair } from '../friendships.repo.ts';
import { todayOf } from '../suggestions.policy.ts';
import { actedOnByTraining, notForMe, saveShown } from '../suggestions.write.ts';
import { readSuggestions } from './suggestions.read.ts';
import { hourClock, reasonFor } from './suggestions.words.ts';

export async function listFriendSuggestions(ctx: MemberCtx, query: PageQuery) {
  const { limit, offset } = pageFor(ctx, query);
  const { count, results } = await readSuggestions(ctx.read, ctx.caller, { today: todayOf(ctx), limit, offset });
  const clock = hourClock(ctx.language);
  const suggestions = results.map(({ match, fit: _, ...row }) => ({ ...row, reason: reasonFor(match, clock) }));
  return paged(suggestionsEndpoint, query, { count, results: suggestions });
}

type Shown = ParsedInput<typeof shownEndpoint>['body']['shown'];

export async function markSuggestionsShown(ctx: MemberCtx, shown: Shown): Promise<undefined> {
  const { organizationId, userId } = ctx.caller;
  const today = todayOf(ctx);
  await ctx.tx(async (tx) => {
    await saveShown(
      tx,
      { organizationId, userId, today },
      shown.map(({ user_id }) => user_id),
    );
    await actedOnByTraining(tx, { organizationId, userId, today });
  });
}

/** The other member isn't told. */
export async function dismissSuggestion(ctx: MemberCtx, otherId: string): Promise<undefined> {
  const { organizationId, userId } = ctx.caller;
  if (otherId === userId) throw fail('not_yourself');
  await ctx.tx(async (tx) => {
    const pair = { organizationId, userId, otherId };
    if (!(await lockKnownPair(tx, pair))) throw fail('user_not_found');
    notForMe(tx, pair, todayOf(ctx));
  });
}
