import type { ParsedInput } from '@spotter/contract/api/endpoint.ts';
import { ThemeConfig } from '@spotter/contract/theme/theme.ts';
import type { updateOrganizationTheme as updateEndpoint } from '@spotter/contract/theme/theme-calls.ts';
import { audit } from '#platform/audit.ts';
import { editsOf } from '#platform/audit-edits.ts';
import type { Db } from '#platform/db/connect.ts';
import { fail, refuseOutdated } from '#platform/errors.ts';
import { tell } from '#platform/events/tell.ts';
import type { MemberCtx } from '#platform/http/handlers.ts';
import { versionOf } from '#platform/versions.ts';
import { lockOrganization } from '../organizations.repo.ts';
import { refuseStrangeImages } from './theme-images.service.ts';
import { readPublishedTheme, replacePublishedTheme } from './themes.repo.ts';

/** A stored theme with defaults for missing values; an unreadable one becomes the default. */
export const readTheme = (stored: unknown): ThemeConfig => {
  const parsed = ThemeConfig.safeParse(stored ?? {});
  return parsed.success ? parsed.data : ThemeConfig.parse({});
};

export async function storedTheme(tx: Db, organizationId: string): Promise<ThemeConfig> {
  return readTheme(await readPublishedTheme(tx, organizationId));
}

export async function storeTheme(tx: Db, organizationId: string, theme: ThemeConfig): Promise<void> {
  await replacePublishedTheme(tx, organizationId, theme);
  tell(tx, {
    scope: organizationId,
    type: 'theme.updated',
    data: { organization_id: organizationId, theme },
    to: 'everyone',
  });
}

/** What an owner knows a theme by, as the log names it. */
const shownValues: readonly (readonly [string, (theme: ThemeConfig) => string])[] = [
  ['Primary', ({ colors }) => colors.primary],
  ['Secondary', ({ colors }) => colors.secondary],
  ['Page', ({ colors }) => colors.background.main],
  ['Titles and text', ({ colors }) => colors.text.primary],
  ['Title font', ({ typography }) => typography.fontFamilies.heading.name],
  ['Text font', ({ typography }) => typography.fontFamilies.body.name],
];

/** Publishes a theme: members who are online see it at once. */
export function updateOrganizationTheme(ctx: MemberCtx, { params, query, body }: ParsedInput<typeof updateEndpoint>) {
  const organizationId = params.id;
  return ctx.tx(async (tx) => {
    const { name, white_label_enabled } = await lockOrganization(tx, organizationId);
    if (!white_label_enabled) throw fail('white_label_disabled');
    const before = await storedTheme(tx, organizationId);
    refuseOutdated(query.version, versionOf(before));
    await refuseStrangeImages(tx, organizationId, body);
    const version = versionOf(body);
    if (version !== versionOf(before)) {
      await storeTheme(tx, organizationId, body);
      await audit(tx, ctx, {
        action: 'theme.published',
        targetType: 'organization',
        targetId: organizationId,
        data: { before: before.colors.primary, primary: body.colors.primary },
        edits: editsOf(shownValues.map(([name, of]) => [name, of(before), of(body)])),
      });
    }
    return { organization_id: organizationId, organization_name: name, theme: body, version };
  });
}
