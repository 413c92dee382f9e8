import type { ReactNode } from 'react';
import { useNow } from '#platform/use-now.ts';
import { Badge, type Tone } from '#ui/badge.tsx';
import { sizeWords } from '#ui/size-words.ts';
import type { Operations } from './operations.queries.ts';
import { agoWords, countWords, keyAgeWords, keyWords, versionWords } from './operations.words.ts';

const BACKUP_MS = 26 * 3_600_000;
const LATE_MS = 5 * 60_000;

/** The state of the installation at a glance; what needs a hand has a badge. */
export function StateTiles({ operations }: { operations: Operations }) {
  const now = useNow(10_000);
  const { version, schema_version, nodes, live_streams, queue, database_bytes, last_backup, keys } = operations;
  const { release, build } = versionWords(version);
  const schema = schema_version.slice(0, 4);
  const alive = nodes.filter(({ is_alive }) => is_alive).length;
  const versions = new Set(nodes.filter(({ is_alive }) => is_alive).map((node) => node.version));
  const isLate = queue.oldest_due_at !== null && now - Date.parse(queue.oldest_due_at) > LATE_MS;
  const isOld = !last_backup || now - Date.parse(last_backup.made_at) > BACKUP_MS;
  return (
    <dl className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,10rem),1fr))] gap-3 lg:grid-cols-4">
      <Tile label="Version" value={release} note={build ? `${build}, schema ${schema}` : `Schema ${schema}`}>
        {versions.size > 1 ? <State tone="warning">Nodes differ</State> : null}
      </Tile>
      <Tile label="Nodes" value={String(alive)} note={alive === nodes.length ? 'All up' : `${nodes.length} known`}>
        {alive < nodes.length ? <State tone="error">{`${nodes.length - alive} silent`}</State> : null}
      </Tile>
      <Tile label="Live streams" value={countWords(live_streams)} note="Open apps and tabs" />
      <Tile
        label="Queue"
        value={`${countWords(queue.due)} due`}
        note={`${countWords(queue.waiting)} waiting · ${countWords(queue.running)} running`}
      >
        {isLate ? <State tone="warning">{`Oldest ${agoWords(queue.oldest_due_at ?? '', now)}`}</State> : null}
      </Tile>
      <Tile label="Database" value={sizeWords(database_bytes)} note="With indexes" />
      <Tile
        label="Last backup"
        value={last_backup ? agoWords(last_backup.made_at, now) : 'None'}
        note={
          last_backup
            ? `${last_backup.rows.toLocaleString()} rows, ${last_backup.files} files`
            : 'npm run backup makes one'
        }
      >
        {isOld ? <State tone="warning">{last_backup ? 'Over a day old' : 'Set one up'}</State> : null}
      </Tile>
      {keys.map(({ name, since }) => {
        const { label, note } = keyWords(name);
        const { age, used } = keyAgeWords(since, now);
        return <Tile key={name} label={label} value={age} note={[used, note].filter(Boolean).join('. ')} />;
      })}
    </dl>
  );
}

type TileProps = { label: string; value: string; note: string; children?: ReactNode };

const Tile = ({ label, value, note, children }: TileProps) => (
  <div className="flex min-w-0 flex-col gap-1 rounded-card border border-border p-4">
    <dt className="text-sm text-text-tertiary">{label}</dt>
    <dd className="flex flex-col items-start gap-1">
      <span data-figures="" className="max-w-full break-words font-semibold text-lg">
        {value}
      </span>
      <span className="max-w-full break-words text-sm text-text-secondary">{note}</span>
      {children}
    </dd>
  </div>
);

const State = ({ tone, children }: { tone: Tone; children: string }) => <Badge tone={tone}>{children}</Badge>;
