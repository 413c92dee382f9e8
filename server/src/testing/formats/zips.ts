import { createHash } from 'node:crypto';
import { openZip } from '#platform/archive/zip-reader.ts';
import { createZip } from '#platform/archive/zip-writer.ts';

const anySize = { files: 1_000_000, bytes: Number.MAX_SAFE_INTEGER };

/** Every file of a zip, by its name. */
export async function unzip(path: string): Promise<Map<string, Buffer>> {
  const zip = await openZip(path, anySize);
  const contents = new Map<string, Buffer>();
  for (const name of zip.sizes.keys()) {
    const parts: Buffer[] = [];
    for await (const part of zip.read(name)) parts.push(part);
    contents.set(name, Buffer.concat(parts));
  }
  zip.close();
  return contents;
}

async function* once(content: Buffer) {
  yield content;
}

export async function zip(path: string, contents: Iterable<[string, Buffer]>): Promise<void> {
  const writer = createZip(path);
  for (const [name, content] of contents) await writer.add(name, once(content));
  await writer.finish();
}

type Manifest = { files: Record<string, { bytes: number; sha256: string; rows?: number }> };

/** An export with other contents and a manifest that fits them; null removes a file. */
export async function forge(from: string, to: string, changes: Record<string, string | Buffer | null>): Promise<void> {
  const contents = await unzip(from);
  const manifest = JSON.parse(contents.get('manifest.json')!.toString()) as Manifest;
  for (const [name, change] of Object.entries(changes)) {
    if (change === null) {
      contents.delete(name);
      delete manifest.files[name];
      continue;
    }
    const content = Buffer.from(change);
    contents.set(name, content);
    const sha256 = createHash('sha256').update(content).digest('hex');
    manifest.files[name] = { ...manifest.files[name], bytes: content.length, sha256 };
  }
  if (!('manifest.json' in changes)) contents.set('manifest.json', Buffer.from(JSON.stringify(manifest)));
  await zip(to, contents);
}
