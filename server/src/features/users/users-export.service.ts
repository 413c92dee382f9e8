import { setImmediate } from 'node:timers/promises';
import type { Db } from '#platform/db/connect.ts';
import { exportedParts, readExport } from './users-export.repo.ts';

/**
 * Everything Spotter stores about one person, as the pieces of a JSON text. The database reads it in one snapshot, row by
 * row: a long history in one piece would stop the server while it is unpacked.
 */
export async function exportPieces(db: Db, userId: string, now: Date): Promise<AsyncIterable<string>> {
  return piecesOf(await readExport(db, userId), now);
}

const ROWS_A_PIECE = 200;

/** Others have their turn between two pieces. */
async function* piecesOf(rows: readonly { name: string; row: string }[], now: Date) {
  yield `{\n  "exported_at": ${JSON.stringify(now.toISOString())}`;
  let at = 0;
  for (const name of Object.keys(exportedParts)) {
    yield `,\n  "${name}": [`;
    for (let isFirst = true; rows[at]?.name === name; isFirst = false) {
      const end = Math.min(at + ROWS_A_PIECE, rows.length);
      let piece = '';
      for (; at < end && rows[at]?.name === name; at++)
        piece += `${piece || !isFirst ? ',' : ''}\n    ${rows[at]?.row}`;
      yield piece;
      await setImmediate();
    }
    yield ']';
  }
  yield '\n}\n';
}
