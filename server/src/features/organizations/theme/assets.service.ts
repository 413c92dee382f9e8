import type { ParsedInput } from '@spotter/contract/api/endpoint.ts';
import {
  type deleteAsset as deleteEndpoint,
  listAssets as listEndpoint,
  type uploadAsset as uploadEndpoint,
} from '@spotter/contract/theme/theme-calls.ts';
import type { WorkoutKind } from '@spotter/contract/theme/theme-default.ts';
import { audit } from '#platform/audit.ts';
import type { Db } from '#platform/db/connect.ts';
import { fail } from '#platform/errors.ts';
import { type FileStore, newFileKey } from '#platform/file-store.ts';
import { keepFile, refuseBeyondStorage, refuseFullStorage } from '#platform/files/storage.ts';
import type { MemberCtx } from '#platform/http/handlers.ts';
import { numberedLinks } from '#platform/http/page-links.ts';
import { newId } from '#platform/ids.ts';
import { lockOrganization } from '../organizations.repo.ts';
import { assetImage } from './asset-image.service.ts';
import { type AssetRow, countAssets, insertAsset, readAsset, readAssets, removeAsset } from './assets.repo.ts';
import { changeSavedTheme, readAllSavedThemes } from './saved-themes.repo.ts';
import { tellWearers } from './saved-themes.service.ts';
import { usesImage, withoutImage } from './theme-images.service.ts';
import { readTheme, storedTheme, storeTheme } from './themes.service.ts';

type AssetType = ParsedInput<typeof uploadEndpoint>['body']['asset_type'];

const presented = ({ file_key, asset_type, workout_type, created_at, ...row }: AssetRow) => ({
  ...row,
  asset_type: asset_type as AssetType,
  workout_type: workout_type as WorkoutKind | null,
  url: `/files/${file_key}`,
  created_at: created_at.toISOString(),
});

export async function listAssets(ctx: MemberCtx, { params, query }: ParsedInput<typeof listEndpoint>) {
  const { page, page_size: size, asset_type } = query;
  const count = await countAssets(ctx.db, params.id, asset_type);
  const rows = await readAssets(ctx.db, params.id, { type: asset_type, size, offset: (page - 1) * size });
  return {
    count,
    ...numberedLinks(listEndpoint, { params, query }, count),
    results: rows.map(presented),
  };
}

/** Stores an image as the server drew it anew, never as it was sent. */
export async function uploadAsset(ctx: MemberCtx, files: FileStore, { body }: ParsedInput<typeof uploadEndpoint>) {
  const { organizationId, userId } = ctx.caller;
  const { asset_type, workout_type = null } = body;
  await refuseFullStorage(ctx.read, ctx.caller);
  const image = await assetImage(ctx, body.file, asset_type);
  const key = newFileKey('image/png');
  await files.put(key, image.body, 'image/png');
  const file = { content_type: 'image/png', bytes: image.body.length };
  try {
    return await ctx.tx(async (tx) => {
      keepFile(tx, ctx.caller, { key, contentType: 'image/png', bytes: file.bytes });
      const row = await insertAsset(tx, {
        ...{ organization_id: organizationId, id: newId(), asset_type, workout_type, file_key: key },
        ...{ width: image.width, height: image.height, created_by: userId },
      });
      await audit(tx, ctx, {
        action: 'asset.uploaded',
        targetType: 'asset',
        targetId: row.id,
        data: { asset_type, workout_type },
      });
      await refuseBeyondStorage(tx, ctx, file.bytes);
      const { id, file_key, width, height, created_at } = row;
      return presented({ ...file, id, asset_type, workout_type, file_key, width, height, created_at });
    });
  } catch (error) {
    await files.remove(key);
    throw error;
  }
}

/** Deletes an image. Themes that show it are named first, and lose it only if the caller insists. */
export async function deleteAsset(ctx: MemberCtx, { params, query }: ParsedInput<typeof deleteEndpoint>) {
  const organizationId = params.id;
  await ctx.tx(async (tx) => {
    await lockOrganization(tx, organizationId);
    const asset = await readAsset(tx, organizationId, params.assetId);
    if (!asset) throw fail('asset_not_found');
    const url = `/files/${asset.file_key}`;
    const published = await storedTheme(tx, organizationId);
    const saved = await savedThemesWith(tx, organizationId, url);
    const isPublished = usesImage(published, url);
    if (!query.force && (isPublished || saved.length > 0))
      throw fail('asset_in_use', {
        details: {
          asset: [
            ...(isPublished ? ['Your published theme shows it'] : []),
            ...saved.map(({ name }) => `The saved theme ${name} shows it`),
          ],
        },
      });
    if (isPublished) await storeTheme(tx, organizationId, withoutImage(published, url));
    for (const { id, theme } of saved) {
      await changeSavedTheme(tx, { id: organizationId, themeId: id }, { theme: withoutImage(theme, url) });
      await tellWearers(tx, { id: organizationId, themeId: id });
    }
    await removeAsset(tx, organizationId, params.assetId);
    await audit(tx, ctx, {
      action: 'asset.deleted',
      targetType: 'asset',
      targetId: params.assetId,
      data: { asset_type: asset.asset_type, workout_type: asset.workout_type, was_published: isPublished },
    });
  });
  return undefined;
}

async function savedThemesWith(tx: Db, organizationId: string, url: string) {
  const rows = await readAllSavedThemes(tx, organizationId);
  return rows
    .map(({ id, name, config }) => ({ id, name, theme: readTheme(config) }))
    .filter(({ theme }) => usesImage(theme, url));
}
