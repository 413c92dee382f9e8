import { setTimeout as sleep } from 'node:timers/promises';
import { afterwards } from '../../cleanup.ts';
import type { Person } from '../../signed-in.ts';

/** A live stream that resumes as the app does: after the time the server asks for, from the last event it has. */
export function openReader(url: string, { token }: Person, session: string) {
  const heard = new Set<string>();
  const closing = new AbortController();
  const opened = Promise.withResolvers<void>();
  let doubled = 0;
  let resets = 0;
  let openings = 0;
  let lastId: string | null = null;
  let retryMs = 1_000;
  function hear(block: string): void {
    const fields = new Map(
      block.split('\n').map((line) => [line.split(':', 1)[0]!, line.slice(line.indexOf(':') + 2)]),
    );
    lastId = fields.get('id') ?? lastId;
    retryMs = Number(fields.get('retry') ?? retryMs);
    const event = fields.get('event');
    if (event === 'ready') opened.resolve();
    if (event === 'reset') resets += 1;
    if (event !== 'session_message.created') return;
    const { session_id, message } = JSON.parse(fields.get('data')!) as {
      session_id: string;
      message: { content: string };
    };
    if (session_id !== session) return;
    if (heard.has(message.content)) doubled += 1;
    heard.add(message.content);
  }
  const read = async () => {
    while (!closing.signal.aborted) {
      try {
        const headers = { authorization: `Bearer ${token}`, ...(lastId && { 'last-event-id': lastId }) };
        const { body, ok } = await fetch(`${url}/api/v1/events/`, { headers, signal: closing.signal });
        if (ok) openings += 1;
        let unread = '';
        for await (const part of body!.pipeThrough(new TextDecoderStream())) {
          const blocks = (unread + part).split('\n\n');
          unread = blocks.pop()!;
          if (ok) blocks.forEach(hear);
        }
      } catch {
        // The stream was cut: it resumes like one that ended.
      }
      await sleep(retryMs, undefined, { signal: closing.signal }).catch(() => {});
    }
  };
  void read();
  afterwards(() => closing.abort());
  return {
    opened: opened.promise,
    heard: heard as ReadonlySet<string>,
    doubled: () => doubled,
    resets: () => resets,
    resumed: () => openings - 1,
    close: () => closing.abort(),
  };
}
