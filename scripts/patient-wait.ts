import { vi } from 'vitest';
import { PATIENCE_MS } from './patience.ts';

// Vitest has a setting for `expect.poll`, but none for `waitFor`.
const { waitFor } = vi;
vi.waitFor = (check, options = {}) =>
  waitFor(check, typeof options === 'number' ? options : { timeout: PATIENCE_MS, ...options });
