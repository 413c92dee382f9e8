import type { Db } from '#platform/db/connect.ts';
import type { FileStore } from '#platform/files/file-store.ts';
import { drawFace, type Face, faceKey } from '#sample/faces.ts';
import type { Person } from '#sample/people.ts';

/** The sample gym's seed, so that an installation with it draws nothing twice. */
const SEED = 1;

/** The cast's pictures, drawn once per installation and used by every demo. */
export function createDemoFaces(files: FileStore, people: readonly Person[]) {
  // Concurrent first visitors wait for the same drawing.
  const drawing = new Map<string, Promise<Face>>();
  const keys = new Map(people.map((person) => [person.key, { key: faceKey(person, SEED) }]));

  function draw(person: Person): Promise<Face> {
    const begun =
      drawing.get(person.key) ??
      drawFace(person, SEED).then(async (face) => {
        await files.put(face.key, face.body, 'image/webp');
        return face;
      });
    drawing.set(person.key, begun);
    begun.catch(() => drawing.delete(person.key));
    return begun;
  }

  return async (db: Db): Promise<ReadonlyMap<string, { key: string }>> => {
    const stored = await db
      .selectFrom('files')
      .select('key')
      .where(
        'key',
        'in',
        [...keys.values()].map(({ key }) => key),
      )
      .execute();
    const missing = people.filter((person) => !stored.some(({ key }) => key === keys.get(person.key)?.key));
    if (missing.length > 0) {
      const faces = await Promise.all(missing.map(draw));
      await db
        .insertInto('files')
        .values(faces.map(({ key, body }) => ({ key, content_type: 'image/webp', bytes: body.length })))
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    }
    return keys;
  };
}
