import type { Db } from '#platform/db/connect.ts';
import { run, statement } from '#platform/db/statement.ts';

export type Beat = {
  id: string;
  name: string;
  roles: readonly string[];
  version: string;
  streams: number;
  memory: number;
  calls: string;
};

const beatStatement = statement('heartbeat', {
  id: 'uuid',
  name: 'text',
  roles: 'text[]',
  version: 'text',
  streams: 'int',
  memory: 'bigint',
  calls: 'jsonb',
})(
  `insert into nodes (id, name, roles, version, live_streams, memory_bytes, calls)
  values ($id, left($name, 200), $roles, $version, $streams, $memory, $calls)
  on conflict (id) do update set seen_at = now(), live_streams = excluded.live_streams,
    memory_bytes = excluded.memory_bytes, calls = excluded.calls`,
);

export const writeBeat = (db: Db, beat: Beat) => run(db, beatStatement, beat);

export const removeNode = (db: Db, id: string) => db.deleteFrom('nodes').where('id', '=', id).execute();
