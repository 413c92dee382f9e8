import type { ParsedInput } from '@spotter/contract/api/endpoint.ts';
import {
  type createGym as createEndpoint,
  listGyms as listEndpoint,
  type updateGym as updateEndpoint,
} from '@spotter/contract/gyms/gyms.ts';
import { isOrgAdmin } from '@spotter/contract/roles.ts';
import { changeGym, openGym } from '#features/gyms/index.ts';
import { audit } from '#platform/audit.ts';
import { editsOf } from '#platform/audit-edits.ts';
import type { Db } from '#platform/db/connect.ts';
import { readsOf } from '#platform/db/reads.ts';
import { fail, fieldError, refuseOutdated } from '#platform/errors.ts';
import { tell } from '#platform/events/tell.ts';
import type { MemberCtx } from '#platform/http/handlers.ts';
import { numberedLinks } from '#platform/http/page-links.ts';
import { readGym, readGymPage } from './gym-desk.read.ts';
import { hasNamesake, holdTheme, lockNames } from './gym-desk.write.ts';
import { lockGyms } from './schedule-change.service.ts';
import { changeTimezone } from './time-zone.service.ts';

export async function listGyms({ read, caller }: MemberCtx, query: ParsedInput<typeof listEndpoint>['query']) {
  const { page, page_size } = query;
  const { count, results } = await readGymPage(read, {
    ...caller,
    limit: page_size,
    offset: (page - 1) * page_size,
  });
  return { count, ...numberedLinks(listEndpoint, { query }, count), results };
}

async function refuseForeignTheme(tx: Db, ctx: MemberCtx, themeId: string | null | undefined): Promise<void> {
  if (themeId === undefined) return;
  if (!isOrgAdmin(ctx.caller.role)) throw fail('access_denied');
  if (themeId === null) return;
  if (!(await holdTheme(tx, ctx.caller.organizationId, themeId))) throw fail('theme_not_found');
}

/** The details of a location as the log names them. */
const shownFields = [
  ['Name', 'name'],
  ['Address', 'address'],
  ['Timezone', 'timezone'],
  ['Phone', 'phone'],
  ['Email', 'email'],
  ['Website', 'website'],
] as const;

/** Two locations with one name can't be told apart in lists, imports and mails. The lock settles two admins at once. */
async function refuseTakenName(tx: Db, organizationId: string, name: string, ownId: string | null): Promise<void> {
  await lockNames(tx, organizationId);
  if (await hasNamesake(tx, { organizationId, name, ownId }))
    throw fail('validation_failed', fieldError('name', 'You already have a location with this name'));
}

type Details = Omit<ParsedInput<typeof updateEndpoint>['body'], 'version' | 'timezone_version' | 'timezone'>;

/** The given columns; an empty contact detail is none. */
const columnsOf = ({ name, address, phone, email, website, theme_id }: Details) => ({
  ...(name !== undefined && { name }),
  ...(address !== undefined && { address }),
  ...(phone !== undefined && { phone: phone || null }),
  ...(email !== undefined && { email: email || null }),
  ...(website !== undefined && { website: website || null }),
  ...(theme_id !== undefined && { theme_id }),
});

export async function createGym(ctx: MemberCtx, body: ParsedInput<typeof createEndpoint>['body']) {
  const { organizationId } = ctx.caller;
  return ctx.tx(async (tx) => {
    await refuseForeignTheme(tx, ctx, body.theme_id);
    const { name, address, timezone } = body;
    await refuseTakenName(tx, organizationId, name, null);
    const id = await openGym(tx, { organizationId, name, address, timezone });
    await changeGym(tx, organizationId, id, columnsOf(body));
    await audit(tx, ctx, { action: 'gym.created', targetType: 'gym', targetId: id, data: { name } });
    tell(tx, { scope: organizationId, type: 'gym.created', data: { gym_id: id }, to: 'everyone' });
    ctx.rightsChanged(ctx.caller.userId);
    return readGym(readsOf(tx), organizationId, id);
  });
}

export async function updateGym(ctx: MemberCtx, { params: { id }, body }: ParsedInput<typeof updateEndpoint>) {
  const { organizationId } = ctx.caller;
  const { version, timezone_version, timezone, ...details } = body;
  return ctx.tx(async (tx) => {
    const [gym] = await lockGyms(tx, ctx, [id]);
    const before = await readGym(readsOf(tx), organizationId, id);
    refuseOutdated(version, before.manage?.version);
    await refuseForeignTheme(tx, ctx, details.theme_id);
    if (details.name !== undefined && details.name !== before.name)
      await refuseTakenName(tx, organizationId, details.name, id);
    const moved =
      timezone !== undefined && timezone !== gym!.timezone
        ? await changeTimezone(tx, ctx, { gym: gym!, timezone, version: timezone_version })
        : 0;
    await changeGym(tx, organizationId, id, columnsOf(details));
    const { name } = details.name === undefined ? before : { name: details.name };
    const after = await readGym(readsOf(tx), organizationId, id);
    await audit(tx, ctx, {
      action: 'gym.updated',
      targetType: 'gym',
      targetId: id,
      data: { name, ...details, ...(timezone && { timezone, moved_sessions: moved }) },
      edits: editsOf(shownFields.map(([label, field]) => [label, before[field], after[field]])),
    });
    tell(tx, { scope: organizationId, type: 'gym.updated', data: { gym_id: id }, to: 'everyone' });
    return after;
  });
}
