import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deflateRawSync } from 'node:zlib';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { unzip, zip } from '#testing/formats/zips.ts';
import { zipOf } from '#testing/hostile/hostile-files.ts';
import { runs } from '../../../../scripts/property-runs.ts';
import { openZip, type ZipReader } from './zip-reader.ts';
import { createZip } from './zip-writer.ts';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'spotter-zip-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const limits = { files: 100, bytes: 1_000_000 };
const pathOf = (name: string) => join(folder, `${name}.zip`);

/** A small zip, and the place of a part of it. */
async function small() {
  const path = pathOf('small');
  await zip(path, [['a.txt', Buffer.from('hello hello hello hello')]]);
  return { path, bytes: await readFile(path) };
}

async function broken(change: (bytes: Buffer) => Buffer): Promise<string> {
  const { bytes } = await small();
  const path = pathOf('broken');
  await writeFile(path, change(bytes));
  return path;
}
const indexOf = (bytes: Buffer, signature: number[]) => bytes.indexOf(Buffer.from(signature));
const CENTRAL = [0x50, 0x4b, 1, 2];

describe('a zip file', () => {
  test('gives back what was written, whatever it is', async () => {
    const file = fc.tuple(fc.stringMatching(/^[a-z]{1,12}$/), fc.uint8Array({ maxLength: 200_000 }));
    await fc.assert(
      fc.asyncProperty(fc.uniqueArray(file, { maxLength: 6, selector: ([name]) => name }), async (files) => {
        const path = pathOf('any');
        const contents = files.map(([name, bytes]): [string, Buffer] => [`${name}.csv`, Buffer.from(bytes)]);
        await zip(path, contents);
        expect([...(await unzip(path))]).toEqual(contents);
      }),
      runs(10),
    );
  });

  test('is the same bytes for the same contents, and closed to other users of the machine', async () => {
    const { path, bytes } = await small();
    const again = await small();
    expect(again.bytes.equals(bytes)).toBe(true);
    expect((await stat(path)).mode & 0o777).toBe(0o600);
  });
});

test('an archive whose content fails, or whose folder is missing, fails and can be given up', async () => {
  const writer = createZip(pathOf('failing'));
  const content = async function* () {
    yield 'a part';
    throw new Error('the database is away');
  };
  await expect(writer.add('a.txt', content())).rejects.toThrow('the database is away');
  await writer.abort();
  const lost = createZip(join(folder, 'nowhere', 'lost.zip'));
  await expect(lost.addStored('a.txt', Buffer.alloc(1_000_000)).then(() => lost.finish())).rejects.toThrow('ENOENT');
  await lost.abort();
});

describe('a hostile zip file', () => {
  const refusal = async (path: string, some = limits) => {
    let reader: ZipReader | null = null;
    try {
      reader = await openZip(path, some);
      for (const name of reader.sizes.keys()) for await (const _part of reader.read(name));
      return 'read';
    } catch (error) {
      return (error as Error).constructor.name + (error as Error).message;
    } finally {
      reader?.close();
    }
  };

  test('is refused when it is no zip file, or cut off at any place', async () => {
    const { bytes } = await small();
    expect(await refusal(await broken(() => Buffer.from('hello')))).toMatch(/^ZipErrorThis isn't a zip file/);
    for (let length = 0; length < bytes.length; length += 7)
      expect(await refusal(await broken((all) => all.subarray(0, length)))).toMatch(/^ZipError/);
  });

  test('never ends in another error, whatever is changed in it', async () => {
    const { bytes } = await small();
    for (let at = 0; at < bytes.length; at += 2) {
      const path = await broken((all) => {
        all[at] = all[at]! ^ 0xff;
        return all;
      });
      expect(await refusal(path)).toMatch(/^(read|ZipError)/);
    }
  });

  test('is refused when it has too many files, or too much in them', async () => {
    const path = pathOf('large');
    await zip(path, [
      ['a.txt', Buffer.alloc(600_000)],
      ['b.txt', Buffer.alloc(600_000)],
    ]);
    expect(await refusal(path)).toContain('too large when unpacked');
    expect(await refusal(path, { files: 1, bytes: 10_000_000 })).toContain('too many files');
  });

  test('unpacks no more than it claims', async () => {
    const path = await broken((bytes) => {
      bytes.writeUInt32LE(5, indexOf(bytes, CENTRAL) + 24);
      return bytes;
    });
    expect(await refusal(path)).toContain("isn't as large as it claims");
  });

  test.each(['../a.tx', '/etc/a', 'a/b/c', '..\\a.t', 'a.t\0t', '', 'a'.repeat(201)])(
    'may not contain a file named %j',
    async (name) => {
      const path = pathOf('named');
      const content = Buffer.from('x');
      await writeFile(path, zipOf([{ name, packed: deflateRawSync(content), size: content.length }]));
      expect(await refusal(path)).toContain("doesn't belong in it");
    },
  );

  test('is judged by its list of contents, before anything of it is unpacked', async () => {
    // What is no deflated content can only be refused by its size when nothing unpacks it.
    const noise = { packed: Buffer.from('not deflated'), size: 600_000 };
    const path = pathOf('noise');
    await writeFile(path, zipOf(['a.txt', 'b.txt'].map((name) => ({ name, ...noise }))));
    expect(await refusal(path)).toContain('too large when unpacked');
  });

  test('may not contain a file twice', async () => {
    const path = pathOf('twice');
    await zip(path, [
      ['a.txt', Buffer.from('1')],
      ['a.txt', Buffer.from('2')],
    ]);
    expect(await refusal(path)).toContain('is in it twice');
  });
});
