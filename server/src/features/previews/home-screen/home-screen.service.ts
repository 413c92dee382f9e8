import { Id } from '@spotter/contract/api/primitives.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { getGymConfig, uploadedImage } from '#features/organizations/index.ts';
import type { Db } from '#platform/db/connect.ts';
import { fail } from '#platform/errors.ts';
import type { FileStore } from '#platform/file-store.ts';
import { networkOf } from '#platform/limits.ts';
import { type Offload, task } from '#platform/offload/offload.ts';
import { createDrawings } from '../drawings.service.ts';
import type drawIcon from './icon.task.ts';
import { type Brand, lookVersion, manifestOf, pictureOf, screenshots } from './manifest.format.ts';
import { pictures } from './pictures.format.ts';
import type drawScreenshot from './screenshot.task.ts';

export const iconTask = task<typeof drawIcon>(new URL('./icon.task.ts', import.meta.url));
const screenshotTask = task<typeof drawScreenshot>(new URL('./screenshot.task.ts', import.meta.url));

type Parts = { db: Db; files: FileStore; offload: Offload };

/** An app on a phone's home screen has the gym's name, colors and icon. */
export function registerHomeScreen(app: FastifyInstance, { db, files, offload }: Parts): void {
  const drawn = createDrawings();

  async function brandOf(id: string): Promise<Brand> {
    const known = Id.safeParse(id);
    const { organization, theme } = await getGymConfig(db, known.success ? known.data : null);
    if (!organization?.is_active) throw fail('organization_not_found');
    return { id: organization.id, name: organization.white_label_enabled ? organization.name : 'Spotter', theme };
  }

  /** The drawing of a file that the manifest or a page names; undefined for any other. */
  function drawingOf(file: string) {
    const shape = pictures.get(file);
    if (shape)
      return async ({ name, theme }: Brand, owner: string): Promise<Uint8Array> => {
        const picture = await uploadedImage(files, pictureOf(theme));
        return offload.run(iconTask, { name, colors: theme.colors, picture, shape }, { owner });
      };
    const screenshot = Object.entries(screenshots).find(([name]) => name === file)?.[1];
    if (!screenshot) return undefined;
    const { width, height } = screenshot;
    return ({ name, theme: { colors } }: Brand, owner: string): Promise<Uint8Array> =>
      offload.run(screenshotTask, { name, colors, width, height }, { owner });
  }

  app.get<{ Params: { id: string } }>(
    '/brand/:id/manifest.webmanifest',
    { config: { op: 'getBrandManifest' } },
    async (request, reply) =>
      reply
        .header('cache-control', 'no-cache')
        .type('application/manifest+json; charset=utf-8')
        .send(JSON.stringify(manifestOf(await brandOf(request.params.id)))),
  );

  type Picture = FastifyRequest<{ Params: { id: string; file: string }; Querystring: { v?: unknown } }>;
  app.get('/brand/:id/:file', { config: { op: 'getBrandIcon' } }, async (request: Picture, reply) => {
    const { id, file } = request.params;
    const draw = drawingOf(file);
    if (!draw) throw fail('not_found');
    const brand = await brandOf(id);
    const version = lookVersion(brand);
    const picture = await drawn(request.pass, `${brand.id} ${version} ${file}`, () =>
      draw(brand, networkOf(request.ip)),
    );
    // An address with this version never means another picture.
    const age = request.query.v === version ? 'max-age=31536000, immutable' : 'max-age=3600';
    return reply.header('cache-control', `public, ${age}`).type('image/png').send(picture);
  });
}
