import { copyFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fontHosts } from '../../contract/src/theme/theme-default.ts';
import { buildWebInto } from '../web-build.ts';
import type { Brand } from './brand.ts';

type Built = Pick<Brand, 'server' | 'googleClientId' | 'appName' | 'organization'>;

/** The app's pages: no landing page, because the first page of an app is the app. */
export async function buildPages(folder: string, brand: Built): Promise<void> {
  const { server, googleClientId, appName } = brand;
  const organization = brand.organization && { id: brand.organization, name: appName };
  await buildWebInto(folder, { SPOTTER_APP: JSON.stringify({ server, organization, googleClientId }) });
  writeFileSync(join(folder, 'index.html'), appPage(readFileSync(join(folder, 'app.html'), 'utf8'), brand));
  copyFileSync(join(import.meta.dirname, 'offline.html'), join(folder, 'offline.html'));
  for (const file of [
    'app.html',
    'service-worker.js',
    'manifest.webmanifest',
    'robots.txt',
    'first-screen.html',
    'landing',
  ])
    rmSync(join(folder, file), { recursive: true, force: true });
}

/** The app's page as a phone has it: with the policy that the server's header sets on the web. */
export function appPage(html: string, { server, appName }: Pick<Brand, 'server' | 'appName'>): string {
  const fonts = fontHosts.map((host) => `https://${host}`).join(' ');
  const policy = [
    "default-src 'self'",
    "script-src 'self'",
    `style-src 'self' 'unsafe-inline' ${fonts}`,
    `font-src 'self' ${fonts}`,
    `img-src 'self' data: blob: ${server}`,
    `connect-src 'self' ${server}`,
    "object-src 'none'",
    "base-uri 'self'",
    "form-action 'self'",
  ].join('; ');
  const title = appName.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  return html
    .replace(
      '<meta charset="utf-8" />',
      (first) => `${first}\n    <meta http-equiv="Content-Security-Policy" content="${policy}" />`,
    )
    .replace(/<title>[^<]*<\/title>/, () => `<title>${title}</title>`)
    .replace(/\s*<link rel="manifest"[^>]*>/, '');
}
