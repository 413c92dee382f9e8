import type { APIRequestContext } from '@playwright/test';
import { addDays, dayAt } from '@spotter/contract/wall-clock.ts';
import { expect } from './fixtures.ts';

export type Tokens = { access_token: string; refresh_token: string };
type Planned = {
  id: string;
  title: string;
  share_token: string;
  duration_minutes: number;
  current_participants: number;
  max_participants: number;
  available_spots: number;
};

/** Noon of the day after tomorrow at the gym in Sydney, which is open then. */
export function noon(): string {
  return `${addDays(dayAt(Date.now(), 'Australia/Sydney'), 2)}T12:00`;
}

/** One API call, which must succeed. */
export async function call(
  request: APIRequestContext,
  { access_token }: Pick<Tokens, 'access_token'>,
  path: string,
  data?: object,
) {
  const headers = { authorization: `Bearer ${access_token}` };
  const response = await request.fetch(`/api/v1${path}`, {
    method: data ? 'POST' : 'GET',
    headers,
    ...(data && { data }),
  });
  expect(response.ok(), `${path}: ${await response.text()}`).toBe(true);
  return response.json();
}

let planned = 0;
/** A session with a unique title. */
export const plan = (
  request: APIRequestContext,
  host: Pick<Tokens, 'access_token'>,
  more: Record<string, unknown> = {},
): Promise<Planned> =>
  call(request, host, '/sessions/', {
    title: `Sled pushes ${process.pid.toString(36)}${Date.now().toString(36)}${planned++}`,
    workout_type: 'strength',
    start_time: noon(),
    ...more,
  });
