import { createHash, hash as digest } from 'node:crypto';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ZipFile } from 'yazl';

type Written = { bytes: number; sha256: string };

export type ZipWriter = {
  /** Adds a file whose content comes in parts; only a few parts are in memory at a time. */
  add(name: string, content: AsyncIterable<Buffer | string>): Promise<Written>;
  /** Adds a file that is compressed already, such as a photo. */
  addStored(name: string, content: Buffer): Promise<Written>;
  /** Writes the list of contents. Answers the size of the archive. */
  finish(): Promise<number>;
  /** Gives the file up without finishing it. */
  abort(): Promise<void>;
};

/** Two archives with the same contents are the same bytes: no time, wherever the server stands. */
const fixed = { mtime: new Date(1980, 0, 1), forceDosTimestamp: true };

/** Writes a zip file as its contents come. Node deflates outside the event loop. */
export function createZip(path: string): ZipWriter {
  const zip = new ZipFile();
  const giveUp = new AbortController();
  const file = createWriteStream(path, { mode: 0o600, flush: true });
  const written = pipeline(zip.outputStream, file, { signal: giveUp.signal });
  let source: Readable | undefined;
  let failure: Error | undefined;
  written.catch((error: Error) => {
    failure = error;
    source?.destroy(error);
  });

  // yazl looks for the next entry from the start of its list, which takes 35 s for 66,000 files. So entries wait
  // outside of it once they are complete: all but the last.
  const list = zip as unknown as { entries: unknown[] };
  const complete: unknown[] = [];

  async function addEntry(name: string, content: Readable, compress: boolean): Promise<void> {
    if (failure) throw failure;
    complete.push(...list.entries.splice(0, list.entries.length - 1));
    source = content;
    const ended = once(content, 'end');
    // An entry keeps this function until the end; it must not keep the content.
    zip.addReadStreamLazy(name, { ...fixed, compress }, (give) => give(null, source!));
    await ended;
    source = undefined;
  }

  return {
    async add(name, content) {
      const hash = createHash('sha256');
      let bytes = 0;
      const measured = async function* () {
        for await (const part of content) {
          const buffer = Buffer.from(part);
          bytes += buffer.length;
          hash.update(buffer);
          yield buffer;
        }
      };
      await addEntry(name, Readable.from(measured()), true);
      return { bytes, sha256: hash.digest('hex') };
    },
    async addStored(name, content) {
      const whole = new Readable({
        read() {
          this.push(content);
          this.push(null);
        },
      });
      await addEntry(name, whole, false);
      return { bytes: content.length, sha256: digest('sha256', content) };
    },
    async finish() {
      list.entries = [...complete, ...list.entries];
      zip.end();
      await written;
      return (await stat(path)).size;
    },
    async abort() {
      giveUp.abort();
      // It fails because it was given up.
      await written.catch(() => {});
    },
  };
}
