import { expect, test } from 'vitest';
import { isRecord, safeStorage } from './safe-storage.ts';
import { storedJson, storedText } from './stored-value.ts';

test('remembers values for the page when storage throws', () => {
  const storage = safeStorage(() => {
    throw new DOMException('blocked', 'SecurityError');
  });
  expect(storage.get('x')).toBeNull();
  storage.set('x', '1');
  expect(storage.get('x')).toBe('1');
  storage.remove('x');
  expect(storage.get('x')).toBeNull();
  storage.set('x', '1');
  storage.clear();
  expect(storage.get('x')).toBeNull();
});

test('reads a stored value back and ignores broken or foreign JSON', () => {
  const storage = safeStorage(() => localStorage);
  const item = storedJson(storage, 'item', isRecord);
  expect(item.read()).toBeNull();
  item.write({ a: 1 });
  expect(item.read()).toEqual({ a: 1 });
  for (const text of ['{broken', '7', 'null']) {
    localStorage.setItem('item', text);
    expect(item.read()).toBeNull();
  }
  item.remove();
  expect(localStorage.getItem('item')).toBeNull();
  const plain = storedText(storage, 'plain');
  plain.write('text');
  expect([plain.read(), localStorage.getItem('plain')]).toEqual(['text', 'text']);
});
