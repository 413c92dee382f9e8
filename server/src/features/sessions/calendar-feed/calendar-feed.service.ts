import { createHash, randomBytes } from 'node:crypto';
import { API_ROOT, addressOf } from '@spotter/contract/api/address.ts';
import { getCalendarFeed as feedEndpoint } from '@spotter/contract/sessions/calendar-feed.ts';
import { fail } from '#platform/errors.ts';
import type { Ctx, MemberCtx } from '#platform/http/handlers.ts';
import type { Caller } from '#platform/logins/callers.ts';
import * as repo from './calendar-feed.repo.ts';
import { readFeed, sessionFile } from './calendar-files.service.ts';

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
  if (!feed.readAt || ctx.now.getTime() - feed.readAt.getTime() > READ_AGAIN) await repo.setRead(ctx.db, hash);
  // The newest change is not enough: leaving a session removes it without changing the ones that remain.
  const etag = `"${createHash('sha256').update(feed.text).digest('base64url').slice(0, 27)}"`;
  return { text: feed.text, etag };
}

export async function getMyCalendarFeed({ read, caller }: MemberCtx) {
  const feed = await repo.findFeedOf(read, caller.userId);
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
    await repo.lockOwner(tx, caller.userId);
    await repo.revokeFeeds(tx, caller.userId);
    const createdAt = await repo.insertFeed(tx, caller.userId, hashOf(token));
    const address = addressOf(feedEndpoint.path, { params: { feed_token: token } });
    return { url: `${config.PUBLIC_URL}${API_ROOT}${address}`, created_at: createdAt.toISOString() };
  });
}

export async function revokeMyCalendarFeed(ctx: MemberCtx) {
  await ctx.tx((tx) => repo.revokeFeeds(tx, ctx.caller.userId));
  return undefined;
}
