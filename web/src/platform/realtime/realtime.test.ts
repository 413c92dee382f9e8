// @vitest-environment node
import { QueryClient } from '@tanstack/react-query';
import { describe, expect, test, vi } from 'vitest';
import { createLiveApplier } from './live-events.ts';
import { backOff, type LiveMessage, openLiveStream } from './live-stream.ts';

function streamOf(...chunks: string[]) {
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(new TextEncoder().encode(chunk));
      controller.close();
    },
  });
  return new Response(body, { headers: { 'Content-Type': 'text/event-stream' } });
}

describe('the live stream', () => {
  const text =
    ': hello\n\nretry: 2500\n\nid: 7\nevent: session.changed\ndata: {"id":\ndata: 1}\n\r\nid: 8\r\ndata:2\r\n\r\nevent: lost\n\ndata: "é"\n\n';

  test.each([1, 2, 3, 7, 1000])('reads the same messages when they arrive %i characters at a time', async (size) => {
    const chunks = text.match(new RegExp(`[^]{1,${size}}`, 'g')) ?? [];
    const wait = vi.spyOn(globalThis, 'setTimeout');
    const messages = await new Promise<LiveMessage[]>((resolve) => {
      const seen: LiveMessage[] = [];
      const stream = openLiveStream({
        url: '/events/',
        accessToken: () => 'token',
        renew: async () => 'ended',
        random: () => 1,
        onMessage: (message) => seen.push(message),
        onStateChange: (state) => {
          if (state !== 'waiting') return;
          stream.close();
          resolve(seen);
        },
        fetch: async () => streamOf(...chunks),
      });
    });
    expect(messages).toEqual([
      { id: '7', type: 'session.changed', data: { id: 1 } },
      { id: '8', type: 'message', data: 2 },
      { id: null, type: 'message', data: 'é' },
    ]);
    expect(wait).toHaveBeenLastCalledWith(expect.any(Function), 2500);
  });

  test('starts at the first read and resumes from the last id, with the bearer token', async () => {
    const headers: Headers[] = [];
    const answers = [
      streamOf('retry: 0\n\nid: 41\nevent: a\ndata: {}\n\n'),
      streamOf('id: 42\nevent: b\ndata: {"n":1}\n\n'),
    ];
    const seen: unknown[] = [];
    await new Promise<void>((resolve) => {
      const stream = openLiveStream({
        url: '/api/v1/events/',
        from: '40',
        accessToken: () => 'token',
        renew: async () => 'renewed',
        random: () => 0,
        onMessage: (message) => {
          seen.push(message);
          if (seen.length === 2) {
            stream.close();
            resolve();
          }
        },
        fetch: async (input, init) => {
          expect(String(input)).not.toContain('token');
          headers.push(new Headers(init?.headers));
          return answers.shift() ?? new Promise<Response>(() => {});
        },
      });
    });
    expect(seen).toEqual([
      { id: '41', type: 'a', data: {} },
      { id: '42', type: 'b', data: { n: 1 } },
    ]);
    expect(headers[0]?.get('Authorization')).toBe('Bearer token');
    expect(headers[0]?.get('Last-Event-ID')).toBe('40');
    expect(headers[1]?.get('Last-Event-ID')).toBe('41');
  });

  test('takes the line only when nothing else needs it, because it never ends', async () => {
    const priority = await new Promise((resolve) => {
      const stream = openLiveStream({
        url: '/events/',
        accessToken: () => 'token',
        renew: async () => 'ended',
        onMessage: () => {},
        fetch: async (_input, init) => {
          stream.close();
          resolve(init?.priority);
          return streamOf();
        },
      });
    });
    expect(priority).toBe('low');
  });

  test('renews the token once after a 401 and ends when that fails', async () => {
    const renew = vi.fn(async () => 'ended' as const);
    const state = await new Promise<string>((resolve) => {
      openLiveStream({
        url: '/events/',
        accessToken: () => 'old',
        renew,
        onMessage: () => {},
        onStateChange: (next) => next === 'closed' && resolve(next),
        fetch: async () => new Response(null, { status: 401 }),
      });
    });
    expect(state).toBe('closed');
    expect(renew).toHaveBeenCalledExactlyOnceWith('old');
  });

  test('continues with a new token, without a wait or a gap, when its token expires', async () => {
    const requests: Headers[] = [];
    const states: string[] = [];
    let token = 'old';
    const renew = vi.fn(async () => {
      token = 'new';
      return 'renewed' as const;
    });
    const seen = await new Promise<LiveMessage[]>((resolve) => {
      const messages: LiveMessage[] = [];
      const stream = openLiveStream({
        url: '/events/',
        accessToken: () => token,
        renew,
        onMessage: (message) => {
          messages.push(message);
          if (messages.length < 2) return;
          stream.close();
          resolve(messages);
        },
        onStateChange: (state) => states.push(state),
        fetch: async (_input, init) => {
          requests.push(new Headers(init?.headers));
          return requests.length === 1
            ? streamOf('id: 41\nevent: a\ndata: {}\n\n', 'event: expired\ndata: {}\n\nretry: 2000\n\n')
            : streamOf('id: 42\nevent: b\ndata: {}\n\n');
        },
      });
    });
    expect(seen.map(({ type }) => type)).toEqual(['a', 'b']);
    expect(renew).toHaveBeenCalledExactlyOnceWith('old');
    expect(requests.map((headers) => headers.get('Authorization'))).toEqual(['Bearer old', 'Bearer new']);
    expect(requests[1]?.get('Last-Event-ID')).toBe('41');
    expect(states).not.toContain('waiting');
  });

  test('tells how new the state is before the event that shows it', async () => {
    const order = await new Promise<string[]>((resolve) => {
      const told: string[] = [];
      const stream = openLiveStream({
        url: '/events/',
        accessToken: () => 'token',
        renew: async () => 'ended',
        onSeen: (seen) => told.push(seen),
        onMessage: ({ type }) => {
          stream.close();
          resolve([...told, type]);
        },
        fetch: async () => streamOf('event: seen\ndata: "0A"\n\nid: 1\nevent: a\ndata: {}\n\n'),
      });
    });
    expect(order).toEqual(['0A', 'a']);
  });

  test('backs off with jitter, 30 seconds at most', () => {
    expect([0, 1, 2, 5, 10].map((n) => backOff(n, () => 1))).toEqual([1000, 2000, 4000, 30000, 30000]);
    expect([0, 1, 2, 5, 10].map((n) => backOff(n, () => 0))).toEqual([250, 500, 1000, 7500, 7500]);
  });
});

describe('applying events', () => {
  test('makes everything stale after a reset and nothing after an unknown event', () => {
    const queryClient = new QueryClient();
    queryClient.setQueryData(['sessions'], []);
    const apply = createLiveApplier([]);
    apply(queryClient, { type: 'something.from.next.year' } as never);
    expect(queryClient.getQueryState(['sessions'])?.isInvalidated).toBe(false);
    apply(queryClient, { type: 'reset' } as never);
    expect(queryClient.getQueryState(['sessions'])?.isInvalidated).toBe(true);
  });

  test('applies events in order on top of a read that was under way', async () => {
    const queryClient = new QueryClient();
    const answer = Promise.withResolvers<string[]>();
    const reading = queryClient.fetchQuery({ queryKey: ['places'], queryFn: () => answer.promise });
    const apply = createLiveApplier([
      {
        'theme.updated': ({ data }, client) =>
          client.setQueryData<unknown[]>(['places'], (places) => places && [...places, data]),
      },
    ]);
    for (const data of ['first', 'second']) apply(queryClient, { type: 'theme.updated', data } as never);
    expect(queryClient.getQueryData(['places'])).toBeUndefined();
    answer.resolve(['before']);
    await reading;
    await vi.waitFor(() => expect(queryClient.getQueryData(['places'])).toEqual(['before', 'first', 'second']));
    apply(queryClient, { type: 'theme.updated', data: 'third' } as never);
    expect(queryClient.getQueryData(['places'])).toEqual(['before', 'first', 'second', 'third']);
  });
});
