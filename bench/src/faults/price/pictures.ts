import { hostilePictures } from '@spotter/server/testing/hostile/hostile-pictures.ts';
import { type Crowd, createCrowd } from '../crowded-world.ts';
import { ordinaryMembers } from '../ordinary-members.ts';
import { giveWay, quietCores } from '../quiet-cores.ts';
import type { Outcome } from '../report.ts';
import { bearer, type FaultCall, keptAlive, send } from '../send.ts';

const PICTURES = 50;
const SENDERS = 10;
const PATIENCE_MS = 30_000;
/** Others are watched for at least this long. */
const LEAST_MS = 5_000;

function upload(crowd: Crowd, number: number, picture: Buffer): FaultCall {
  const boundary = 'a-boundary-of-the-drill';
  const part = (name: string, more: string) =>
    `--${boundary}\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n`;
  const group = crowd.things.group?.[0];
  // As avatar, as photo into the largest group, and as the picture of that group.
  const [method, path] = [
    ['PUT', '/users/me/avatar/'],
    ['POST', `/conversations/${group}/photos/`],
    ['PUT', `/conversations/${group}/picture/`],
  ][number % 3] as [string, string];
  const nonce = `${part('client_nonce', '')}${crypto.randomUUID()}\r\n`;
  const body = Buffer.concat([
    Buffer.from(`${method === 'POST' ? nonce : ''}${part('file', '; filename="a.png"')}`),
    picture,
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ]);
  const { token } = crowd.members[number % SENDERS]!;
  return {
    method,
    path: `/api/v1${path}`,
    headers: { ...bearer(token), 'content-type': `multipart/form-data; boundary=${boundary}` },
    body,
  };
}

/** Fifty hostile pictures at the same moment, from ten members, while others use the app. */
export async function sendHostilePictures(): Promise<Outcome> {
  const { isQuiet, words } = await quietCores();
  const crowd = await createCrowd();
  const pixels = Object.entries(hostilePictures).filter(([name]) => !name.startsWith('svg'));
  const pictures = Array.from({ length: PICTURES }, (_, number) => pixels[number % pixels.length]![1]());
  const others = ordinaryMembers(crowd);
  await new Promise((resolve) => setTimeout(resolve, 3_000));
  giveWay();
  await others.take();
  await new Promise((resolve) => setTimeout(resolve, LEAST_MS));
  const before = await others.take();
  const agent = keptAlive(PICTURES);
  const began = performance.now();
  const answers = await Promise.all(
    pictures.map((picture, number) =>
      send(crowd.world.url(), upload(crowd, number, picture), { agent, timeoutMs: PATIENCE_MS }),
    ),
  );
  const seconds = (performance.now() - began) / 1000;
  if (seconds * 1000 < LEAST_MS) await new Promise((resolve) => setTimeout(resolve, LEAST_MS - seconds * 1000));
  const during = await others.take();
  await others.stop();
  const allowed = isQuiet ? 200 : 200 + before.p99;
  const codes = Map.groupBy(answers, ({ status, code }) => `${status || 'none'}${code && ` ${code}`}`);
  const told = [...codes].map(([name, list]) => `${list.length} × ${name}`).join(', ');
  return {
    fault: `${PICTURES} hostile pictures at once`,
    rounds: 1,
    tried: PICTURES,
    lost: 0,
    doubled: 0,
    unavailable: answers.filter(({ status }) => status === 503).length,
    errors: answers.filter(({ status }) => status >= 500 && status !== 503).length,
    recovery: [seconds],
    broken:
      during.p99 < allowed && during.failed === 0
        ? []
        : [`others' p99 ${during.p99.toFixed(0)} ms, ${during.failed} failed`],
    note: `others' p50 ${before.p50.toFixed(0)} → ${during.p50.toFixed(0)} ms, p99 ${before.p99.toFixed(0)} → ${during.p99.toFixed(0)} ms, ${during.failed} of ${during.answers} calls failed; answered ${told}. ${words}`,
  };
}
