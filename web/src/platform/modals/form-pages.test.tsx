import { act, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { BrowserRouter } from 'react-router';
import { expect, test, vi } from 'vitest';
import { useBackStep } from '#ui/layer/back-steps.ts';
import { createModals } from './create-modals.tsx';
import '../../testing/patience.ts';

const { ModalsProvider } = createModals({ overlays: [] });

test('leads from page to page of a form with Back and Forward', async () => {
  let go: (page: number) => void = () => {};
  function Form() {
    const [page, setPage] = useState(0);
    go = setPage;
    useBackStep(page > 0, () => setPage(0), { onForward: () => setPage(1) });
    useBackStep(page > 1, () => setPage(1), { onForward: () => setPage(2) });
    return <p>page {page}</p>;
  }
  window.history.pushState(null, '', '/form');
  render(
    <BrowserRouter>
      <ModalsProvider>
        <Form />
      </ModalsProvider>
    </BrowserRouter>,
  );
  const shown = (page: number) => screen.findByText(`page ${page}`);
  const move = (by: number) => act(() => window.history.go(by));
  for (const page of [1, 2]) {
    act(() => go(page));
    await shown(page);
  }
  // Each is one entry, however often it is left and reached.
  const entries = window.history.length;
  for (const [by, page] of [
    [-1, 1],
    [1, 2],
    [-1, 1],
    [-1, 0],
    [1, 1],
    [1, 2],
    [-2, 0],
    [2, 2],
    [-1, 1],
  ] as const) {
    await move(by);
    await shown(page);
  }
  // What closes by itself can be reached again too, until the form leads on.
  act(() => go(0));
  await shown(0);
  await vi.waitFor(() => expect(window.history.state.usr?.steps ?? 0).toBe(0));
  await move(1);
  await shown(1);
  act(() => go(2));
  await shown(2);
  expect(window.history.length).toBe(entries);
  expect(window.location.pathname).toBe('/form');
});
