import type { ParsedInput } from '@spotter/contract/api/endpoint.ts';
import {
  type createSavedTheme as createEndpoint,
  listSavedThemes as listEndpoint,
  type updateSavedTheme as updateEndpoint,
} from '@spotter/contract/theme/theme-calls.ts';
import type { Selectable } from 'kysely';
import { audit } from '#platform/audit.ts';
import type { AuditAction } from '#platform/audit-actions.ts';
import type { Db } from '#platform/db/connect.ts';
import type { SavedThemes } from '#platform/db/schema.generated.ts';
import { tell } from '#platform/events/tell.ts';
import { fail } from '#platform/http/errors.ts';
import type { MemberCtx } from '#platform/http/handlers.ts';
import { numberedLinks } from '#platform/http/page-links.ts';
import { newId } from '#platform/ids.ts';
import { refuseStrangeImages } from './theme-images.ts';
import { lockOrganization, readTheme, refuseOther, versionOf } from './themes.service.ts';

function presented({ id, name, config, created_by, created_at, updated_at }: Selectable<SavedThemes>) {
  const theme = readTheme(config);
  return {
    ...{ id, name, theme, created_by, version: versionOf([name, theme]) },
    created_at: created_at.toISOString(),
    updated_at: updated_at.toISOString(),
  };
}

const savedThemes = (db: Db, organizationId: string) =>
  db.selectFrom('saved_themes').where('organization_id', '=', organizationId);

export async function listSavedThemes(ctx: MemberCtx, { params, query }: ParsedInput<typeof listEndpoint>) {
  refuseOther(ctx, params.id);
  const { page, page_size: size } = query;
  const all = savedThemes(ctx.db, params.id);
  const { count } = await all.select((eb) => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow();
  const rows = await all
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(size)
    .offset((page - 1) * size)
    .execute();
  return {
    count: Number(count),
    ...numberedLinks(listEndpoint, { params, query }, Number(count)),
    results: rows.map(presented),
  };
}

type One = { id: string; themeId: string };

/** Throws unless the organization has this saved theme. */
async function findSavedTheme(db: Db, { id, themeId }: One, lock = false) {
  const query = savedThemes(db, id).selectAll().where('id', '=', themeId);
  const row = await (lock ? query.forUpdate() : query).executeTakeFirst();
  if (!row) throw fail('theme_not_found');
  return row;
}

export async function getSavedTheme(ctx: MemberCtx, params: One) {
  refuseOther(ctx, params.id);
  return presented(await findSavedTheme(ctx.db, params));
}

export function createSavedTheme(ctx: MemberCtx, { params, body }: ParsedInput<typeof createEndpoint>) {
  refuseOther(ctx, params.id);
  const { userId, organizationId } = ctx.caller;
  return ctx.tx(async (tx) => {
    await lockOrganization(tx, organizationId);
    await refuseStrangeImages(tx, organizationId, body.theme);
    const row = await tx
      .insertInto('saved_themes')
      .values({
        organization_id: organizationId,
        id: newId(),
        name: body.name,
        config: JSON.stringify(body.theme),
        created_by: userId,
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    await write(tx, ctx, 'saved_theme.created', row);
    return presented(row);
  });
}

export function updateSavedTheme(ctx: MemberCtx, { params, body }: ParsedInput<typeof updateEndpoint>) {
  refuseOther(ctx, params.id);
  const { name, theme, version } = body;
  return ctx.tx(async (tx) => {
    await lockOrganization(tx, params.id);
    const before = await findSavedTheme(tx, params, true);
    if (version !== undefined && version !== presented(before).version) throw fail('changed_meanwhile');
    if (theme) await refuseStrangeImages(tx, params.id, theme);
    if (name === undefined && !theme) return presented(before);
    const row = await tx
      .updateTable('saved_themes')
      .set({ ...(name !== undefined && { name }), ...(theme && { config: JSON.stringify(theme) }) })
      .where('organization_id', '=', params.id)
      .where('id', '=', params.themeId)
      .returningAll()
      .executeTakeFirstOrThrow();
    if (theme) await tellWearers(tx, params);
    await write(tx, ctx, 'saved_theme.updated', row);
    return presented(row);
  });
}

export async function deleteSavedTheme(ctx: MemberCtx, params: One) {
  refuseOther(ctx, params.id);
  await ctx.tx(async (tx) => {
    const row = await findSavedTheme(tx, params, true);
    await tellWearers(tx, params);
    await tx
      .deleteFrom('saved_themes')
      .where('organization_id', '=', params.id)
      .where('id', '=', params.themeId)
      .execute();
    await write(tx, ctx, 'saved_theme.deleted', row);
  });
  return undefined;
}

/** A location may wear a saved theme, so its members see a change at once. */
export async function tellWearers(tx: Db, { id, themeId }: One): Promise<void> {
  const wearer = await tx
    .selectFrom('gyms')
    .select('id')
    .where('organization_id', '=', id)
    .where('theme_id', '=', themeId)
    .executeTakeFirst();
  if (wearer) tell(tx, { scope: id, type: 'organization.updated', data: { organization_id: id }, to: 'everyone' });
}

const write = (tx: Db, ctx: MemberCtx, action: AuditAction, { id, name }: { id: string; name: string }) =>
  audit(tx, ctx, { action, targetType: 'saved_theme', targetId: id, data: { name } });
