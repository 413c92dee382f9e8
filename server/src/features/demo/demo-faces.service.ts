import type { FileStore } from '#platform/file-store.ts';
import type { Ctx } from '#platform/http/handlers.ts';
import type { Caller } from '#platform/logins/callers.ts';
import { task } from '#platform/offload/offload.ts';
import { type Face, faceKey } from '#sample/faces.ts';
import type { Person } from '#sample/people.ts';
import { insertFiles, readStoredKeys } from './demo.repo.ts';

/** The sample gym's seed, so that an installation with it draws nothing twice. */
const SEED = 1;

const drawFaces = task<typeof import('#sample/draw-faces.task.ts').default>(
  new URL('../../sample/draw-faces.task.ts', import.meta.url),
);

/** The cast's pictures, drawn once per installation and used by every demo. */
export function createDemoFaces(files: FileStore, people: readonly Person[]) {
  const keys = new Map(people.map((person) => [person.key, { key: faceKey(person, SEED) }]));
  // Concurrent first visitors wait for the same drawing.
  let drawing: Promise<void> | null = null;

  async function draw(ctx: Pick<Ctx<Caller | null>, 'db' | 'offload'>, missing: Person[]): Promise<void> {
    const faces: Face[] = await ctx.offload(drawFaces, { people: missing, seed: SEED });
    for (const { key, body } of faces) await files.put(key, body, 'image/webp');
    await insertFiles(
      ctx.db,
      faces.map(({ key, body }) => ({ key, content_type: 'image/webp', bytes: body.length })),
    );
  }

  return async (ctx: Pick<Ctx<Caller | null>, 'db' | 'offload'>): Promise<ReadonlyMap<string, { key: string }>> => {
    const stored = await readStoredKeys(
      ctx.db,
      [...keys.values()].map(({ key }) => key),
    );
    const missing = people.filter((person) => !stored.has(keys.get(person.key)?.key ?? ''));
    if (missing.length > 0) {
      drawing ??= draw(ctx, missing).finally(() => {
        drawing = null;
      });
      await drawing;
    }
    return keys;
  };
}
