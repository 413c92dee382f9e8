import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { NextPage } from './next-page.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

/** A list whose end is always in view. */
function stubVisibleEnd() {
  const options = vi.fn();
  class Observer {
    private readonly tell: (seen: { isIntersecting: boolean }[]) => void;
    constructor(tell: Observer['tell'], given: object) {
      this.tell = tell;
      options(given);
    }
    observe = () => this.tell([{ isIntersecting: true }]);
    disconnect() {}
  }
  vi.stubGlobal('IntersectionObserver', Observer);
  return options;
}

const list = { hasNextPage: true, isFetching: false, isFetchNextPageError: false };
const page = (query: Partial<typeof list>, fetchNextPage: () => void) => (
  <NextPage query={{ ...list, ...query, fetchNextPage }}>
    <p>Rows</p>
  </NextPage>
);

test('loads a page two screens ahead, and again when it was dropped on its way', () => {
  const options = stubVisibleEnd();
  const load = vi.fn();
  const { rerender } = render(page({}, load));
  expect(options).toHaveBeenCalledWith(expect.objectContaining({ rootMargin: '200% 0px' }));
  expect(load).toHaveBeenCalledTimes(1);
  rerender(page({ isFetching: true }, load));
  expect(screen.getByRole('status', { name: 'Loading more' })).toBeDefined();
  expect(load).toHaveBeenCalledTimes(1);
  // The whole list was read instead, and has as many rows as before.
  rerender(page({}, load));
  expect(load).toHaveBeenCalledTimes(2);
});

test('waits for a tap after a page failed, and shows nothing at the end', () => {
  stubVisibleEnd();
  const load = vi.fn();
  const { rerender } = render(page({ isFetchNextPageError: true }, load));
  expect(load).not.toHaveBeenCalled();
  screen.getByRole('button', { name: 'Try again' }).click();
  expect(load).toHaveBeenCalledTimes(1);
  rerender(page({ hasNextPage: false }, load));
  expect(screen.queryByRole('status')).toBeNull();
  expect(load).toHaveBeenCalledTimes(1);
});
