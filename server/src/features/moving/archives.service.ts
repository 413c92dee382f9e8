import { createReadStream, type ReadStream } from 'node:fs';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '#platform/config.ts';

/** The zip files of exports, in the data folder, each under its export's id. */
export function createArchives({ DATA_DIR }: Pick<Config, 'DATA_DIR'>) {
  const folder = join(DATA_DIR, 'exports');
  const pathOf = (id: string) => join(folder, `${id}.zip`);
  return {
    pathOf,
    /** Creates the folder, which only its owner may enter. */
    prepare: () => mkdir(folder, { recursive: true, mode: 0o700 }),
    async open(id: string): Promise<{ stream: ReadStream; bytes: number } | null> {
      const found = await stat(pathOf(id)).catch(() => null);
      return found && { stream: createReadStream(pathOf(id)), bytes: found.size };
    },
    remove: (id: string) => rm(pathOf(id), { force: true }),
    /** Removes every file, finished or not, whose export isn't among these. */
    async keepOnly(ids: ReadonlySet<string>): Promise<number> {
      const names = await readdir(folder).catch(() => []);
      const gone = names.filter((name) => !ids.has(name.replace(/[.]zip([.]part)?$/, '')));
      for (const name of gone) await rm(join(folder, name), { force: true });
      return gone.length;
    },
  };
}
