import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { nullIfNoFile } from './absent-file.ts';

test('only a file that is missing counts as missing', async () => {
  expect(await stat(join(import.meta.dirname, 'missing')).catch(nullIfNoFile)).toBeNull();
  await expect(readFile(import.meta.dirname).catch(nullIfNoFile)).rejects.toThrow('EISDIR');
});
