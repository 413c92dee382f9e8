import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ApiError } from '#platform/api/api-error.ts';
import { createQueryClient } from './query-client.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('repeats a read after the time a busy server asks for', async () => {
  const busy = new ApiError({ status: 503, code: 'unavailable', message: 'away', retryAfter: 4 });
  const read = vi.fn<() => Promise<string>>().mockRejectedValueOnce(busy).mockResolvedValueOnce('here');
  const answer = createQueryClient().fetchQuery({ queryKey: ['read'], queryFn: read });
  await vi.advanceTimersByTimeAsync(3_900);
  expect(read).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(1_100);
  expect(read).toHaveBeenCalledTimes(2);
  await expect(answer).resolves.toBe('here');
});
