import type { ThemeConfig } from '@spotter/contract/theme/theme.ts';
import { mailBrand, readOrganizationName, refuseStrangeImages, uploadedImage } from '#features/organizations/index.ts';
import { fail } from '#platform/errors.ts';
import type { FileStore } from '#platform/file-store.ts';
import type { MemberCtx } from '#platform/http/handlers.ts';
import { draft, greeting } from '#platform/mail/draft.ts';
import { timeWordsFor, usualWords } from '#platform/reader-words.ts';
import type { Card } from './card.task.ts';
import { cardTask } from './drawings.service.ts';
import { iconTask } from './home-screen/home-screen.service.ts';
import { pictureOf } from './home-screen/manifest.format.ts';
import { appIcon } from './home-screen/pictures.format.ts';

const asAddress = (png: Uint8Array) => `data:image/png;base64,${Buffer.from(png).toString('base64')}`;

/** Drawn by the same code as the real mail, link card and icon, for a theme that isn't published. */
export async function previewOrganizationTheme(
  ctx: MemberCtx,
  files: FileStore,
  organizationId: string,
  theme: ThemeConfig,
) {
  const { db, config } = ctx;
  // The answer contains the pixels, so a file of someone else stays closed.
  await refuseStrangeImages(db, organizationId, theme);
  const name = await readOrganizationName(db, organizationId);
  if (name === undefined) throw fail('organization_not_found');
  const { colors, assets } = theme;
  const [logo, picture] = await Promise.all([
    uploadedImage(files, assets.logo.url),
    uploadedImage(files, pictureOf(theme)),
  ]);
  const card = await ctx.offload(cardTask, { card: sampleCard(name), colors, logo });
  const icon = await ctx.offload(iconTask, { name, colors, picture, shape: appIcon });
  const brand = mailBrand(name, theme, config.PUBLIC_URL);
  const { subject, html } = draft('theme_preview', 'Leg day starts in an hour', {
    brand,
    title: 'Leg day starts in an hour',
    paragraphs: [
      greeting('Ana'),
      `See you at ${timeWordsFor(ctx.language).clock('18:30')}. Ben, Cleo and 4 others are in too.`,
    ],
    action: { label: `Open ${name}`, url: `${config.PUBLIC_URL}/app` },
    footnote: 'You turned on email for these notifications.',
  });
  return { mail: { subject, html: html ?? '' }, link_card: asAddress(card), app_icon: asAddress(icon) };
}

const sampleCard = (brand: string): Card => ({
  brand,
  label: 'Strength · 60 min',
  title: 'Leg day',
  // A link card has no known reader, so it uses the usual words.
  facts: [usualWords.moment('2026-11-19T18:30', null), brand, 'With Ana'],
  side: { kind: 'spots', left: 3, taken: 7, spots: 10 },
  workout: 'strength',
});
