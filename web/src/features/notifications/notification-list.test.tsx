import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { Route } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { answerWith } from '../../testing/answers.ts';
import { renderAt } from '../../testing/render-at.tsx';
import { NotificationList } from './notification-list.tsx';
import '../../testing/patience.ts';

const evening = new Date(2026, 10, 15, 23, 50);
const item = (n: number, updated_at = evening.toISOString()) => ({
  ...{ id: `n${n}`, kind: 'session_joined', title: `Ana joined Leg day ${n}`, body: '', url: null, data: {} },
  ...{ actor: null, actor_count: 1, session_id: null, conversation_id: null, session_start: null, answer: null },
  ...{ is_read: true, read_at: null, created_at: updated_at, updated_at },
});

let older: () => Response;

beforeEach(() => {
  vi.stubGlobal('CSS', { supports: () => true });
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  );
  // The page has no layout: the window is 700 high, a row 70.
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(700);
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(70);
  answerWith(({ path }) => {
    if (path.includes('before=')) return older();
    return Response.json({ count: 2, next: 'more', previous: null, results: [item(1)] });
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const show = () =>
  renderAt(
    '/here',
    <Route
      path="/here"
      element={
        <div style={{ overflowY: 'auto' }}>
          <NotificationList onOpen={() => {}} />
        </div>
      }
    />,
  );

test('keeps what is shown when older ones fail to load, and tries again when asked', async () => {
  older = () => Response.json({ error: 'x', code: 'access_denied' }, { status: 403 });
  show();
  expect(await screen.findByText("Couldn't load older notifications.")).toBeDefined();
  expect(screen.getByText('Ana joined Leg day 1')).toBeDefined();
  older = () => Response.json({ count: 2, next: null, previous: null, results: [item(2)] });
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('Ana joined Leg day 2')).toBeDefined();
});

test('goes with the time while it is open, also past midnight', async () => {
  vi.useFakeTimers({ now: evening, shouldAdvanceTime: true });
  older = () => Response.json({ count: 1, next: null, previous: null, results: [] });
  show();
  await waitFor(() => expect(screen.getByRole('heading', { name: 'Today' })).toBeDefined());
  expect(screen.getByText('now')).toBeDefined();
  await act(() => vi.advanceTimersByTimeAsync(20 * 60_000));
  expect(screen.getByRole('heading', { name: 'Yesterday' })).toBeDefined();
  expect(screen.getByText('20 min. ago')).toBeDefined();
});
