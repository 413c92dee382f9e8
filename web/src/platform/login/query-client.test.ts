import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ApiError } from '#platform/api/api-error.ts';
import { createQueryClient } from './query-client.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('forgets a thing that the reader may not see anymore, and keeps one that could not be read', async () => {
  const queryClient = createQueryClient();
  const failWith = async (status: number, code: string) => {
    queryClient.setQueryData(['profile'], 'Uma');
    const queryFn = () => Promise.reject(new ApiError({ status, code, message: 'No.' }));
    await expect(queryClient.fetchQuery({ queryKey: ['profile'], queryFn, staleTime: 0 })).rejects.toThrow('No.');
    return queryClient.getQueryState<string>(['profile']);
  };
  expect(await failWith(404, 'user_not_found')).toMatchObject({ data: undefined, status: 'error' });
  expect(await failWith(403, 'access_denied')).toMatchObject({ data: 'Uma', status: 'error' });
});

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
