import { fireEvent, screen, waitFor } from '@testing-library/react';
import { toast as store } from 'react-hot-toast/headless';
import { Route } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { answerWith, person } from '../../testing/answers.ts';
import { renderAt } from '../../testing/render-at.tsx';
import { NotificationItem } from './notification-item.tsx';
import type { NotificationItem as Item } from './notifications.queries.ts';

const item: Item = {
  ...{ id: 'n1', kind: 'friend_request', title: 'Ana sent you a friend request', body: '', url: null, data: {} },
  ...{ actor: person(), actor_count: 1, session_id: null, conversation_id: null, session_start: null },
  answer: { kind: 'friend_request', id: 'r1' },
  ...{ is_read: false, read_at: null, created_at: '2026-11-15T00:00:00Z', updated_at: '2026-11-15T00:00:00Z' },
};

beforeEach(() => {
  vi.stubGlobal('CSS', { supports: () => true });
  answerWith(({ method }) => (method === 'POST' ? Response.json({}) : undefined));
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

test('keeps the order of a sentence that begins with a name from the right to the left', async () => {
  const named = { ...item, title: 'ليلى sent you a friend request' };
  renderAt(
    '/here',
    <Route path="/here" element={<NotificationItem item={named} now={0} isUnfolded={false} onOpen={() => {}} />} />,
  );
  expect((await screen.findByText(named.title)).getAttribute('dir')).toBe('ltr');
});

test.each([
  ['Accept', 4000],
  ['Decline', 3000],
])('%s says what happened for %i ms', async (name, duration) => {
  const shown = vi.spyOn(store, 'custom').mockReturnValue('toast');
  renderAt(
    '/here',
    <Route path="/here" element={<NotificationItem item={item} now={0} isUnfolded={false} onOpen={() => {}} />} />,
  );
  fireEvent.click(await screen.findByRole('button', { name }));
  await waitFor(() => expect(shown).toHaveBeenCalledWith(expect.anything(), expect.objectContaining({ duration })));
});
