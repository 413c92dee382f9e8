import { randomInt } from 'node:crypto';
import type { ParsedInput } from '@spotter/contract/api/endpoint.ts';
import {
  type createInviteCode as createEndpoint,
  type generateInviteCodes as generateEndpoint,
  listInviteCodes as listEndpoint,
  listReferrals as referralsEndpoint,
  type updateInviteCode as updateEndpoint,
  listInviteCodeUses as usesEndpoint,
} from '@spotter/contract/invites.ts';
import { audit } from '#platform/audit.ts';
import { editsOf } from '#platform/audit-edits.ts';
import type { Db } from '#platform/db/connect.ts';
import { fail, fieldError, laterToday, refuseOutdated } from '#platform/errors.ts';
import type { MemberCtx } from '#platform/http/handlers.ts';
import { numberedLinks } from '#platform/http/page-links.ts';
import { newId } from '#platform/ids.ts';
import { adminScope, refuseUnmanagedGym } from '#platform/logins/admin-scope.ts';
import { linkOrigin } from '#platform/native-apps.ts';
import { type InviteCode, readCodes, readReferrals, readSomeCodes, readUses } from './codes.read.ts';
import { deleteCode, insertFreeCodes, lockCode, updateCode } from './codes.write.ts';

const pageOf = ({ page, page_size }: { page: number; page_size: number }) => ({
  limit: page_size,
  offset: (page - 1) * page_size,
});

export const withLink = ({ config, caller }: MemberCtx, code: InviteCode) => ({
  ...code,
  link: `${linkOrigin(config, caller.organizationId)}/i/org/${code.code}`,
});

export async function listInviteCodes(ctx: MemberCtx, query: ParsedInput<typeof listEndpoint>['query']) {
  const { count, results } = await readCodes(ctx.read, {
    ...adminScope(ctx.caller),
    ...pageOf(query),
    gymId: query.gym_id ?? null,
    isActive: query.is_active ?? null,
    isUsable: query.is_usable ?? null,
    search: query.search || null,
  });
  return {
    count,
    ...numberedLinks(listEndpoint, { query }, count),
    results: results.map((code) => withLink(ctx, code)),
  };
}

export async function listInviteCodeUses(ctx: MemberCtx, input: ParsedInput<typeof usesEndpoint>) {
  const found = await readUses(ctx.read, {
    ...adminScope(ctx.caller),
    ...pageOf(input.query),
    id: input.params.id,
  });
  if (!found) throw fail('invite_code_not_found');
  return { count: found.count, ...numberedLinks(usesEndpoint, input, found.count), results: found.results };
}

export async function listReferrals(ctx: MemberCtx, query: ParsedInput<typeof referralsEndpoint>['query']) {
  const { count, results } = await readReferrals(ctx.read, {
    ...adminScope(ctx.caller),
    ...pageOf(query),
    referrerId: query.referrer_id ?? null,
  });
  return { count, ...numberedLinks(referralsEndpoint, { query }, count), results };
}

/** Without letters and digits that look or sound alike. */
const CODE_LETTERS = 'ACDEFGHJKMNPQRTUVWXY34679';
/** 25^8: too many to guess at the rate that addresses are allowed. */
const randomCode = () => Array.from({ length: 8 }, () => CODE_LETTERS[randomInt(CODE_LETTERS.length)]).join('');

export type Settings = Omit<ParsedInput<typeof generateEndpoint>['body'], 'count'>;
type NewCode = { code: string; mailed_to?: string };

async function insertCodes(tx: Db, ctx: MemberCtx, codes: readonly NewCode[], settings: Settings) {
  const { organizationId, userId } = ctx.caller;
  await refuseUnmanagedGym(tx, ctx.caller, settings.gym_id);
  const rows = codes.map((code) => ({ id: newId(), ...code }));
  const { label, gym_id, expires_at, max_uses, is_active } = settings;
  const created = { label, gym_id, expires_at, max_uses, is_active, organization_id: organizationId };
  const ids = await insertFreeCodes(
    tx,
    rows.map((row) => ({ ...row, ...created, created_by: userId })),
  );
  if (ids.length > 0)
    await audit(tx, ctx, {
      action: 'invite_code.created',
      targetType: 'invite_code',
      targetId: ids[0] ?? null,
      data: { codes: ids.length, label, gym_id },
    });
  return readSomeCodes(tx, { ...adminScope(ctx.caller), ids });
}

/** Wording codes is also a way to guess those of others: nearly every guess makes one, so what was made is counted. */
async function takeChosen(tx: Db, { caller, limits }: MemberCtx): Promise<void> {
  const secondsLeft = await limits.takeDaily(tx, 'chosen_codes', caller.organizationId);
  if (secondsLeft !== null)
    throw laterToday(
      "You've chosen a lot of codes today. Leave the field empty for a random code, or choose more",
      secondsLeft,
    );
}

export async function createInviteCode(ctx: MemberCtx, body: ParsedInput<typeof createEndpoint>['body']) {
  return ctx.tx(async (tx) => {
    if (body.code) await takeChosen(tx, ctx);
    const [code] = await insertCodes(tx, ctx, [{ code: body.code ?? randomCode() }], body);
    if (!code) throw fail('invite_code_taken', fieldError('code', 'This invite code is already in use.'));
    return withLink(ctx, code);
  });
}

/** Random codes, for somebody each or for anybody. */
export async function insertRandomCodes(
  tx: Db,
  ctx: MemberCtx,
  wanted: readonly Omit<NewCode, 'code'>[],
  settings: Settings,
) {
  const made: InviteCode[] = [];
  for (let left = wanted; left.length > 0; ) {
    const codes = left.map((one) => ({ ...one, code: randomCode() }));
    const kept = await insertCodes(tx, ctx, codes, settings);
    made.push(...kept);
    // A random code may be taken, if hardly ever.
    const taken = new Set(kept.map(({ code }) => code));
    left = codes.filter(({ code }) => !taken.has(code));
  }
  return made;
}

export async function generateInviteCodes(
  ctx: MemberCtx,
  { count, ...settings }: ParsedInput<typeof generateEndpoint>['body'],
) {
  return ctx.tx(async (tx) => {
    const made = await insertRandomCodes(tx, ctx, Array(count).fill({}), settings);
    return { results: made.map((code) => withLink(ctx, code)) };
  });
}

/** Throws unless the caller manages this code; it stays locked until the commit. */
async function lockManagedCode(tx: Db, { caller }: MemberCtx, id: string) {
  const { organizationId, gymIds } = adminScope(caller);
  const code = await lockCode(tx, organizationId, id);
  if (!code || (gymIds && !gymIds.includes(code.gym_id ?? ''))) throw fail('invite_code_not_found');
  return code;
}

/** What changed about a code, for the log. */
const codeEdits = (before: InviteCode, after: InviteCode) =>
  editsOf([
    ['Label', before.label, after.label],
    ['Location', before.gym?.name, after.gym?.name],
    ['Expires', before.expires_at?.slice(0, 10), after.expires_at?.slice(0, 10)],
    ['Most uses', before.max_uses, after.max_uses],
    ['Switched on', before.is_active, after.is_active],
  ]);

export async function updateInviteCode(ctx: MemberCtx, input: ParsedInput<typeof updateEndpoint>) {
  const { organizationId } = ctx.caller;
  const { params } = input;
  const { version, ...body } = input.body;
  const read = async (tx: Db) => (await readSomeCodes(tx, { ...adminScope(ctx.caller), ids: [params.id] }))[0]!;
  return ctx.tx(async (tx) => {
    const code = await lockManagedCode(tx, ctx, params.id);
    const before = await read(tx);
    refuseOutdated(version, before.version);
    if (body.gym_id !== undefined && body.gym_id !== code.gym_id) await refuseUnmanagedGym(tx, ctx.caller, body.gym_id);
    if (body.max_uses && body.max_uses < code.use_count)
      throw fail('validation_failed', fieldError('max_uses', `Already used ${code.use_count} times`));
    if (Object.keys(body).length > 0) {
      await updateCode(tx, organizationId, params.id, body);
      await audit(tx, ctx, {
        action: 'invite_code.updated',
        targetType: 'invite_code',
        targetId: params.id,
        data: { code: code.code, ...body },
        edits: codeEdits(before, await read(tx)),
      });
    }
    return withLink(ctx, await read(tx));
  });
}

export async function deleteInviteCode(ctx: MemberCtx, id: string) {
  const { organizationId } = ctx.caller;
  await ctx.tx(async (tx) => {
    const { code, use_count } = await lockManagedCode(tx, ctx, id);
    await deleteCode(tx, organizationId, id);
    await audit(tx, ctx, {
      action: 'invite_code.deleted',
      targetType: 'invite_code',
      targetId: id,
      data: { code, use_count },
    });
  });
  return undefined;
}
