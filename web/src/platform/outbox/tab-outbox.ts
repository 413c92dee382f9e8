import { browser } from './device.ts';
import { createOutbox } from './outbox.ts';
import type { AnyWrite } from './write.ts';

let loadWrites = async (): Promise<readonly AnyWrite[]> => {
  throw new Error('The writes were not registered.');
};

/** Set by the app, which knows all features. */
export function onWritesNeeded(load: typeof loadWrites) {
  loadWrites = load;
}

/** The one outbox of this tab. */
export const outbox = createOutbox({ ...browser, loadWrites: () => loadWrites() });
