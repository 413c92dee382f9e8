import { safeLocalStorage } from '#platform/storage/safe-storage.ts';
import { storedText } from '#platform/storage/stored-value.ts';

/** How new the state is that this browser has been shown. Only a server that reads from standbys says so (`X-Seen`). */
export type Seen = {
  read(): string | null;
  keep(position: string | null): void;
};

/** Every standby in use has what was shown this long ago. So a position from another database is forgotten, too. */
const LASTS_MS = 60_000;
const EVERYTHING_OLD = '0'.repeat(16);

const stored = storedText(safeLocalStorage, 'seen');

function known(): { position: string; isOld: boolean } | null {
  const [position, keptAt] = stored.read()?.split(' ') ?? [];
  return position ? { position, isOld: Math.abs(Date.now() - Number(keptAt)) > LASTS_MS } : null;
}

/** Shared by all tabs, as a member looks from one to the next. */
export const seen: Seen = {
  read() {
    const last = known();
    return last && (last.isOld ? EVERYTHING_OLD : last.position);
  },
  keep(position) {
    if (!position) return;
    const last = known();
    if (!last || last.isOld || position > last.position) stored.write(`${position} ${Date.now()}`);
  },
};
