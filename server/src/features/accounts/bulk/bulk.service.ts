import { Readable } from 'node:stream';
import type { ParsedInput } from '@spotter/contract/api/endpoint.ts';
import { CSV_START, csvLine } from '@spotter/contract/csv.ts';
import { isAdminRole, roleName } from '@spotter/contract/roles.ts';
import {
  type changeUsers as changeEndpoint,
  type exportUsers as exportEndpoint,
  largestBulk,
} from '@spotter/contract/users/accounts-bulk.ts';
import type { Person } from '@spotter/contract/users/users.ts';
import type { FastifyReply } from 'fastify';
import { sql } from 'kysely';
import { isSetUp, meUpdated, personJsonSql } from '#features/users/index.ts';
import { audit } from '#platform/audit.ts';
import type { AuditAction } from '#platform/audit-actions.ts';
import { type AuditEdit, editsOf } from '#platform/audit-edits.ts';
import type { Db } from '#platform/db/connect.ts';
import { type Read, readsOf, run, statement, variants } from '#platform/db/statement.ts';
import { fail } from '#platform/http/errors.ts';
import type { MemberCtx } from '#platform/http/handlers.ts';
import { Sent } from '#platform/http/handlers.ts';
import { type AdminScope, adminScope, scopeValues } from '#platform/logins/admin-scope.ts';
import { SETUP_CODE_DAYS } from '#platform/logins/setup-codes.ts';
import { type Filter, filtered, filterValues, isManaged, searchedWords, valuesOf } from '../accounts.read.ts';
import { filterOf, refuseFilteredGym, refuseForeignGyms } from '../accounts.service.ts';
import { inviteToSetUp } from './setup-invitations.ts';

type Input = ParsedInput<typeof changeEndpoint>['body'];
type Selection = ParsedInput<typeof exportEndpoint>['body']['selection'];

type Chosen = {
  user: Person;
  role: string;
  is_active: boolean;
  is_set_up: boolean;
  was_mailed: boolean;
  gym_ids: string[];
};

/** Whoever registers a gym can add any address, so nobody's mailbox gets setup codes faster than this. */
const MINUTES_BETWEEN_CODES = 10;
/** SQL for whether the last setup code went out within that time. Alias: u the user. */
const wasMailed = `coalesce(u.setup_code_expires_at > now() + interval '${SETUP_CODE_DAYS} days - ${MINUTES_BETWEEN_CODES} minutes', false)`;

const chosenVariant = variants({
  ...scopeValues,
  ...filterValues,
  ids: 'uuid[]?',
  after: 'uuid?',
  limit: 'int',
})<Chosen>();

const nil = '00000000-0000-0000-0000-000000000000';
const nextIds = ({ from, where, byId }: { from: string; where: string; byId: boolean }) => `select u.id from ${from}
  where ${where} and ${byId ? 'u.id = any($ids)' : 'true'} and u.id > coalesce($after, '${nil}') order by u.id limit $limit`;

/** The next chosen users in the order of their ids, locked until the commit. Changes don't move the others. */
function chosenStatement(filter: Filter, words: readonly string[], byId: boolean, scope: AdminScope) {
  const { key, ctes, from, where } = filtered(filter, words, scope);
  return chosenVariant(
    `chosen-accounts:${byId}:${key}`,
    () => `with ${[...ctes, `chosen as (${nextIds({ from, where, byId })})`]}
    select ${personJsonSql('u')} as user, u.role, u.is_active, ${isSetUp} as is_set_up, ${wasMailed} as was_mailed,
      u.gym_ids::text[] as gym_ids
    from users u where u.organization_id = $organizationId and u.id in (select id from chosen)
    order by u.id for no key update of u`,
  );
}

const noFilter = filterOf({});

/** Who is meant, as the statements take it; throws for a gym that the caller doesn't manage. */
function chosenBy(ctx: MemberCtx, selection: Selection) {
  if ('ids' in selection) return { filter: noFilter, ids: selection.ids };
  refuseFilteredGym(ctx, selection.matching.gym_id);
  return { filter: filterOf(selection.matching), ids: null };
}

const unmanagedStatement = statement('unmanaged-accounts', { ...scopeValues, ids: 'uuid[]', after: 'uuid?' })<object>(
  `select from unnest($ids) as chosen (id) where ($after is null or chosen.id > $after)
    and not exists (select from users u where ${isManaged} and u.id = chosen.id) limit 1`,
);

/** Throws if the caller doesn't manage one of these; earlier parts may have moved the ids before `after` out of reach. */
async function refuseUnmanaged(read: Read, { caller }: MemberCtx, ids: string[] | null, after: string | null) {
  if (ids && (await read(unmanagedStatement, { ...adminScope(caller), ids, after })).length > 0)
    throw fail('user_not_found');
}

async function nextChosen(tx: Db, ctx: MemberCtx, input: Input) {
  const after = input.after ?? null;
  const { filter, ids } = chosenBy(ctx, input.selection);
  await refuseUnmanaged(readsOf(tx), ctx, ids, after);
  const words = searchedWords(filter);
  const scope = adminScope(ctx.caller);
  return run(tx, chosenStatement(filter, words, ids !== null, scope), {
    ...scope,
    ...valuesOf(filter, words),
    ids,
    after,
    limit: largestBulk,
  });
}

type Verdict = 'change' | 'already' | { failed: string };

function judge({ action, gym_id = '' }: Input, { user, role, ...chosen }: Chosen, ownId: string): Verdict {
  switch (action) {
    case 'deactivate':
      if (!chosen.is_active) return 'already';
      if (user.id === ownId) return { failed: "You can't deactivate yourself" };
      // The last admin must stay, and an admin's access is a decision of its own.
      return isAdminRole(role) ? { failed: 'Deactivate admins one by one' } : 'change';
    case 'activate':
      return chosen.is_active ? 'already' : 'change';
    case 'give_gym':
      return chosen.gym_ids.includes(gym_id) || role === 'org_admin' ? 'already' : 'change';
    case 'take_gym':
      return chosen.gym_ids.includes(gym_id) ? 'change' : 'already';
    case 'resend_setup':
      if (!chosen.is_active) return { failed: 'The account is deactivated' };
      if (chosen.is_set_up) return { failed: 'Has already signed in' };
      return chosen.was_mailed ? { failed: `Got a code within the last ${MINUTES_BETWEEN_CODES} minutes` } : 'change';
  }
}

/** A part of a bulk change. Each member's log gets its own entry. */
export async function changeUsers(ctx: MemberCtx, input: Input) {
  if (input.gym_id) refuseForeignGyms(ctx, [input.gym_id], 'gym_id');
  const { organizationId, userId } = ctx.caller;
  return ctx.tx(async (tx) => {
    const chosen = await nextChosen(tx, ctx, input);
    const judged = chosen.map((one) => ({ user: one.user, verdict: judge(input, one, userId) }));
    const ids = judged.filter(({ verdict }) => verdict === 'change').map(({ user }) => user.id);
    if (ids.length > 0) {
      const action = await write(tx, ctx, input, ids);
      const data = input.gym_id ? { gym_id: input.gym_id } : {};
      const edits = await editsBy(tx, organizationId, input);
      await audit(
        tx,
        ctx,
        ids.map((targetId) => ({ action, targetType: 'user', targetId, data, edits })),
      );
      for (const id of ids) {
        meUpdated(tx, { userId: id, organizationId }, ['accessible_gyms']);
        ctx.rightsChanged(id);
      }
    }
    return {
      handled: chosen.length,
      changed_ids: ids,
      failed: judged.flatMap(({ user, verdict }) =>
        typeof verdict === 'object' ? [{ user, reason: verdict.failed }] : [],
      ),
      next: chosen.length === largestBulk ? chosen.at(-1)!.user.id : null,
    };
  });
}

/** What a bulk change did to each of them, for the log. */
async function editsBy(tx: Db, organizationId: string, { action, gym_id }: Input): Promise<AuditEdit[]> {
  if (!gym_id) return [];
  const { name } = await tx
    .selectFrom('gyms')
    .select('name')
    .where('organization_id', '=', organizationId)
    .where('id', '=', gym_id)
    .executeTakeFirstOrThrow();
  return editsOf([action === 'give_gym' ? ['Location', null, name] : ['Location', name, null]]);
}

async function write(tx: Db, { caller }: MemberCtx, { action, gym_id }: Input, ids: string[]): Promise<AuditAction> {
  const { organizationId } = caller;
  switch (action) {
    case 'deactivate':
    case 'activate':
      await sql`update users set is_active = ${action === 'activate'}
        where organization_id = ${organizationId} and id = any(${ids}::uuid[])`.execute(tx);
      return action === 'activate' ? 'user.activated' : 'user.deactivated';
    case 'give_gym':
      // A member's first location doesn't make them a new member: they count from the day they joined.
      await sql`insert into user_gyms (organization_id, user_id, gym_id, created_at)
        select ${organizationId}, u.id, ${gym_id}, case when cardinality(u.gym_ids) = 0 then u.created_at else now() end
        from users u where u.organization_id = ${organizationId} and u.id = any(${ids}::uuid[])
        on conflict do nothing`.execute(tx);
      return 'user.gym_access_changed';
    case 'take_gym':
      await sql`delete from user_gyms
        where organization_id = ${organizationId} and gym_id = ${gym_id} and user_id = any(${ids}::uuid[])`.execute(tx);
      return 'user.gym_access_changed';
    case 'resend_setup':
      await inviteToSetUp(tx, organizationId, ids);
      return 'user.setup_resent';
  }
}

type Line = { id: string; person: (string | null)[]; role: string; more: (string | null)[] };

const yesOrNo = (column: string) => `case when ${column} then 'Yes' else 'No' end`;
/** By the clock of the member's gym, as an import reads it. */
const dayOf = (column: string) => `to_char(${column} at time zone coalesce((select g.timezone from gyms g
  where g.organization_id = u.organization_id and g.id = u.default_gym_id), 'UTC'), 'YYYY-MM-DD')`;

const HEADER = [
  'First name',
  'Last name',
  'Email',
  'Phone',
  'Role',
  'Locations',
  'Active',
  'Email verified',
  'Joined',
  'Last seen',
];

const linesVariant = variants({
  ...scopeValues,
  ...filterValues,
  ids: 'uuid[]?',
  after: 'uuid?',
  limit: 'int',
})<Line>();

function linesStatement(filter: Filter, words: readonly string[], byId: boolean, scope: AdminScope) {
  const { key, ctes, from, where } = filtered(filter, words, scope);
  return linesVariant(
    `account-lines:${byId}:${key}`,
    () => `with ${[...ctes, `chosen as (${nextIds({ from, where, byId })})`]} select u.id, json_build_array(u.first_name, u.last_name, u.email, u.phone)
        as person, u.role, json_build_array((select string_agg(g.name, ', ' order by lower(g.name)) from user_gyms ug join gyms g
          on g.organization_id = ug.organization_id and g.id = ug.gym_id
          where ug.organization_id = $organizationId and ug.user_id = u.id),
        ${yesOrNo('u.is_active')}, ${yesOrNo('u.email_verified')}, ${dayOf('u.created_at')}, ${dayOf('u.last_seen_at')})
        as more
      from users u where u.organization_id = $organizationId and u.id in (select id from chosen) order by u.id`,
  );
}

const ROWS_AT_A_TIME = 1000;

/** Read in parts, so that a large gym needs little memory. */
async function* csvOf(ctx: MemberCtx, { filter, ids }: ReturnType<typeof chosenBy>) {
  const words = searchedWords(filter);
  const scope = adminScope(ctx.caller);
  const asked = linesStatement(filter, words, ids !== null, scope);
  yield CSV_START + csvLine(HEADER);
  for (let after: string | null = null; ; ) {
    const values = { ...scope, ...valuesOf(filter, words), ids, after };
    const lines: Line[] = await ctx.read(asked, { ...values, limit: ROWS_AT_A_TIME });
    yield lines.map(({ person, role, more }) => csvLine([...person, roleName(role), ...more])).join('');
    if (lines.length < ROWS_AT_A_TIME) return;
    after = lines.at(-1)!.id;
  }
}

export async function exportUsers(ctx: MemberCtx, selection: Selection, reply: FastifyReply) {
  const chosen = chosenBy(ctx, selection);
  await refuseUnmanaged(ctx.read, ctx, chosen.ids, null);
  await ctx.tx((tx) => audit(tx, ctx, { action: 'users.exported', targetType: 'organization' }));
  const day = ctx.now.toISOString().slice(0, 10);
  reply
    .type('text/csv; charset=utf-8')
    .header('content-disposition', `attachment; filename="users-${day}.csv"`)
    .send(Readable.from(csvOf(ctx, chosen)));
  return new Sent();
}
