import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const source = join(import.meta.dirname, '..', '..');

test('opens every popover above the toasts', () => {
  const positioners = globSync('**/*.tsx', { cwd: source })
    .flatMap((file) => readFileSync(join(source, file), 'utf8').match(/<\w+\.Positioner[^>]*>/g) ?? [])
    .filter((tag) => !tag.includes('className="z-popover"'));
  expect(positioners).toEqual([]);
});
