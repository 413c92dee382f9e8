import { availableParallelism, cpus } from 'node:os';
import type { CalendarWeek } from './browser/calendar.ts';
import type { Feel } from './browser/feel.ts';
import type { PageScripts } from './browser/javascript.ts';
import type { PageScore } from './browser/lighthouse.ts';
import type { LongChat } from './browser/long-chat.ts';
import { hasWrk } from './calls/clients.ts';
import type { DemoStarts } from './calls/demo.ts';
import type { Hearing } from './calls/live.ts';
import type { MeasuredRead } from './calls/reads.ts';
import type { ReplicaReads } from './calls/replicas.ts';
import type { Growth } from './calls/sessions.ts';
import type { Suggesting } from './calls/suggestions.ts';
import type { Walled } from './calls/walls.ts';
import type { MeasuredCost } from './costs/costs.ts';
import { type MeasuredCall, median, type Round } from './measure.ts';
import type { Owning } from './owners/owners.ts';
import type { Reaching } from './people/streams.ts';
import { load, type Sizes } from './settings.ts';
import type { StartTimes } from './start-times.ts';

export type Memory = { started: number | null; afterLoad: number | null };
export type Results = {
  sizes?: Sizes;
  start?: StartTimes;
  reads?: MeasuredRead[];
  walls?: Walled[];
  sessions?: MeasuredCall[];
  people?: MeasuredCall[];
  growth?: Growth & { sizes: Sizes };
  suggestions?: Suggesting;
  costs?: MeasuredCost[];
  demos?: DemoStarts[];
  replicas?: ReplicaReads[];
  owning?: Owning;
  hearing?: Hearing;
  reaching?: Reaching;
  memory?: Memory;
  scripts?: PageScripts[];
  pages?: PageScore[];
  calendar?: CalendarWeek;
  longChat?: LongChat;
  feel?: Feel;
};

const goals = {
  ratio: 0.6,
  growth: 1.5,
  warmSeconds: 3,
  idleMegabytes: 150,
  weekMilliseconds: 100,
  frameMilliseconds: 1000 / 60,
  visitMilliseconds: 1_000,
  tapMilliseconds: 50,
  hearingMilliseconds: 1_000,
  suggestionMilliseconds: 50,
  reachingMilliseconds: 100,
  ownersMilliseconds: 50,
  kilobytes: { '/': 60, '/login': 110, '/app': 160 } as Record<string, number>,
};

type Line = [what: string, figure: string, goal: string, verdict: string];
const verdict = (reached: boolean) => (reached ? 'reached' : 'not reached');
const whole = (value: number) => Math.round(value).toLocaleString('en');

export function report({ sizes, start, reads = [], sessions = [], people = [], growth, ...rest }: Results): void {
  const {
    suggestions,
    owning,
    hearing,
    reaching,
    memory,
    scripts,
    pages,
    calendar,
    longChat,
    feel,
    walls = [],
    costs = [],
    demos = [],
    replicas = [],
  } = rest;
  console.log(
    `\n${cpus()[0]?.model.trim() ?? 'unknown processor'}, ${availableParallelism()} cores, Node ${process.versions.node}`,
  );
  const calls: MeasuredCall[] = [...reads.map((read) => ({ ...read, goal: goals.ratio })), ...sessions, ...people];
  if (sizes && calls.length > 0) printCalls(sizes, calls);
  if (growth) printGrowth(growth);
  const lines: Line[] = [
    ...calls.map(callLine),
    ...walls.map(wallLine),
    ...(growth ? [growthLine(growth)] : []),
    ...(suggestions ? [suggestionsLine(suggestions)] : []),
    ...(owning ? owningLines(owning) : []),
    ...(hearing ? [hearingLine(hearing)] : []),
    ...(reaching ? reachingLines(reaching) : []),
    ...(start ? startLines(start) : []),
    ...(memory ? memoryLines(memory) : []),
    ...(scripts ?? []).map(scriptLine),
    ...(pages ?? []).flatMap(pageLines),
    ...(calendar ? [calendarLine(calendar)] : []),
    ...(longChat ? longChatLines(longChat) : []),
    ...(feel ? feelLines(feel) : []),
    ...costs.map(costLine),
    ...demos.map(demoLine),
    ...replicas.map(replicasLine),
  ];
  console.log();
  printTable(['what', 'measured', 'goal', ''], lines);
}

/** Beyond 5 % a hot read may stay outside the walls (docs/security.md). */
const wallLine = ({ title, outside, inside, ratio }: Walled): Line => [
  `${title} inside the walls`,
  `${whole(inside)} µs beside ${whole(outside)} µs outside: ${ratio.toFixed(2)}`,
  '',
  ratio > 1.05 ? 'slower' : 'inside',
];

/** A call five times as expensive as an ordinary one says so in its contract entry. */
const costLine = ({ title, milliseconds, times, cost }: MeasuredCost): Line => [
  title,
  `${milliseconds.toFixed(2)} ms of processor: ${times.toFixed(1)} ordinary calls`,
  `counts as ${cost}`,
  '',
];

const demoLine = ({ title, visitors, p50, p95, goal, loadAverage }: DemoStarts): Line => [
  `${visitors} demos started at once, until home is answered, ${title}`,
  `${whole(p50)} ms, p95 ${whole(p95)} ms, load average ${loadAverage.toFixed(1)}`,
  `p95 at most ${whole(goal)} ms`,
  verdict(p95 <= goal),
];

const replicasLine = (measured: ReplicaReads): Line => {
  const { standbys, perSecond, served, primaryMicros, reads, writes, older, loadAverage } = measured;
  return [
    `GET /sessions/ (30) with ${standbys} ${standbys === 1 ? 'standby' : 'standbys'}, ${whole(writes)} changes meanwhile`,
    `${whole(perSecond)}/s, ${whole(served * 100)} % from standbys, ${whole(primaryMicros)} µs of the primary, load average ${loadAverage.toFixed(1)}`,
    'none older than seen',
    older === 0 ? `none of ${whole(reads)}` : `${whole(older)} of ${whole(reads)} were older`,
  ];
};

const callLine = ({ title, ratio, tightRatio, goal }: MeasuredCall): Line => [
  title,
  `${tightRatio.toFixed(2)} of the tight floor${ratio === undefined ? '' : `, ${ratio.toFixed(2)} of the floor`}`,
  `at least ${goal} of the tight floor`,
  verdict(tightRatio >= goal),
];

const growthLine = ({ ratio, sizes }: Growth & { sizes: Sizes }): Line => [
  `p99 of GET /sessions/ at ${whole(sizes.members)} members`,
  `${ratio.toFixed(2)} of the small one's`,
  `at most ${goals.growth}`,
  verdict(ratio <= goals.growth),
];

const hearingLine = ({ listeners, joins, p50, p99 }: Hearing): Line => [
  `a spot taken, until all at the gym know (${listeners} listen, ${joins} times)`,
  `${whole(p50)} ms, p99 ${whole(p99)} ms`,
  `under ${whole(goals.hearingMilliseconds)} ms`,
  verdict(p99 < goals.hearingMilliseconds),
];

const owningLines = ({ members, loadAverage, calls }: Owning): Line[] =>
  calls.map(({ title, p50, p95 }) => [
    `${title}, ${whole(members)} members`,
    `${p50.toFixed(1)} ms, p95 ${p95.toFixed(1)} ms, load average ${loadAverage.toFixed(1)}`,
    `p95 at most ${goals.ownersMilliseconds} ms`,
    verdict(p95 <= goals.ownersMilliseconds),
  ]);

const reachingLines = ({ readers, messages, loadAverage, p50, p99, streams, megabytes }: Reaching): Line[] => [
  [
    `a message, until ${whole(readers)} readers have it (${messages} times)`,
    `${whole(p50)} ms, p99 ${whole(p99)} ms, load average ${loadAverage.toFixed(1)}`,
    `p99 at most ${goals.reachingMilliseconds} ms`,
    verdict(p99 <= goals.reachingMilliseconds),
  ],
  [
    `memory of the server with ${whole(streams)} open streams`,
    megabytes.open === null
      ? 'not told by this system'
      : `${whole(megabytes.open)} MB; ${whole(megabytes.before ?? 0)} MB before`,
    '',
    '',
  ],
];

const suggestionsLine = ({ members, asked, loadAverage, p50, p95 }: Suggesting): Line => [
  `GET /friends/suggestions/, one after the other, ${whole(members)} members in one gym (${asked} asked)`,
  `${p50.toFixed(1)} ms, p95 ${p95.toFixed(1)} ms, load average ${loadAverage.toFixed(1)}`,
  `at most ${goals.suggestionMilliseconds} ms`,
  verdict(p95 <= goals.suggestionMilliseconds),
];

const timesOf = ({ perSecond, p50, p99, micros }: Round) => [
  whole(perSecond),
  `${p50} ms`,
  `${p99} ms`,
  Number.isNaN(micros) ? '' : `${whole(micros)} µs`,
];
const timeHeads = ['answers/s', 'p50', 'p99', "Node's own time"];

function printCalls(sizes: Sizes, calls: MeasuredCall[]): void {
  console.log(
    `${whole(sizes.members)} members, ${whole(sizes.sessions)} sessions; ${load.connections} connections, ` +
      `${whole(load.callers)} callers, ${load.rounds} rounds of ${load.seconds} s (writes: ${load.spots} each) by turns; medians; asked by ${hasWrk ? 'wrk' : 'autocannon'}\n`,
  );
  printTable(
    ['call', '', ...timeHeads],
    calls.flatMap(({ title, server, floor, tight }) => [
      [title, 'server', ...timesOf(server)],
      ...(floor ? [['', 'floor', ...timesOf(floor)]] : []),
      ['', 'tight floor', ...timesOf(tight)],
    ]),
  );
}

function printGrowth({ small, large, sizes }: Growth & { sizes: Sizes }): void {
  console.log(
    `\nGET /sessions/ at ${whole(sizes.members)} members and ${whole(sizes.sessions)} sessions, beside the small database\n`,
  );
  printTable(
    ['database', ...timeHeads],
    [
      ['small', ...timesOf(small)],
      ['large', ...timesOf(large)],
    ],
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

/** `/` must score high in every category; `/app` must be fast on a slow phone. */
function pageLines({ page, scores, paint, longestTask, shift, requests }: PageScore): Line[] {
  const { performance, accessibility, 'best-practices': practices, seo } = scores;
  const all = `${performance} performance, ${accessibility} accessibility, ${practices} practices, ${seo} search`;
  const scored: Line = [
    `Lighthouse for ${page}`,
    all,
    ...(page === '/'
      ? ([`all at least 98`, verdict(Object.values(scores).every((score) => score >= 98))] as const)
      : page === '/app'
        ? (['performance at least 95', verdict(performance >= 95)] as const)
        : (['', ''] as const)),
  ];
  if (page !== '/app') return [scored];
  return [
    scored,
    [`largest paint of ${page}`, `${whole(paint)} ms`, 'under 2,500 ms', verdict(paint < 2_500)],
    [`layout shift of ${page}`, shift.toFixed(3), 'under 0.02', verdict(shift < 0.02)],
    [`requests of ${page}`, String(requests), 'under 30', verdict(requests < 30)],
    [`longest task of ${page}`, `${whole(longestTask)} ms`, 'under 100 ms', verdict(longestTask < 100)],
  ];
}

function calendarLine({ sessions, processor, clock }: CalendarWeek): Line {
  const measured = processor ?? clock;
  return [
    `scripting to draw a week of ${sessions} sessions`,
    processor === null
      ? `${whole(clock)} ms`
      : `${whole(processor)} ms of the processor, ${whole(clock)} ms on the clock`,
    `under ${goals.weekMilliseconds} ms`,
    verdict(measured < goals.weekMilliseconds),
  ];
}

const onBoth = (processor: number | null, clock: string) =>
  processor === null ? clock : `${processor.toFixed(1)} ms of the processor, ${clock}`;

function longChatLines({ messages, opened, frame }: LongChat): Line[] {
  return [
    [
      `a chat of ${whole(messages)} messages, from tap to its newest message`,
      onBoth(opened.processor, `${whole(opened.clock)} ms on the clock`),
      '',
      '',
    ],
    [
      'each frame while it is scrolled',
      onBoth(frame.processor, `${frame.p95.toFixed(1)} ms apart at p95`),
      `at most ${goals.frameMilliseconds.toFixed(1)} ms`,
      verdict((frame.processor ?? frame.p95) <= goals.frameMilliseconds),
    ],
  ];
}

function feelLines({ visits, taps, motions, loadAverage }: Feel): Line[] {
  const middleAndWorst = (times: number[]) => `${whole(median(times))} ms, at worst ${whole(Math.max(...times))} ms`;
  const busy = `load average ${loadAverage.toFixed(1)}`;
  const share = (part: number) => `${(part * 100).toFixed(1)} %`;
  return [
    ...visits.map(
      ({ what, times }): Line => [
        `a repeat visit of /app on a slow phone, until ${what}`,
        `${middleAndWorst(times)}, ${busy}`,
        `under ${whole(goals.visitMilliseconds)} ms`,
        verdict(median(times) < goals.visitMilliseconds),
      ],
    ),
    ...taps.map(
      ({ what, times, isControl }): Line => [
        `from a tap to the frame that shows it, ${what}`,
        middleAndWorst(times),
        isControl ? '' : `at most ${goals.tapMilliseconds} ms`,
        isControl ? '' : verdict(median(times) <= goals.tapMilliseconds),
      ],
    ),
    ...motions.map(
      ({ what, frames, late, veryLate, worst }): Line => [
        what,
        `${whole(frames)} frames, ${share(late)} over 16.7 ms, ${share(veryLate)} over 33 ms, at worst ${whole(worst)} ms`,
        '',
        '',
      ],
    ),
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
