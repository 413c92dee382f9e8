import { beforeEach, describe, expect, test, vi } from 'vitest';
import { ApiError, errorText, messageOf } from './api-error.ts';
import { type ClientOptions, createClient } from './client.ts';
import { createRefresher, type TokenStore } from './refresh.ts';

const calls = {
  getMe: ['GET', '/users/me/'],
  getUser: ['GET', '/users/:id/'],
  login: ['POST', '/auth/login/', { isPublic: true }],
  refresh: ['POST', '/auth/refresh/', { isPublic: true }],
  joinSession: ['POST', '/sessions/:id/join/', { sentOnce: true }],
  listSessions: ['GET', '/sessions/'],
} as const;

type Request = { url: string; method: string; headers: Headers; body: unknown };

/** An in-memory server that accepts one access token at a time. */
function setUp(over: Partial<ClientOptions> = {}) {
  let tokens: { access: string; refresh: string | null } | null = { access: 'old', refresh: 'r1' };
  const requests: Request[] = [];
  const server = {
    good: 'old',
    refresh: (): Response => Response.json({ access: 'new', refresh: 'r2' }),
    answer: (_request: Request): Response => Response.json({ ok: true }),
  };
  const store: TokenStore = {
    read: () => tokens,
    readRefresh: () => tokens?.refresh ?? null,
    store: (next) => {
      tokens = next;
    },
    clear: () => {
      tokens = null;
    },
  };
  const onSignedOut = vi.fn();
  const fetchFromServer: typeof fetch = async (input, init) => {
    const headers = new Headers(init?.headers);
    const body = typeof init?.body === 'string' ? JSON.parse(init.body) : init?.body;
    const request = { url: String(input), method: init?.method ?? 'GET', headers, body };
    requests.push(request);
    await new Promise((resolve) => setTimeout(resolve, 1));
    if (request.url.endsWith('/auth/refresh/')) {
      const response = server.refresh();
      if (response.ok) server.good = 'new';
      return response;
    }
    if (request.url.endsWith('/auth/login/'))
      return Response.json({ error: 'Incorrect email or password.' }, { status: 401 });
    const isGood = headers.get('Authorization') === `Bearer ${server.good}`;
    return isGood ? server.answer(request) : Response.json({ error: 'ended', code: 'token_invalid' }, { status: 401 });
  };
  const waits: number[] = [];
  const wait = async (milliseconds: number) => void waits.push(milliseconds);
  const api = createClient({
    calls,
    wait,
    baseUrl: '/api/v1',
    tokens: store,
    usesNewTimezone: () => false,
    isOtherAccount: () => false,
    onAccountChanged: () => {},
    account: () => 'ana',
    onSignedOut,
    retryDelays: [0, 0],
    fetch: over.fetch ?? fetchFromServer,
    refresh: createRefresher({
      url: '/api/v1/auth/refresh/',
      fetch: over.fetch ?? fetchFromServer,
      tokens: store,
      wait,
    }),
    ...over,
  });
  return {
    api,
    server,
    requests,
    waits,
    onSignedOut,
    tokens: () => tokens,
    setTokens: store.store,
    clear: store.clear,
  };
}

const refreshes = (requests: Request[]) => requests.filter(({ url }) => url.endsWith('/auth/refresh/'));

test('says what it was shown last, refusals included', async () => {
  let known: string | null = null;
  const { api, server, requests } = setUp({
    seen: {
      read: () => known,
      keep: (position) => {
        known = position;
      },
    },
  });
  server.answer = () => Response.json({}, { headers: { 'X-Seen': 'A' } });
  await api.listSessions();
  server.answer = () => Response.json({ code: 'session_full' }, { status: 409, headers: { 'X-Seen': 'B' } });
  await api.joinSession({ params: { id: 'x' }, body: {} } as never).catch(() => {});
  await api.listSessions().catch(() => {});
  expect(requests.map(({ headers }) => headers.get('X-Seen'))).toEqual([null, 'A', 'B']);
});

describe('an expired token', () => {
  let world: ReturnType<typeof setUp>;
  beforeEach(() => {
    world = setUp();
    world.server.good = 'another';
  });

  test('refreshes once for 20 simultaneous calls and retries each once', async () => {
    await Promise.all(Array.from({ length: 20 }, () => world.api.getMe()));
    expect(refreshes(world.requests)).toHaveLength(1);
    expect(refreshes(world.requests)[0]?.body).toEqual({ refresh: 'r1' });
    expect(world.requests).toHaveLength(41);
    expect(world.tokens()).toEqual({ access: 'new', refresh: 'r2' });
    expect(world.onSignedOut).not.toHaveBeenCalled();
  });

  test('keeps the refresh token when the answer brings no new one', async () => {
    world.server.refresh = () => Response.json({ access: 'new' });
    await world.api.getMe();
    expect(world.tokens()).toEqual({ access: 'new', refresh: 'r1' });
  });

  test("uses another tab's refreshed token", async () => {
    const lateTab = setUp({
      fetch: async (_input, init) => {
        const access = new Headers(init?.headers).get('Authorization');
        if (access === 'Bearer from-other-tab') return Response.json({ id: 'me' });
        lateTab.setTokens({ access: 'from-other-tab', refresh: 'r9' });
        return Response.json({}, { status: 401 });
      },
    });
    await expect(lateTab.api.getMe()).resolves.toEqual({ id: 'me' });
    expect(lateTab.tokens()?.refresh).toBe('r9');
  });

  test.each([
    ['after a refused token', async () => Response.json({}, { status: 401 })],
    ['after a lost answer', () => Promise.reject(new TypeError('Failed to fetch'))],
  ])('is never sent as the member who signs in meanwhile: %s', async (_when, answer) => {
    let account = 'ana';
    const sent: (string | null)[] = [];
    const tab = setUp({
      account: () => account,
      fetch: (_input, init) => {
        sent.push(new Headers(init?.headers).get('Authorization'));
        account = 'ben';
        tab.setTokens({ access: 'of ben', refresh: 'r9' });
        return answer();
      },
    });
    await expect(tab.api.joinSession({ params: { id: 's1' } })).rejects.toMatchObject({ code: 'account_changed' });
    expect(sent).toEqual(['Bearer old']);
    expect([tab.tokens()?.access, tab.onSignedOut.mock.calls]).toEqual(['of ben', []]);
  });

  test.each([
    ['renewed', () => Response.json({ access: 'new', refresh: 'r2' })],
    ['refused', () => Response.json({ error: 'no' }, { status: 401 })],
  ])("keeps another tab's newer tokens when its own refresh is %s", async (_outcome, answer) => {
    world.server.refresh = () => {
      world.setTokens({ access: 'another', refresh: 'theirs' });
      queueMicrotask(() => {
        world.server.good = 'another';
      });
      return answer();
    };
    await world.api.getMe().catch(() => {});
    expect(world.tokens()).toEqual({ access: 'another', refresh: 'theirs' });
    expect(world.onSignedOut).not.toHaveBeenCalled();
  });

  test('clears the tokens and ends the sign-in when a refresh is rejected', async () => {
    world.server.refresh = () => Response.json({ error: 'no' }, { status: 401 });
    await expect(Promise.all([world.api.getMe(), world.api.getMe()])).rejects.toMatchObject({ status: 401 });
    expect(world.tokens()).toBeNull();
    expect(world.onSignedOut).toHaveBeenCalled();
    expect(refreshes(world.requests)).toHaveLength(1);
  });

  test.each([
    ['organization_inactive', 'switched-off'],
    ['organization_gone', 'deleted'],
  ])('tells %s from an ended sign-in', async (code, ending) => {
    world.server.refresh = () => Response.json({ error: 'off', code }, { status: 401 });
    await expect(world.api.getMe()).rejects.toMatchObject({ status: 401 });
    expect(world.onSignedOut).toHaveBeenCalledExactlyOnceWith(ending);
  });

  test('ends the sign-in without a refresh token', async () => {
    world.setTokens({ access: 'old', refresh: null });
    await expect(world.api.getMe()).rejects.toBeInstanceOf(ApiError);
    expect(refreshes(world.requests)).toHaveLength(0);
    expect(world.onSignedOut).toHaveBeenCalledTimes(1);
    expect(world.tokens()).toBeNull();
  });

  test('retries only once after a refresh', async () => {
    world.server.refresh = () => {
      queueMicrotask(() => {
        world.server.good = 'nothing';
      });
      return Response.json({ access: 'new', refresh: 'r2' });
    };
    await expect(world.api.getMe()).rejects.toMatchObject({ status: 401 });
    expect(world.requests).toHaveLength(3);
    expect(world.onSignedOut).toHaveBeenCalledTimes(1);
  });

  test.each([429, 500, 502, 503, 504])('stays signed in when the refresh answers %i', async (status) => {
    world.server.refresh = () => Response.json({ error: 'away', code: 'unavailable' }, { status });
    await expect(world.api.getMe()).rejects.toMatchObject({ status, code: 'unavailable' });
    expect(world.tokens()).toEqual({ access: 'old', refresh: 'r1' });
    expect(world.onSignedOut).not.toHaveBeenCalled();
  });

  test('stays signed in, and takes nothing for sent, when a foreign network answers with its page', async () => {
    const { api, server, requests, onSignedOut, tokens } = setUp();
    const portal = (status: number) => new Response('<html>', { status, headers: { 'Content-Type': 'text/html' } });
    server.answer = () => portal(200);
    await expect(api.joinSession({ params: { id: 's1' } })).rejects.toMatchObject({ code: 'no_answer' });
    expect(new Set(requests.map(({ headers }) => headers.get('Idempotency-Key'))).size).toBe(1);
    expect(requests).toHaveLength(3);
    server.good = 'newer';
    for (const status of [401, 511]) {
      server.refresh = () => portal(status);
      await expect(api.getMe()).rejects.toMatchObject({ code: 'no_answer' });
    }
    expect(onSignedOut).not.toHaveBeenCalled();
    expect(tokens()).not.toBeNull();
  });

  test('waits as long as a busy server asks, then refreshes', async () => {
    let busy = 2;
    world.server.refresh = () =>
      busy-- > 0
        ? Response.json({ code: 'unavailable' }, { status: 503, headers: { 'Retry-After': '2' } })
        : Response.json({ access: 'new', refresh: 'r2' });
    await Promise.all([world.api.getMe(), world.api.getMe()]);
    expect(refreshes(world.requests)).toHaveLength(3);
    expect(world.tokens()?.access).toBe('new');
    expect(world.waits).toHaveLength(2);
    for (const milliseconds of world.waits) expect(milliseconds >= 2000 && milliseconds <= 2500).toBe(true);
  });

  test('does not refresh after a wrong password', async () => {
    const login = world.api.login({ body: { email: 'ana@example.com', password: 'wrong' } });
    await expect(login).rejects.toMatchObject({ status: 401, message: 'Incorrect email or password.' });
    expect(refreshes(world.requests)).toHaveLength(0);
    expect(world.onSignedOut).not.toHaveBeenCalled();
  });
});

describe('headers', () => {
  test('sends the bearer token always and the timezone flag when set', async () => {
    const { api, requests } = setUp({ usesNewTimezone: () => true });
    await api.getMe();
    expect(requests[0]?.headers.get('Authorization')).toBe('Bearer old');
    expect(requests[0]?.headers.get('X-Use-New-Timezone')).toBe('true');
    const off = setUp();
    await off.api.getMe();
    expect(off.requests[0]?.headers.has('X-Use-New-Timezone')).toBe(false);
    expect(off.requests[0]?.headers.has('Idempotency-Key')).toBe(false);
  });

  test("keeps a join's Idempotency-Key through a refresh and lost answers", async () => {
    const world = setUp();
    world.server.good = 'another';
    let lost = 1;
    world.server.answer = () => {
      if (lost-- > 0) throw new TypeError('connection reset');
      return Response.json({ id: 's1' });
    };
    await world.api.joinSession({ params: { id: 's1' } });
    const keys = world.requests
      .filter(({ url }) => url.endsWith('/join/'))
      .map((r) => r.headers.get('Idempotency-Key'));
    expect(keys).toHaveLength(3);
    expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/);
    expect(new Set(keys).size).toBe(1);
  });

  test('retries a join on a busy server with the same key and gives up after four tries', async () => {
    const world = setUp();
    let busy = 3;
    world.server.answer = () =>
      busy-- > 0
        ? Response.json({ code: 'unavailable' }, { status: 503, headers: { 'Retry-After': '1' } })
        : Response.json({ id: 's1' });
    await expect(world.api.joinSession({ params: { id: 's1' } })).resolves.toEqual({ id: 's1' });
    expect(world.waits).toHaveLength(3);
    expect(new Set(world.requests.map(({ headers }) => headers.get('Idempotency-Key'))).size).toBe(1);
    busy = 4;
    await expect(world.api.joinSession({ params: { id: 's1' } })).rejects.toMatchObject({ status: 503 });
    expect(world.requests).toHaveLength(8);
  });

  test('does not retry a call without a key', async () => {
    const world = setUp();
    world.server.answer = () => {
      throw new TypeError('connection reset');
    };
    await expect(world.api.getMe()).rejects.toMatchObject({ status: 0, code: 'no_answer' });
    expect(world.requests).toHaveLength(1);
  });
});

describe('errors', () => {
  test.each([
    [{ error: 'a', message: 'b', non_field_errors: ['c'] }, 'a'],
    [{ message: 'b', non_field_errors: ['c'] }, 'b'],
    [{ non_field_errors: ['c', 'd'] }, 'c'],
    [{ error: '' }, undefined],
    [{ error: 7 }, undefined],
    ['text', undefined],
    [null, undefined],
  ])('%j says %s', (body, text) => {
    expect(messageOf(body)).toBe(text);
  });

  test('carry status, code, fields, request id and the wait', async () => {
    const { api, server } = setUp();
    server.answer = () =>
      Response.json(
        { error: 'Slow down', code: 'too_many_requests', details: { email: ['Invalid'] }, request_id: 'q1' },
        { status: 429, headers: { 'Retry-After': '30' } },
      );
    await expect(api.getMe()).rejects.toMatchObject({
      status: 429,
      code: 'too_many_requests',
      message: 'Slow down',
      details: { email: ['Invalid'] },
      requestId: 'q1',
      retryAfter: 30,
    });
  });

  test("falls back to the screen's text for a proxy page", async () => {
    const { api, server } = setUp();
    server.answer = () =>
      new Response('<h1>Bad gateway</h1>', { status: 502, headers: { 'Content-Type': 'text/html' } });
    const error = await api.getMe().catch((reason: unknown) => reason);
    expect(errorText(error, 'Failed to login. Please try again.')).toBe('Failed to login. Please try again.');
  });
});
