import { median } from '../../measure.ts';
import type { Answer } from '../send.ts';
import type { Cost } from './figures.ts';

/** What one call may cost, from security.md. Seconds, megabytes and milliseconds. */
const most = {
  processor: 1,
  memory: 256,
  stall: 50,
  separateMs: 5_000,
  separateMemory: 512,
  othersP99: 200,
} as const;
/** A process that is told to end after five seconds needs a moment for it. */
const LEEWAY_MS = 500;

export type Priced = { call: string; input: string; answer: Answer; cost: Cost; othersP99: number };

/** Whether the clock tells the truth: other work on the machine makes every wait longer. */
export type Quiet = { isQuiet: boolean; baseline: { p99: number; stall: number; processor: number } };

/** Storing the rows of a file may cost more, as reading it may: PostgreSQL does it apart, with a limit of time, one per member. */
const storesRows = (call: string) => ['checkImport', 'runImport'].includes(call);
const processorOf = ({ call, cost }: Priced) => cost.server + (storesRows(call) ? 0 : cost.database);
const stallOf = ({ cost }: Priced, { isQuiet }: Quiet) => (isQuiet ? cost.stall.wall : cost.stall.processor);

/** The rules that a call breaks, in words. */
export function brokenRules(priced: Priced, quiet: Quiet): string[] {
  const { cost, answer, othersP99 } = priced;
  // Beside other work a process waits for its turn; only its processor time tells what it did.
  const separateMs = quiet.isQuiet ? cost.separateMs : cost.separate * 1000;
  const allowedP99 = quiet.isQuiet ? most.othersP99 : most.othersP99 + quiet.baseline.p99;
  return [
    ...(answer.status === 0 ? [`no answer within ${(answer.ms / 1000).toFixed(0)} s`] : []),
    ...(answer.status >= 500 && answer.status !== 503 ? [`answered ${answer.status}`] : []),
    ...(processorOf(priced) > most.processor ? [`${processorOf(priced).toFixed(1)} s of processor`] : []),
    ...(cost.memory > most.memory ? [`${cost.memory.toFixed(0)} MB`] : []),
    ...(stallOf(priced, quiet) > most.stall ? [`main thread ${stallOf(priced, quiet).toFixed(0)} ms`] : []),
    ...(separateMs > most.separateMs + LEEWAY_MS ? [`separate process ${(separateMs / 1000).toFixed(1)} s`] : []),
    ...(cost.separateMemory > most.separateMemory ? [`separate process ${cost.separateMemory.toFixed(0)} MB`] : []),
    ...(othersP99 >= allowedP99 ? [`others' p99 ${othersP99.toFixed(0)} ms`] : []),
  ];
}

/** The middle of several measurements of one input, each figure by itself: one pause for memory is no rule broken. */
export function middleOf(rounds: Priced[]): Priced {
  const [first] = rounds as [Priced, ...Priced[]];
  const of = (figure: (one: Priced) => number) => median(rounds.map(figure));
  return {
    ...first,
    answer: { ...first.answer, ms: of(({ answer }) => answer.ms) },
    othersP99: of(({ othersP99 }) => othersP99),
    cost: {
      server: of(({ cost }) => cost.server),
      database: of(({ cost }) => cost.database),
      separate: of(({ cost }) => cost.separate),
      memory: of(({ cost }) => cost.memory),
      separateMemory: of(({ cost }) => cost.separateMemory),
      separateMs: of(({ cost }) => cost.separateMs),
      stall: { wall: of(({ cost }) => cost.stall.wall), processor: of(({ cost }) => cost.stall.processor) },
    },
  };
}

const head = [
  '| call | input | answer | ms | server CPU s | database CPU s | separate CPU s | MB | separate MB | main thread ms | others p99 ms |',
  '| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |',
];

function row(priced: Priced, quiet: Quiet): string {
  const { call, input, answer, cost, othersP99 } = priced;
  const figures = [
    `${answer.status || 'none'}${answer.code && ` ${answer.code}`}`,
    answer.ms.toFixed(0),
    cost.server.toFixed(2),
    cost.database.toFixed(2),
    cost.separate.toFixed(2),
    cost.memory.toFixed(0),
    cost.separateMemory.toFixed(0),
    stallOf(priced, quiet).toFixed(0),
    othersP99.toFixed(0),
  ];
  return `| ${[call, input.replaceAll('|', '/'), ...figures].join(' | ')} |`;
}

const WORST = 15;

/** The dearest calls by each measure (each call once, with its dearest input), then all that break a rule. */
export function priceTables(
  all: readonly Priced[],
  broken: readonly { priced: Priced; rules: string[] }[],
  quiet: Quiet,
): string {
  const by: [string, (one: Priced) => number][] = [
    ['processor', processorOf],
    ['memory', ({ cost }) => cost.memory],
    ['stretch of the main thread', (one) => stallOf(one, quiet)],
    ["other members' p99", ({ othersP99 }) => othersP99],
  ];
  const worst = by.flatMap(([title, figure]) => {
    const ofCalls = new Map<string, Priced>();
    for (const one of all) {
      const known = ofCalls.get(one.call);
      if (!known || figure(one) > figure(known)) ofCalls.set(one.call, one);
    }
    const rows = [...ofCalls.values()].toSorted((one, other) => figure(other) - figure(one)).slice(0, WORST);
    return ['', `By ${title}:`, '', ...head, ...rows.map((one) => row(one, quiet))];
  });
  const rows = broken.map(({ priced, rules }) => `${row(priced, quiet)} ${rules.join('; ')} |`);
  const against = broken.length
    ? ['', 'Beyond the rules:', '', `${head[0]} broken |`, `${head[1]} --- |`, ...rows]
    : ['', 'Nothing is beyond the rules.'];
  return [...worst, ...against].join('\n');
}
