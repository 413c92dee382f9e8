import { createHash, randomBytes } from 'node:crypto';
import { API_ROOT, addressOf } from '@spotter/contract/api/address.ts';
import { getCalendarFeed as feedEndpoint } from '@spotter/contract/sessions/calendar-feed.ts';
import { sql } from 'kysely';
import { statement } from '#platform/db/statement.ts';
import { fail } from '#platform/http/errors.ts';
import type { Ctx, MemberCtx } from '#platform/http/handlers.ts';
import type { Caller } from '#platform/logins/callers.ts';
import { readFeed, sessionFile } from './calendar-files.ts';

const hashOf = (token: string) => createHash('sha256').update(token).digest();

export async function getSessionCalendarFile({ read, caller, config }: MemberCtx, id: string) {
  const file = await sessionFile(read, caller, id, config.PUBLIC_URL);
  if (!file) throw fail('session_not_found');
  return file;
}

/** Phones poll about every hour; members only need "last read" to the quarter of an hour. */
const READ_AGAIN = 15 * 60_000;

/** The calendar behind an address, and an ETag for its content. */
export async function getCalendarFeed(ctx: Ctx<Caller | null>, token: string) {
  const hash = hashOf(token);
  const feed = await readFeed(ctx.read, hash, ctx.config.PUBLIC_URL);
  // Phones keep polling a revoked address, so it does not count as guessing.
  if (feed) ctx.guessedRight();
  if (!feed || feed.revoked) throw fail('feed_not_found');
  if (!feed.readAt || ctx.now.getTime() - feed.readAt.getTime() > READ_AGAIN)
    await ctx.db
      .updateTable('calendar_feeds')
      .set({ last_read_at: sql`now()` })
      .where('token_hash', '=', hash)
      .execute();
  // The newest change is not enough: leaving a session removes it without changing the ones that remain.
  const etag = `"${createHash('sha256').update(feed.text).digest('base64url').slice(0, 27)}"`;
  return { text: feed.text, etag };
}

const mineStatement = statement('my-calendar-feed', { userId: 'uuid' })<{
  created_at: Date;
  last_read_at: Date | null;
}>('select created_at, last_read_at from calendar_feeds where user_id = $userId and revoked_at is null');

export async function getMyCalendarFeed({ read, caller }: MemberCtx) {
  const [feed] = await read(mineStatement, caller);
  return {
    is_active: feed !== undefined,
    created_at: feed?.created_at.toISOString() ?? null,
    last_read_at: feed?.last_read_at?.toISOString() ?? null,
  };
}

/** The server stores only the hash, so it shows the address once. Making another one revokes the old one. */
export async function createMyCalendarFeed(ctx: MemberCtx) {
  const { caller, config } = ctx;
  const token = randomBytes(32).toString('base64url');
  return ctx.tx(async (tx) => {
    // When two requests race, the second revokes the address of the first.
    await tx.selectFrom('users').select('id').where('id', '=', caller.userId).forNoKeyUpdate().execute();
    await endFeeds(tx, caller.userId);
    const { created_at } = await tx
      .insertInto('calendar_feeds')
      .values({ token_hash: hashOf(token), user_id: caller.userId })
      .returning('created_at')
      .executeTakeFirstOrThrow();
    const address = addressOf(feedEndpoint.path, { params: { feed_token: token } });
    return { url: `${config.PUBLIC_URL}${API_ROOT}${address}`, created_at: created_at.toISOString() };
  });
}

export async function revokeMyCalendarFeed(ctx: MemberCtx) {
  await ctx.tx((tx) => endFeeds(tx, ctx.caller.userId));
  return undefined;
}

const endFeeds = (tx: Ctx['db'], userId: string) =>
  tx
    .updateTable('calendar_feeds')
    .set({ revoked_at: sql`now()` })
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .execute();
