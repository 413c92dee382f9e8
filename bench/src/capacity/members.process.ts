import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Calls, createCalls, type Tally } from './calls.ts';
import { App } from './member.ts';
import type { Visit } from './visits.ts';

/* Plays the members in a process of its own, whose processor time is known. */

/** `speed` is how many seconds of the script pass in one. */
export type Order = { does: 'play'; speed: number } | { does: 'look' } | { does: 'stop' };
export type World = { url: string; visits: Visit[] };
export type Played = Tally & { visits: number; streams: number; events: number; lateMs: number };

const HOUR = 3_600;
let world: World;
let calls: Calls;
let speed = 0;
let playing = 0;
const figures = { visits: 0, streams: 0, events: 0 };
const delay = monitorEventLoopDelay({ resolution: 5 });
delay.enable();

/** From opening to closing the app. The next act waits for the answers of the one before it. */
async function visit(one: Visit, pace: number): Promise<void> {
  const began = performance.now();
  const app = new App(calls, one);
  figures.visits += 1;
  await app.open();
  figures.streams += 1;
  const stream = calls.stream(one.token, () => {
    figures.events += 1;
  });
  for (const step of one.steps) {
    const early = began + (step.after / pace) * 1_000 - performance.now();
    if (early > 0) await sleep(early);
    if (step.does === 'read') await app.read(step.screen);
    else if (step.does === 'message') await app.message(step.to);
    else if (step.does !== 'close') await app[step.does]();
  }
  stream.close();
  figures.streams -= 1;
}

/** The hour over and over at a speed, until another is asked for. */
async function play(pace: number): Promise<void> {
  const mine = ++playing;
  const began = performance.now();
  for (let hour = 0; ; hour++)
    for (const one of world.visits) {
      const early = began + ((hour * HOUR + one.second) / pace) * 1_000 - performance.now();
      if (early > 1) await sleep(early);
      if (playing !== mine) return;
      void visit(one, pace);
    }
}

process.on('message', (order: World | Order) => {
  if ('url' in order) {
    world = order;
    calls = createCalls(world.url);
    process.send?.('ready');
  } else if (order.does === 'play') {
    speed = order.speed;
    void play(speed);
  } else if (order.does === 'look') {
    const played: Played = { ...calls.take(), ...figures, lateMs: delay.percentile(99) / 1e6 };
    delay.reset();
    Object.assign(figures, { visits: 0, events: 0 });
    process.send?.(played);
  } else playing += 1;
});
process.once('disconnect', () => process.exit());
