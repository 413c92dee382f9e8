import { api } from '#platform/api/api.ts';
import { ApiError } from '#platform/api/api-error.ts';
import { wait } from '#platform/api/retry.ts';
import { storeDemo } from './demo-storage.ts';

/** Longer than a burst of visitors takes; after that the landing page says that it failed. */
const PATIENCE_MS = 90_000;

/** Seconds after which a busy server wants to be asked again; null if it has refused. */
const comeBackAfter = (error: unknown) =>
  error instanceof ApiError && error.code === 'unavailable' ? error.retryAfter : null;

/** Starts a demo and signs this browser in to it. Asks again while the server is busy with other visitors. */
export async function startDemo(): Promise<void> {
  for (const began = performance.now(); ; ) {
    try {
      return storeDemo(await api.startDemo());
    } catch (error) {
      const seconds = comeBackAfter(error);
      if (seconds === null || performance.now() - began + seconds * 1000 > PATIENCE_MS) throw error;
      // Visitors who were turned away together come back one after another.
      await wait(seconds * 1000 * (1 + Math.random() / 2));
    }
  }
}
