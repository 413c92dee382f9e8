import { act, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { useParts } from './use-parts.ts';
import '../../testing/patience.ts';

const drawn: number[] = [];

afterEach(() => vi.unstubAllGlobals());

function Page({ first, inView }: { first: number; inView?: number }) {
  const due = useParts(first, 3, inView);
  drawn.push(due);
  return <p>{due} of 3</p>;
}

test('draws one part more after each frame until all are due', async () => {
  drawn.length = 0;
  render(<Page first={1} />);
  expect(screen.getByText('1 of 3')).toBeTruthy();
  await screen.findByText('3 of 3');
  expect([...new Set(drawn)]).toEqual([1, 2, 3]);
});

test('starts with as many parts as the caller needs at once', () => {
  drawn.length = 0;
  render(<Page first={3} />);
  expect([...new Set(drawn)]).toEqual([3]);
});

test('draws what is below the first screen when the browser is idle', async () => {
  const waiting: (() => void)[] = [];
  vi.stubGlobal('requestIdleCallback', (run: () => void) => waiting.push(run));
  vi.stubGlobal('cancelIdleCallback', () => {});
  render(<Page first={1} inView={2} />);
  await screen.findByText('2 of 3');
  await vi.waitFor(() => expect(waiting).toHaveLength(1));
  expect(screen.queryByText('3 of 3')).toBeNull();
  act(() => waiting[0]?.());
  await screen.findByText('3 of 3');
});
