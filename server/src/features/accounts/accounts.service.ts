import type { ParsedInput } from '@spotter/contract/api/endpoint.ts';
import { listUsers as listEndpoint } from '@spotter/contract/users/accounts.ts';
import { fail } from '#platform/errors.ts';
import type { MemberCtx } from '#platform/http/handlers.ts';
import { numberedLinks } from '#platform/http/page-links.ts';
import { adminScope, refuseUnmanagedGyms } from '#platform/logins/admin-scope.ts';
import { type Filter, readAccount, readAccounts, readDeletionEffects } from './accounts.read.ts';

type Query = ParsedInput<typeof listEndpoint>['query'];

export const filterOf = (query: Partial<Query>): Filter => ({
  search: query.search || null,
  role: query.role ?? null,
  gymId: query.gym_id ?? null,
  isActive: query.is_active ?? null,
  onboardingCompleted: query.onboarding_completed ?? null,
  isSetUp: query.is_set_up ?? null,
  joinedSince: query.joined_since ?? null,
});

export async function listUsers(ctx: MemberCtx, query: Query) {
  if (query.gym_id) refuseUnmanagedGyms(ctx.caller, [query.gym_id]);
  const { page, page_size, order } = query;
  const { count, results } = await readAccounts(ctx.read, {
    ...adminScope(ctx.caller),
    filter: filterOf(query),
    order,
    limit: page_size,
    offset: (page - 1) * page_size,
  });
  return { count, ...numberedLinks(listEndpoint, { query }, count), results };
}

export async function getAdminUser(ctx: MemberCtx, id: string) {
  const account = await readAccount(ctx.read, { ...adminScope(ctx.caller), id });
  if (!account) throw fail('user_not_found');
  return account;
}

export async function getDeletionEffects(ctx: MemberCtx, id: string) {
  const effects = await readDeletionEffects(ctx.read, { ...adminScope(ctx.caller), id });
  if (!effects) throw fail('user_not_found');
  return effects;
}
