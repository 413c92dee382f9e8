import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { type Column, Table } from '#ui/list/table.tsx';
import { sizeWords } from '#ui/size-words.ts';
import { type Operations, useCountSizes, useLiftMailLimit } from './operations.queries.ts';
import { agoWords, durationWords, momentWords } from './operations.words.ts';
import { Nothing, Section } from './section.tsx';

type Of<K extends keyof Operations> = Operations[K] extends readonly (infer R)[] ? R : never;

const nodeColumns: Column<Of<'nodes'>>[] = [
  { key: 'name', header: 'Node', cell: ({ name }) => <span className="break-all">{name}</span> },
  {
    key: 'state',
    header: 'State',
    cell: ({ is_alive, seen_at }) =>
      is_alive ? <Badge tone="success">Up</Badge> : <Badge tone="error">{`No heartbeat, ${agoWords(seen_at)}`}</Badge>,
  },
  { key: 'roles', header: 'Does', cell: ({ roles }) => roles.join(', ') },
  { key: 'version', header: 'Version', cell: ({ version }) => <span className="break-all">{version}</span> },
  { key: 'streams', header: 'Live streams', align: 'end', cell: ({ live_streams }) => live_streams },
  { key: 'memory', header: 'Memory', align: 'end', cell: ({ memory_bytes }) => sizeWords(memory_bytes) },
  { key: 'started', header: 'Started', align: 'end', cell: ({ started_at }) => momentWords(started_at) },
];

export const Nodes = ({ nodes }: { nodes: Operations['nodes'] }) => (
  <Section title="Nodes">
    <Table
      caption="Nodes"
      columns={nodeColumns}
      rows={nodes}
      rowKey={({ id }) => id}
      empty={<Nothing>No node has reported yet. Each one does within seconds of its start.</Nothing>}
    />
  </Section>
);

const callColumns: Column<Of<'slowest_calls'>>[] = [
  { key: 'call', header: 'Call', cell: ({ call }) => <span className="break-all">{call}</span> },
  { key: 'p99', header: 'p99', align: 'end', cell: ({ p99_ms }) => durationWords(p99_ms) },
  { key: 'p50', header: 'p50', align: 'end', cell: ({ p50_ms }) => durationWords(p50_ms) },
  { key: 'count', header: 'Answered', align: 'end', cell: ({ count }) => count.toLocaleString() },
];

export const SlowestCalls = ({ calls }: { calls: Operations['slowest_calls'] }) => (
  <Section title="Slowest calls" note="In the last hour.">
    <Table
      caption="Slowest calls"
      columns={callColumns}
      rows={calls}
      rowKey={({ call }) => call}
      empty={<Nothing>No calls in the last hour. Those that take longest show up here.</Nothing>}
    />
  </Section>
);

const sizeColumns: Column<Operations['sizes']['organizations'][number]>[] = [
  { key: 'name', header: 'Organization', cell: ({ name }) => <span className="wrap-anywhere">{name}</span> },
  { key: 'database', header: 'Database', align: 'end', cell: ({ database_bytes }) => sizeWords(database_bytes) },
  { key: 'files', header: 'Files', align: 'end', cell: ({ file_bytes }) => sizeWords(file_bytes) },
];

export function Sizes({ sizes }: { sizes: Operations['sizes'] }) {
  const count = useCountSizes();
  const { counted_at, is_counting, organizations } = sizes;
  return (
    <Section
      title="Size by organization"
      note={counted_at ? `Counted ${momentWords(counted_at)}. We count every night.` : 'We count every night.'}
      action={
        <Button
          size="sm"
          variant="secondary"
          loading={count.isPending || is_counting}
          onClick={() => count.mutate(undefined)}
        >
          Count now
        </Button>
      }
    >
      <Table
        caption="Size by organization"
        columns={sizeColumns}
        rows={organizations}
        rowKey={({ id }) => id}
        empty={<Nothing>Nothing counted yet. The largest organizations show up here.</Nothing>}
      />
    </Section>
  );
}

export function MailQuotas({ quotas }: { quotas: Operations['mail_quotas'] }) {
  const lift = useLiftMailLimit();
  const columns: Column<Of<'mail_quotas'>>[] = [
    {
      key: 'name',
      header: 'Organization',
      cell: ({ organization }) => <span className="wrap-anywhere">{organization.name}</span>,
    },
    {
      key: 'used',
      header: 'Sent today',
      align: 'end',
      cell: ({ used, most }) => (most === null ? `${used}, no limit` : `${used} of ${most}`),
    },
    {
      key: 'state',
      header: 'State',
      align: 'end',
      cell: ({ used, most }) =>
        most !== null && used >= most ? <Badge tone="warning">Used up</Badge> : <Badge tone="success">Fine</Badge>,
    },
    {
      key: 'lift',
      header: 'Limit',
      hideHeader: true,
      align: 'end',
      cell: ({ organization: { id, name }, is_lifted }) => (
        <Button
          size="sm"
          variant="secondary"
          aria-label={`${is_lifted ? 'Restore' : 'Lift'} email limit of ${name}`}
          loading={lift.isPending && lift.variables.id === id}
          disabled={lift.isPending}
          onClick={() => lift.mutate({ id, name, isLifted: !is_lifted })}
        >
          {is_lifted ? 'Restore limit' : 'Lift limit'}
        </Button>
      ),
    },
  ];
  return (
    <Section title="Invite emails" note="Mails to people who haven't answered one yet, in the last day.">
      <Table
        caption="Invite emails"
        columns={columns}
        rows={quotas}
        rowKey={({ organization }) => organization.id}
        empty={<Nothing>No invite emails today. Organizations that send some show up here.</Nothing>}
      />
    </Section>
  );
}
