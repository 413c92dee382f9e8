import { createHash } from 'node:crypto';
import { Id } from '@spotter/contract/api/primitives.ts';
import type { ThemeConfig } from '@spotter/contract/theme/theme.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { getGymConfig, uploadedImage } from '#features/organizations/index.ts';
import type { Db } from '#platform/db/connect.ts';
import type { FileStore } from '#platform/files/file-store.ts';
import { fail } from '#platform/http/errors.ts';
import { networkOf } from '#platform/limits.ts';
import type { Offload } from '#platform/offload/offload.ts';
import { createDrawings, iconTask } from './drawings.service.ts';

type Parts = { db: Db; files: FileStore; offload: Offload };
type Brand = { id: string; name: string; theme: ThemeConfig };

/** The gym's app icon, if any: the favicon is already square. */
export const pictureOf = ({ assets }: ThemeConfig) => assets.favicon.url ?? assets.logo.url;

/** Changes with the look, so that a phone fetches a changed icon. */
const versionOf = (brand: Brand) =>
  createHash('sha256')
    .update(
      JSON.stringify([
        brand.name,
        brand.theme.colors.primary,
        brand.theme.colors.background.main,
        pictureOf(brand.theme),
      ]),
    )
    .digest('base64url')
    .slice(0, 10);

function manifestOf(brand: Brand) {
  const icon = (file: string) => `/brand/${brand.id}/${file}?v=${versionOf(brand)}`;
  return {
    // The same app as Spotter's own manifest names (web/vite.config.ts), under the gym's name.
    id: '/app',
    start_url: '/app',
    scope: '/',
    display: 'standalone',
    name: brand.name,
    short_name: brand.name,
    description: `Train together at ${brand.name}.`,
    background_color: brand.theme.colors.background.main,
    theme_color: brand.theme.colors.primary,
    icons: [
      { src: icon('icon-192.png'), sizes: '192x192', type: 'image/png' },
      { src: icon('icon-512.png'), sizes: '512x512', type: 'image/png' },
      { src: icon('icon-512.png'), sizes: '512x512', type: 'image/png', purpose: 'maskable' },
    ],
  };
}

/** An app on a phone's home screen has the gym's name, colors and icon. */
export function registerHomeScreen(app: FastifyInstance, { db, files, offload }: Parts): void {
  const drawn = createDrawings();

  async function brandOf(id: string): Promise<Brand> {
    const known = Id.safeParse(id);
    const { organization, theme } = await getGymConfig(db, known.success ? known.data : null);
    if (!organization?.is_active) throw fail('organization_not_found');
    return { id: organization.id, name: organization.white_label_enabled ? organization.name : 'Spotter', theme };
  }

  async function draw(brand: Brand, size: number, request: FastifyRequest): Promise<Uint8Array> {
    const picture = await uploadedImage(files, pictureOf(brand.theme));
    const work = { name: brand.name, colors: brand.theme.colors, picture, size };
    return offload.run(iconTask, work, { owner: networkOf(request.ip) });
  }

  type ById = { Params: { id: string } };
  app.get<ById>('/brand/:id/manifest.webmanifest', { config: { op: 'getBrandManifest' } }, async (request, reply) =>
    reply
      .header('cache-control', 'no-cache')
      .type('application/manifest+json; charset=utf-8')
      .send(JSON.stringify(manifestOf(await brandOf(request.params.id)))),
  );
  for (const size of [180, 192, 512])
    app.get<ById>(`/brand/:id/icon-${size}.png`, { config: { op: 'getBrandIcon' } }, async (request, reply) => {
      const brand = await brandOf(request.params.id);
      const icon = await drawn(request.pass, `${brand.id} ${versionOf(brand)} ${size}`, () =>
        draw(brand, size, request),
      );
      return reply.header('cache-control', 'public, max-age=3600').type('image/png').send(icon);
    });
}
