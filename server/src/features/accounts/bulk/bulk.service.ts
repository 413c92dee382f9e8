import { Readable } from 'node:stream';
import type { ParsedInput } from '@spotter/contract/api/endpoint.ts';
import { CSV_START, csvLine } from '@spotter/contract/csv.ts';
import { isAdminRole, roleName } from '@spotter/contract/roles.ts';
import {
  type changeUsers as changeEndpoint,
  type exportUsers as exportEndpoint,
  largestBulk,
} from '@spotter/contract/users/accounts-bulk.ts';
import type { FastifyReply } from 'fastify';
import { meUpdated } from '#features/users/index.ts';
import { audit } from '#platform/audit.ts';
import type { AuditAction } from '#platform/audit-actions.ts';
import { type AuditEdit, editsOf } from '#platform/audit-edits.ts';
import type { Db } from '#platform/db/connect.ts';
import { type Read, readsOf } from '#platform/db/reads.ts';
import { fail } from '#platform/errors.ts';
import type { MemberCtx } from '#platform/http/handlers.ts';
import { Sent } from '#platform/http/handlers.ts';
import { adminScope, refuseUnmanagedGyms } from '#platform/logins/admin-scope.ts';
import { filterOf } from '../accounts.service.ts';
import {
  type Chosen,
  giveGymToMany,
  lockChosen,
  MINUTES_BETWEEN_CODES,
  managesAll,
  readGymName,
  readLines,
  setActive,
  takeGymFromMany,
} from './bulk.repo.ts';
import { inviteToSetUp } from './setup-invitations.jobs.ts';

type Input = ParsedInput<typeof changeEndpoint>['body'];
type Selection = ParsedInput<typeof exportEndpoint>['body']['selection'];

const noFilter = filterOf({});

/** Who is meant, as the statements take it; throws for a gym that the caller doesn't manage. */
function chosenBy(ctx: MemberCtx, selection: Selection) {
  if ('ids' in selection) return { filter: noFilter, ids: selection.ids };
  const { gym_id: gymId } = selection.matching;
  if (gymId) refuseUnmanagedGyms(ctx.caller, [gymId]);
  return { filter: filterOf(selection.matching), ids: null };
}

/** Throws if the caller doesn't manage one of these; earlier parts may have moved the ids before `after` out of reach. */
async function refuseUnmanaged(read: Read, { caller }: MemberCtx, ids: string[] | null, after: string | null) {
  if (ids && !(await managesAll(read, adminScope(caller), { ids, after }))) throw fail('user_not_found');
}

async function nextChosen(tx: Db, ctx: MemberCtx, input: Input) {
  const after = input.after ?? null;
  const { filter, ids } = chosenBy(ctx, input.selection);
  await refuseUnmanaged(readsOf(tx), ctx, ids, after);
  return lockChosen(tx, adminScope(ctx.caller), { filter, ids, after, limit: largestBulk });
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
  if (input.gym_id) refuseUnmanagedGyms(ctx.caller, [input.gym_id], 'gym_id');
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
  const name = await readGymName(tx, organizationId, gym_id);
  return editsOf([action === 'give_gym' ? ['Location', null, name] : ['Location', name, null]]);
}

async function write(tx: Db, { caller }: MemberCtx, { action, gym_id }: Input, ids: string[]): Promise<AuditAction> {
  const { organizationId } = caller;
  switch (action) {
    case 'deactivate':
    case 'activate':
      await setActive(tx, organizationId, ids, action === 'activate');
      return action === 'activate' ? 'user.activated' : 'user.deactivated';
    case 'give_gym':
      await giveGymToMany(tx, { organizationId, gymId: gym_id!, ids });
      return 'user.gym_access_changed';
    case 'take_gym':
      await takeGymFromMany(tx, { organizationId, gymId: gym_id!, ids });
      return 'user.gym_access_changed';
    case 'resend_setup':
      await inviteToSetUp(tx, organizationId, ids);
      return 'user.setup_resent';
  }
}

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

const ROWS_AT_A_TIME = 1000;

/** Read in parts, so that a large gym needs little memory. */
async function* csvOf(ctx: MemberCtx, { filter, ids }: ReturnType<typeof chosenBy>) {
  yield CSV_START + csvLine(HEADER);
  for (let after: string | null = null; ; ) {
    const part = { filter, ids, after, limit: ROWS_AT_A_TIME };
    const lines = await readLines(ctx.read, adminScope(ctx.caller), part);
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
