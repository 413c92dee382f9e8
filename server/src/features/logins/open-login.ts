import { sql } from 'kysely';
import { getGymConfig } from '#features/organizations/index.ts';
import { me } from '#features/users/index.ts';
import type { Db } from '#platform/db/connect.ts';
import { readsOf } from '#platform/db/statement.ts';
import { fail } from '#platform/http/errors.ts';
import type { Ctx } from '#platform/http/handlers.ts';
import { newId } from '#platform/ids.ts';
import { type Caller, readCaller } from '#platform/logins/callers.ts';
import { firstRefreshToken, REFRESH_DAYS } from '#platform/logins/refresh-tokens.ts';

type LoginMethod = 'password' | 'setup_code' | 'emulation';
type Opener = Pick<Ctx<Caller | null>, 'ip' | 'userAgent' | 'accessTokens'>;

export const EMULATION_MINUTES = 60;

/** Begins a sign-in and makes its two tokens. */
export async function openLogin(
  tx: Db,
  ctx: Opener,
  login: { userId: string; method: LoginMethod; emulatedOrganizationId?: string },
) {
  const { userId, method, emulatedOrganizationId = null } = login;
  const loginId = newId();
  const { expires_at } = await tx
    .insertInto('logins')
    .values({
      id: loginId,
      user_id: userId,
      method,
      emulated_organization_id: emulatedOrganizationId,
      user_agent: ctx.userAgent,
      ip: ctx.ip,
      expires_at: emulatedOrganizationId
        ? sql`now() + make_interval(mins => ${EMULATION_MINUTES})`
        : sql`now() + make_interval(days => ${REFRESH_DAYS})`,
    })
    .returning('expires_at')
    .executeTakeFirstOrThrow();
  return {
    loginId,
    expiresAt: expires_at,
    tokens: {
      access_token: await ctx.accessTokens.sign({ userId, loginId, organizationId: emulatedOrganizationId }),
      refresh_token: await firstRefreshToken(tx, loginId),
    },
  };
}

/** The answer to every way of signing in: tokens, and what the app needs to open without asking again. */
export async function signIn(tx: Db, ctx: Opener, login: { userId: string; method: LoginMethod }) {
  const { loginId, tokens } = await openLogin(tx, ctx, login);
  const entry = await readCaller(readsOf(tx), { userId: login.userId, loginId });
  // The account was closed, or its demo or organisation ended, between the password and this moment.
  if (!entry) throw fail('wrong_credentials');
  const { caller } = entry;
  const user = await me(readsOf(tx), caller);
  return {
    ...tokens,
    user,
    must_change_password: user.must_change_password,
    current_gym_id: caller.currentGymId,
    organization: user.organization,
    gym_config: await getGymConfig(tx, caller.organizationId),
  };
}

/** Ends sign-ins; their access tokens are refused from the next call on. */
export async function endLogins(
  tx: Db,
  which: { userId: string; only?: string; except?: string },
  reason: 'logout' | 'revoked' | 'password_changed' | 'password_reset' | 'replayed' | 'emulation_stopped',
): Promise<number> {
  const ended = await tx
    .updateTable('logins')
    .set({ revoked_at: sql`now()`, revoked_reason: reason })
    .where('user_id', '=', which.userId)
    .where('revoked_at', 'is', null)
    .$if(which.only !== undefined, (query) => query.where('id', '=', which.only ?? ''))
    .$if(which.except !== undefined, (query) => query.where('id', '<>', which.except ?? ''))
    .returning('id')
    .execute();
  return ended.length;
}
