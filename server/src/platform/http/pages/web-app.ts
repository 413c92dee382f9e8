import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { nullIfNoFile } from '#platform/absent-file.ts';
import type { Db } from '#platform/db/connect.ts';
import { fail } from '#platform/errors.ts';
import { HTML, keptPage } from './kept-page.ts';
import { earlyScriptHash, memberPages } from './member-page.ts';
import { serveOtherBuilds } from './other-builds.ts';
import { framedByUs, securityHeaders } from './security-headers.ts';

/** The text of the app's page, or null while it isn't built. */
export const appPage = (folder: string) => textOf(join(folder, 'app.html'));

const textOf = (file: string): Promise<string | null> => readFile(file, 'utf8').catch(nullIfNoFile);

/** Placeholder in the landing page's head for the public address, which only the server knows. */
const PLACEHOLDER = 'https://spotter.example';

type WebApp = { folder: string; db: Db; publicUrl: string };

/**
 * Serves the built web app: the landing page at `/`, hashed assets cached forever, and the app for every other page.
 */
export async function registerWebApp(app: FastifyInstance, { folder, db, publicUrl }: WebApp) {
  const built = existsSync(join(folder, 'app.html'));
  if (built) {
    await app.register(fastifyStatic, {
      root: folder,
      preCompressed: true,
      wildcard: false,
      // Compressed copies are sent in place of their originals, so they need no addresses of their own.
      globIgnore: ['**/*.{br,gz}'],
      index: false,
      cacheControl: false,
      setHeaders: (response, path) =>
        response.header(
          'cache-control',
          /[\\/]assets[\\/]/.test(path) ? 'public, max-age=31536000, immutable' : 'no-cache',
        ),
    });
    await serveOtherBuilds(app, db, folder);
    await registerMemberPages(app, folder, publicUrl);
    const landing = (await textOf(join(folder, 'index.html')))?.replaceAll(PLACEHOLDER, publicUrl);
    // The theme editor shows it in a frame. It has sample people only, and asks the server for nothing.
    const framed = framedByUs(securityHeaders({ PUBLIC_URL: publicUrl }));
    app.get('/theme-preview', { config: { op: 'getThemePreview' } }, (_request, reply) =>
      reply.headers({ ...framed, 'cache-control': 'no-cache' }).sendFile('app.html'),
    );
    app.get(
      '/',
      { config: { op: 'getLandingPage' } },
      keptPage(HTML, () => landing ?? ''),
    );
  }
  app.setNotFoundHandler((request, reply) => {
    const isPage =
      (request.method === 'GET' || request.method === 'HEAD') &&
      !/^\/(api|files|assets|dev|metrics|\.well-known)(\/|$)/.test(request.url);
    if (!built || !isPage) throw fail('not_found');
    return reply.header('cache-control', 'no-cache').sendFile('app.html');
  });
}

async function registerMemberPages(app: FastifyInstance, folder: string, publicUrl: string) {
  const { home, other, admin } = await memberPages(folder, (await appPage(folder)) ?? '');
  const policy = securityHeaders({ PUBLIC_URL: publicUrl }, earlyScriptHash)['content-security-policy'];
  for (const [address, page] of [
    ['/app', home],
    ['/app/*', other],
    ['/admin', admin],
    ['/admin/*', admin],
  ] as const) {
    const send = keptPage(HTML, () => page);
    app.get(address, { config: { op: 'getMemberPage' } }, (request, reply) =>
      send(request, reply.header('content-security-policy', policy)),
    );
  }
}
