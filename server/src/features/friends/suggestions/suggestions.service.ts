import type { ParsedInput } from '@spotter/contract/api/endpoint.ts';
import {
  type markSuggestionsShown as shownEndpoint,
  listFriendSuggestions as suggestionsEndpoint,
} from '@spotter/contract/friends.ts';
import { run, statement } from '#platform/db/statement.ts';
import { fail } from '#platform/http/errors.ts';
import type { MemberCtx } from '#platform/http/handlers.ts';
import { type PageQuery, paged, pageFor } from '../friends.service.ts';
import { lockPair } from '../friendships.ts';
import { notForMe, todayOf } from './suggestion-outcomes.ts';
import { readSuggestions } from './suggestions.read.ts';
import { hourClock, reasonFor } from './suggestions.words.ts';

export async function listFriendSuggestions(ctx: MemberCtx, query: PageQuery) {
  const { limit, offset } = pageFor(ctx, query);
  const { count, results } = await readSuggestions(ctx.read, ctx.caller, { today: todayOf(ctx), limit, offset });
  const clock = hourClock(ctx.language);
  const suggestions = results.map(({ match, fit: _, ...row }) => ({ ...row, reason: reasonFor(match, clock) }));
  return paged(suggestionsEndpoint, query, { count, results: suggestions });
}

const shownStatement = statement('suggestions-shown', {
  organizationId: 'uuid',
  userId: 'uuid',
  shown: 'jsonb',
  today: 'date',
})(
  `insert into friend_suggestions (organization_id, user_id, suggested_id, reasons, first_shown_on, last_shown_on)
  select distinct on (u.id) $organizationId, $userId, u.id, array(select jsonb_array_elements_text(seen -> 'reasons')), $today, $today
  from jsonb_array_elements($shown) seen join users u on u.id = (seen ->> 'user_id')::uuid
  where u.organization_id = $organizationId and u.id <> $userId
  order by u.id
  on conflict (organization_id, user_id, suggested_id) do update set reasons = excluded.reasons, last_shown_on = excluded.last_shown_on,
    shown_days = friend_suggestions.shown_days + 1
  where friend_suggestions.last_shown_on < excluded.last_shown_on`,
);

// Once a day is enough, so it goes with what was seen that day.
const trainedLaterStatement = statement('suggestions-trained-later', {
  organizationId: 'uuid',
  userId: 'uuid',
  today: 'date',
})(
  `update friend_suggestions f set acted_on = $today
  where f.organization_id = $organizationId and f.user_id = $userId and f.acted_on is null and f.dismissed_on is null
    and exists (select from session_participants a
      join session_participants b on b.organization_id = a.organization_id and b.session_id = a.session_id
        and b.user_id = f.suggested_id and b.attended is not false
      join sessions s on s.organization_id = a.organization_id and s.id = a.session_id and s.status = 'active'
        and s.starts_at > f.first_shown_on and s.starts_at <= now()
      where a.organization_id = $organizationId and a.user_id = $userId and a.attended is not false)`,
);

type Shown = ParsedInput<typeof shownEndpoint>['body']['shown'];

export async function markSuggestionsShown(ctx: MemberCtx, shown: Shown): Promise<undefined> {
  const { organizationId, userId } = ctx.caller;
  const today = todayOf(ctx);
  await ctx.tx(async (tx) => {
    await run(tx, shownStatement, { organizationId, userId, shown: JSON.stringify(shown), today });
    await run(tx, trainedLaterStatement, { organizationId, userId, today });
  });
}

/** The other member isn't told. */
export async function dismissSuggestion(ctx: MemberCtx, otherId: string): Promise<undefined> {
  const { organizationId, userId } = ctx.caller;
  if (otherId === userId) throw fail('not_yourself');
  await ctx.tx(async (tx) => {
    const pair = { organizationId, userId, otherId };
    if (!(await lockPair(tx, pair))) throw fail('user_not_found');
    notForMe(tx, pair, todayOf(ctx));
  });
}
