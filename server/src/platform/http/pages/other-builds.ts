import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { extname, join, relative } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { nullIfNoFile } from '#platform/absent-file.ts';
import type { Db } from '#platform/db/connect.ts';
import { fail } from '#platform/errors.ts';
import { type Asset, publishBuild, readAsset, readAssetNames } from './builds.repo.ts';

/** This build, and those of pages that were open during the last releases; older pages reload. */
const MOST_BUILDS = 3;
const types: Record<string, string> = {
  '.js': 'application/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
};
/** A name with the hash of its content. */
const hashedName = /^([\w-]+\/)*[\w.-]+-[\w-]{8}\.[a-z0-9]+$/;
const MOST_KEPT_BYTES = 8_000_000;
/** Another node may have published a build since. */
const LOOK_EVERY_MS = 1_000;

/**
 * Publishes this build's hashed files in the database, and serves those of the other builds from there: during a release
 * a page from one node asks another for its scripts.
 */
export async function serveOtherBuilds(app: FastifyInstance, db: Db, folder: string): Promise<void> {
  const assets = join(folder, 'assets');
  const own = (await filesIn(assets)).filter((name) => hashedName.test(name) && types[extname(name)]);
  const id = createHash('sha256').update(own.join()).digest('hex').slice(0, 16);
  await publishBuild(db, id, MOST_BUILDS, () => Promise.all(own.map((name) => readBuilt(assets, name))));
  const find = createFinder(db);
  app.get('/assets/*', { config: { op: 'getAssetOfOtherBuild' } }, async (request, reply) => {
    const { '*': name } = request.params as { '*': string };
    const found = hashedName.test(name) && (await find(name));
    const type = types[extname(name)];
    if (!found || !type) throw fail('not_found');
    const isBrotli = found.brotli && /\bbr\b/.test(String(request.headers['accept-encoding'] ?? ''));
    return reply
      .headers({
        'cache-control': 'public, max-age=31536000, immutable',
        vary: 'accept-encoding',
        // Said in any case, so that nothing is compressed anew for each reader.
        'content-encoding': isBrotli ? 'br' : 'identity',
      })
      .type(type)
      .send(isBrotli ? found.brotli : found.body);
  });
}

/** Unknown names cost one read a second at most, whoever asks for how many. */
function createFinder(db: Db) {
  let names: Promise<ReadonlySet<string>> | undefined;
  let lookedAt = Number.NEGATIVE_INFINITY;
  const kept = new Map<string, Promise<Asset | undefined>>();
  const bytesOf = new Map<string, number>();
  const forget = (name: string) => {
    kept.delete(name);
    bytesOf.delete(name);
  };

  async function isPublished(name: string): Promise<boolean> {
    // Names that couldn't be read are read again below, or fail there.
    if ((await names?.catch(() => null))?.has(name)) return true;
    if (performance.now() - lookedAt > LOOK_EVERY_MS) {
      lookedAt = performance.now();
      names = readAssetNames(db);
    }
    return (await names)?.has(name) ?? false;
  }

  return async (name: string): Promise<Asset | undefined> => {
    if (!kept.has(name) && !(await isPublished(name))) return undefined;
    const reading = kept.get(name) ?? readAsset(db, name);
    kept.set(name, reading);
    try {
      const asset = await reading;
      if (asset) bytesOf.set(name, asset.body.length + (asset.brotli?.length ?? 0));
      else forget(name);
      const total = () => [...bytesOf.values()].reduce((sum, bytes) => sum + bytes, 0);
      for (const oldest of bytesOf.keys()) if (total() > MOST_KEPT_BYTES) forget(oldest);
      return asset;
    } catch (error) {
      forget(name);
      throw error;
    }
  };
}

async function readBuilt(assets: string, name: string): Promise<Asset> {
  const [body, brotli] = await Promise.all([
    readFile(join(assets, name)),
    readFile(join(assets, `${name}.br`)).catch(nullIfNoFile),
  ]);
  return { name, body, brotli };
}

/** The paths of all files below a folder. */
async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  return files.map(({ parentPath, name }) => relative(folder, join(parentPath, name))).sort();
}
