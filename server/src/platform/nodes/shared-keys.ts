import { createHmac } from 'node:crypto';
import { sql } from 'kysely';
import { type Config, ConfigError } from '#platform/config.ts';
import type { Db } from '#platform/db/connect.ts';

type Keys = Pick<Config, 'TOKEN_SECRET' | 'PUSH_KEY'>;

/** Anyone who holds a token can test a guessed secret offline, so four bytes of a fingerprint give nothing more away. */
export const fingerprintsOf = (keys: Record<string, string>) =>
  Object.entries(keys).map(([name, key]) => ({
    name,
    fingerprint: createHmac('sha256', key).update('spotter key').digest().subarray(0, 4),
  }));

/** Only what is agreed on, of all settings. */
export const keysOf = ({ TOKEN_SECRET, PUSH_KEY }: Keys) => ({ TOKEN_SECRET, PUSH_KEY });

/**
 * Makes the keys of the first process those of the installation, and refuses a process with others: it would sign what
 * the others refuse.
 */
export async function agreeOnKeys(db: Db, config: Keys): Promise<void> {
  const differing = await db.transaction().execute(async (tx) => {
    await lockKeys(tx);
    const current = await readCurrent(tx);
    const keys = fingerprintsOf(keysOf(config)).map((key) => ({
      ...key,
      agreed: current.find(({ name }) => name === key.name),
    }));
    const others = keys.filter(({ agreed, fingerprint }) => agreed && !agreed.fingerprint.equals(fingerprint));
    if (others.length === 0) await makeCurrent(tx, keysOf(config));
    return others.map(({ name }) => name).join(' and ');
  });
  if (differing)
    throw new ConfigError(
      `${differing} must be the same on every process and differs from what this installation started with: set the ` +
        'same value everywhere, or run `npm run change-keys` with the new one if you changed it on purpose (docs/cluster.md).',
    );
}

/** Makes these keys the installation's; processes that still have the earlier ones can't start again. */
export const changeKeys = (db: Db, config: Keys): Promise<void> =>
  db.transaction().execute(async (tx) => {
    await lockKeys(tx);
    const keys = keysOf(config);
    await tx.updateTable('keys_in_use').set({ is_current: false }).where('name', 'in', Object.keys(keys)).execute();
    await makeCurrent(tx, keys);
  });

/** Of two processes that start together, the second finds the first one's keys. */
export const lockKeys = (tx: Db) => sql`lock table keys_in_use in share row exclusive mode`.execute(tx);

export const readCurrent = (tx: Db) =>
  tx.selectFrom('keys_in_use').select(['name', 'fingerprint']).where('is_current', '=', true).execute();

/** A key that is known keeps its age. */
export const makeCurrent = (tx: Db, keys: Record<string, string>) =>
  tx
    .insertInto('keys_in_use')
    .values(fingerprintsOf(keys).map((key) => ({ ...key, is_current: true })))
    .onConflict((conflict) => conflict.columns(['name', 'fingerprint']).doUpdateSet({ is_current: true }))
    .execute();
