import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query';
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { PullToRefresh } from './pull-to-refresh.tsx';
import '../../testing/patience.ts';

async function show(attributes: object = { 'data-refreshes': '' }) {
  const read = vi.fn(async () => 'Leg day');
  const List = () => (
    <div {...attributes}>
      <p>{useQuery({ queryKey: ['list'], queryFn: read, staleTime: Number.POSITIVE_INFINITY }).data}</p>
    </div>
  );
  render(
    <QueryClientProvider client={new QueryClient()}>
      <List />
      <PullToRefresh />
    </QueryClientProvider>,
  );
  return { row: await screen.findByText('Leg day'), read };
}

async function pull(row: HTMLElement, y: number, x = 0) {
  const at = (part: number) => ({ touches: [{ clientX: 50 + x * part, clientY: 50 + y * part }] });
  fireEvent.touchStart(row, at(0));
  for (const part of [0.3, 0.6, 1]) fireEvent.touchMove(row, at(part));
  await act(async () => void fireEvent.touchEnd(row, { touches: [] }));
}

test('reads again what is on the screen when a list is pulled far enough', async () => {
  const { row, read } = await show();
  await pull(row, 60);
  expect(read).toHaveBeenCalledTimes(1);
  await pull(row, 200);
  await waitFor(() => expect(read).toHaveBeenCalledTimes(2));
  await waitFor(() => expect(screen.queryByRole('status')).toBeNull());
});

test('leaves scrolling, sideways swipes and other places alone', async () => {
  const { row, read } = await show();
  await pull(row, -200);
  await pull(row, 150, 300);
  vi.spyOn(HTMLElement.prototype, 'scrollTop', 'get').mockReturnValue(30);
  await pull(row, 200);
  expect(read).toHaveBeenCalledTimes(1);
});

test('does nothing outside of lists', async () => {
  const { row, read } = await show({});
  await pull(row, 200);
  expect(read).toHaveBeenCalledTimes(1);
});

test('turns where the finger left it, also in a list below the top of the screen', async () => {
  const { row, read } = await show();
  const answer = Promise.withResolvers<string>();
  read.mockReturnValue(answer.promise);
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 300, 390, 400));
  await pull(row, 200);
  expect(screen.getByRole('status').style.top).toBe('340px');
  await act(async () => answer.resolve('Leg day'));
  await waitFor(() => expect(screen.queryByRole('status')).toBeNull());
});
