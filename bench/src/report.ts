import { availableParallelism, cpus } from 'node:os';
import type { PageScripts } from './javascript.ts';
import type { MeasuredRead } from './reads.ts';
import { load, sizes } from './settings.ts';
import type { StartTimes } from './start-times.ts';

export type Memory = { started: number | null; afterLoad: number | null };
export type Results = { start?: StartTimes; reads?: MeasuredRead[]; memory?: Memory; scripts?: PageScripts[] };

const goals = {
  ratio: 0.6,
  warmSeconds: 3,
  idleMegabytes: 150,
  kilobytes: { '/': 60, '/login': 110, '/app': 160 } as Record<string, number>,
};

type Line = [what: string, figure: string, goal: string, verdict: string];
const verdict = (reached: boolean) => (reached ? 'reached' : 'not reached');
const whole = (value: number) => Math.round(value).toLocaleString('en');

export function report({ start, reads, memory, scripts }: Results): void {
  console.log(
    `\n${cpus()[0]?.model.trim() ?? 'unknown processor'}, ${availableParallelism()} cores, Node ${process.versions.node}`,
  );
  if (reads) printReads(reads);
  const lines: Line[] = [
    ...(reads ?? []).map(
      ({ title, ratio }): Line => [
        title,
        `${ratio.toFixed(2)} of the floor`,
        `at least ${goals.ratio}`,
        verdict(ratio >= goals.ratio),
      ],
    ),
    ...(start ? startLines(start) : []),
    ...(memory ? memoryLines(memory) : []),
    ...(scripts ?? []).map(scriptLine),
  ];
  console.log();
  printTable(['what', 'measured', 'goal', ''], lines);
}

function printReads(reads: MeasuredRead[]): void {
  console.log(
    `${whole(sizes.members)} members, ${whole(sizes.sessions)} sessions, ${whole(sizes.messages)} messages, ` +
      `${whole(sizes.notifications)} notifications; ${load.connections} connections, ${whole(load.callers)} callers, ` +
      `${load.rounds} rounds of ${load.seconds} s by turns; medians\n`,
  );
  const row = (title: string, who: string, { perSecond, p50, p99, micros }: MeasuredRead['server']) => [
    title,
    who,
    whole(perSecond),
    `${p50} ms`,
    `${p99} ms`,
    Number.isNaN(micros) ? '' : `${whole(micros)} µs`,
  ];
  printTable(
    ['read', '', 'answers/s', 'p50', 'p99', "Node's own time"],
    reads.flatMap(({ title, server, floor }) => [row(title, 'server', server), row('', 'floor', floor)]),
  );
}

const startLines = ({ coldMs, warmMs }: StartTimes): Line[] => [
  ['cold start (web build not counted)', `${(coldMs / 1000).toFixed(1)} s`, '', ''],
  [
    'warm start',
    `${(warmMs / 1000).toFixed(1)} s`,
    `under ${goals.warmSeconds} s`,
    verdict(warmMs < goals.warmSeconds * 1000),
  ],
];

const memoryLines = ({ started, afterLoad }: Memory): Line[] =>
  [
    { what: 'memory of the server, idle after its start', megabytes: started },
    { what: 'memory of the server, idle after the load', megabytes: afterLoad },
  ].map(({ what, megabytes }) => [
    what,
    megabytes === null ? 'not told by this system' : `${whole(megabytes)} MB`,
    `under ${goals.idleMegabytes} MB`,
    megabytes === null ? '' : verdict(megabytes < goals.idleMegabytes),
  ]);

function scriptLine({ page, bytes, files }: PageScripts): Line {
  const goal = goals.kilobytes[page] ?? 0;
  const kilobytes = bytes / 1000;
  return [
    `JavaScript for ${page}`,
    `${kilobytes.toFixed(1)} KB in ${files} files`,
    `at most ${goal} KB`,
    verdict(kilobytes <= goal),
  ];
}

function printTable(head: string[], rows: string[][]): void {
  const widths = head.map((_, column) => Math.max(...[head, ...rows].map((row) => row[column]?.length ?? 0)));
  for (const row of [head, widths.map((width) => '-'.repeat(width)), ...rows]) {
    console.log(
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    );
  }
}
