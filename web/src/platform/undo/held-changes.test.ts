import { beforeEach, expect, test, vi } from 'vitest';
import { hold, sendHeldChanges } from './held-changes.ts';

beforeEach(() => vi.restoreAllMocks());

test('the second tap of a double tap does not answer the row that moved up', async () => {
  const clock = vi.spyOn(performance, 'now').mockReturnValue(1000);
  const sent: string[] = [];
  const accept = (id: string) =>
    hold({ id, list: 'friend-requests', title: `Accepted ${id}`, send: async () => sent.push(id) });
  accept('first');
  clock.mockReturnValue(1250);
  accept('second');
  clock.mockReturnValue(1800);
  accept('third');
  await sendHeldChanges();
  expect(sent).toEqual(['first', 'third']);
});

test('sends what is held when the app goes to the background, which a phone may then end', () => {
  const send = vi.fn(async () => {});
  hold({ id: 'friend', list: 'friends', title: 'Removed Ben', send });
  const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('visible');
  document.dispatchEvent(new Event('visibilitychange'));
  expect(send).not.toHaveBeenCalled();
  visibility.mockReturnValue('hidden');
  document.dispatchEvent(new Event('visibilitychange'));
  expect(send).toHaveBeenCalledOnce();
});
