import { renderHook } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { useUnreadMarks } from './page-title.ts';

afterEach(() => vi.unstubAllGlobals());

test('counts unread notifications in the title and on the icon, and removes both when the member area closes', () => {
  document.title = 'Home · Iron Harbour';
  const badge = { setAppBadge: vi.fn(async () => {}), clearAppBadge: vi.fn(async () => {}) };
  vi.stubGlobal('navigator', badge);
  const { rerender, unmount } = renderHook(({ count }) => useUnreadMarks(count), { initialProps: { count: 3 } });
  expect(document.title).toBe('(3) Home · Iron Harbour');
  rerender({ count: 120 });
  expect(document.title).toBe('(99+) Home · Iron Harbour');
  rerender({ count: 0 });
  expect(document.title).toBe('Home · Iron Harbour');
  expect(badge.setAppBadge.mock.calls).toEqual([[3], [120], [0]]);
  rerender({ count: 1 });
  unmount();
  expect(document.title).toBe('Home · Iron Harbour');
  expect(badge.clearAppBadge).toHaveBeenCalledOnce();
});
