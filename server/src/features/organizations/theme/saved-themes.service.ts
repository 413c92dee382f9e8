import type { ParsedInput } from '@spotter/contract/api/endpoint.ts';
import {
  type createSavedTheme as createEndpoint,
  listSavedThemes as listEndpoint,
  type updateSavedTheme as updateEndpoint,
} from '@spotter/contract/theme/theme-calls.ts';
import { audit } from '#platform/audit.ts';
import type { AuditAction } from '#platform/audit-actions.ts';
import type { Db } from '#platform/db/connect.ts';
import { fail, refuseOutdated } from '#platform/errors.ts';
import { tell } from '#platform/events/tell.ts';
import type { MemberCtx } from '#platform/http/handlers.ts';
import { numberedLinks } from '#platform/http/page-links.ts';
import { newId } from '#platform/ids.ts';
import { versionOf } from '#platform/versions.ts';
import { lockOrganization } from '../organizations.repo.ts';
import {
  changeSavedTheme,
  countSavedThemes,
  insertSavedTheme,
  isWorn,
  lockSavedTheme,
  readSavedTheme,
  readSavedThemes,
  removeSavedTheme,
  type SavedThemeKey,
  type SavedThemeRow,
} from './saved-themes.repo.ts';
import { refuseStrangeImages } from './theme-images.service.ts';
import { readTheme } from './themes.service.ts';

function presented({ id, name, config, created_by, created_at, updated_at }: SavedThemeRow) {
  const theme = readTheme(config);
  return {
    ...{ id, name, theme, created_by, version: versionOf([name, theme]) },
    created_at: created_at.toISOString(),
    updated_at: updated_at.toISOString(),
  };
}

export async function listSavedThemes(ctx: MemberCtx, { params, query }: ParsedInput<typeof listEndpoint>) {
  const { page, page_size: size } = query;
  const count = await countSavedThemes(ctx.db, params.id);
  const rows = await readSavedThemes(ctx.db, params.id, { limit: size, offset: (page - 1) * size });
  return {
    count,
    ...numberedLinks(listEndpoint, { params, query }, count),
    results: rows.map(presented),
  };
}

/** Throws unless the organization has this saved theme. */
function known(row: SavedThemeRow | undefined): SavedThemeRow {
  if (!row) throw fail('theme_not_found');
  return row;
}

export async function getSavedTheme(ctx: MemberCtx, params: SavedThemeKey) {
  return presented(known(await readSavedTheme(ctx.db, params)));
}

export function createSavedTheme(ctx: MemberCtx, { body }: ParsedInput<typeof createEndpoint>) {
  const { userId, organizationId } = ctx.caller;
  return ctx.tx(async (tx) => {
    await lockOrganization(tx, organizationId);
    await refuseStrangeImages(tx, organizationId, body.theme);
    const row = await insertSavedTheme(tx, {
      organization_id: organizationId,
      id: newId(),
      name: body.name,
      theme: body.theme,
      created_by: userId,
    });
    await write(tx, ctx, 'saved_theme.created', row);
    return presented(row);
  });
}

export function updateSavedTheme(ctx: MemberCtx, { params, body }: ParsedInput<typeof updateEndpoint>) {
  const { name, theme, version } = body;
  return ctx.tx(async (tx) => {
    await lockOrganization(tx, params.id);
    const before = known(await lockSavedTheme(tx, params));
    refuseOutdated(version, presented(before).version);
    if (theme) await refuseStrangeImages(tx, params.id, theme);
    if (name === undefined && !theme) return presented(before);
    const row = await changeSavedTheme(tx, params, { name, theme });
    if (theme) await tellWearers(tx, params);
    await write(tx, ctx, 'saved_theme.updated', row);
    return presented(row);
  });
}

export async function deleteSavedTheme(ctx: MemberCtx, params: SavedThemeKey) {
  await ctx.tx(async (tx) => {
    const row = known(await lockSavedTheme(tx, params));
    await tellWearers(tx, params);
    await removeSavedTheme(tx, params);
    await write(tx, ctx, 'saved_theme.deleted', row);
  });
  return undefined;
}

/** A location may wear a saved theme, so its members see a change at once. */
export async function tellWearers(tx: Db, { id, themeId }: SavedThemeKey): Promise<void> {
  if (await isWorn(tx, { id, themeId }))
    tell(tx, { scope: id, type: 'organization.updated', data: { organization_id: id }, to: 'everyone' });
}

const write = (tx: Db, ctx: MemberCtx, action: AuditAction, { id, name }: { id: string; name: string }) =>
  audit(tx, ctx, { action, targetType: 'saved_theme', targetId: id, data: { name } });
