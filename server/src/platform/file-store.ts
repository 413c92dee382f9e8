import { randomBytes } from 'node:crypto';
import { mkdir, open, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { fail } from '#platform/errors.ts';

/** The stored file types and their extensions. A file's type can be read from its key. */
const endings = { 'image/png': 'png', 'image/jpeg': 'jpg', 'image/webp': 'webp' } as const;
export type FileType = keyof typeof endings;
const typeOfEnding = Object.fromEntries(Object.entries(endings).map(([type, ending]) => [ending, type as FileType]));

type StoredFile = { body: Buffer; contentType: FileType; bytes: number };
/** The first and the last byte. */
export type ByteRange = { from: number; to: number };
/** A stream of so many bytes. It waits for its reader, who must read or destroy it. */
export type OpenFile = { stream: Readable; bytes: number };

/** Stores files. A key is created once and its content never changes, so it may be cached forever. */
export type FileStore = {
  put(key: string, body: Buffer, contentType: FileType): Promise<void>;
  get(key: string): Promise<StoredFile | null>;
  /** How many bytes a file has, without reading it. */
  sizeOf(key: string): Promise<number | null>;
  /** A file, or a part of it that it has. */
  open(key: string, part?: ByteRange | null): Promise<OpenFile | null>;
  remove(key: string): Promise<void>;
};

/** An unguessable name that reveals only the file type. */
export const newFileKey = (contentType: FileType): string =>
  `${randomBytes(16).toString('hex')}.${endings[contentType]}`;

/** The only valid shape of a key, so no key can leave the folder. */
const keyShape = /^[0-9a-f]{32}\.([a-z]{3,4})$/;

/** The type in a key; null if it isn't a key. */
export function contentTypeOf(key: string): FileType | null {
  const ending = keyShape.exec(key)?.[1];
  return (ending && typeOfEnding[ending]) || null;
}

export function refuseOtherKey(key: string, contentType: FileType): void {
  if (contentTypeOf(key) !== contentType) throw new Error('A file key must be made by newFileKey for its type.');
}

/** Whatever is wrong with the store (gone, read-only, not ours): the caller may try again once it is repaired. */
export const away = (cause: unknown) => fail('unavailable', { cause, retryAfterSeconds: 2 });

function nullIfAbsent(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null;
  throw away(error);
}

/** Files in a local folder, spread over subfolders by the beginning of their keys. */
export function createFolderStore(folder: string): FileStore {
  const folderOf = (key: string) => join(folder, key.slice(0, 2));
  const pathOf = (key: string) => join(folderOf(key), key);

  return {
    async put(key, body, contentType) {
      refuseOtherKey(key, contentType);
      const home = folderOf(key);
      const unfinished = join(home, `${key}.${randomBytes(6).toString('hex')}.part`);
      try {
        await mkdir(home, { recursive: true, mode: 0o700 });
        const file = await open(unfinished, 'wx', 0o600);
        try {
          await file.writeFile(body);
          await file.sync();
        } finally {
          await file.close();
        }
        await rename(unfinished, pathOf(key));
        await syncFolder(home);
      } catch (error) {
        // Why it couldn't be written is what the caller hears.
        await rm(unfinished, { force: true }).catch(() => {});
        throw away(error);
      }
    },

    async get(key) {
      const contentType = contentTypeOf(key);
      if (!contentType) return null;
      const body = await readFile(pathOf(key)).catch(nullIfAbsent);
      return body && { body, contentType, bytes: body.length };
    },

    async sizeOf(key) {
      if (!contentTypeOf(key)) return null;
      return (await stat(pathOf(key)).catch(nullIfAbsent))?.size ?? null;
    },

    async open(key, part) {
      if (!contentTypeOf(key)) return null;
      // Open before it is answered: one that is deleted now is still read to its end.
      const file = await open(pathOf(key)).catch(nullIfAbsent);
      if (!file) return null;
      const { size } = await file.stat();
      const stream = file.createReadStream(part ? { start: part.from, end: part.to } : {});
      return { stream, bytes: part ? part.to - part.from + 1 : size };
    },

    async remove(key) {
      if (contentTypeOf(key)) await rm(pathOf(key), { force: true });
    },
  };
}

/** Without this a power cut may lose the file's name, though not its content. */
async function syncFolder(folder: string) {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
