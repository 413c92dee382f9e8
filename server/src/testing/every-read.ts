import { type Endpoint, type EndpointName, endpoints } from '@spotter/contract';
import { API_ROOT, addressOf } from '@spotter/contract/api/address.ts';
import { expect } from 'vitest';
import type { TestApp } from './app.ts';
import type { CastMember } from './cast.ts';
import { sampleInput } from './hostile/sample-input.ts';

/** Every read of members in the contract that answers JSON, so that a new one is tried without anybody adding it. */
export const everyRead = (Object.entries(endpoints) as [EndpointName, Endpoint][]).filter(
  ([, { method, access, sends }]) => method === 'GET' && (access === 'member' || access === 'signed_in') && !sends,
);

/** What a reader is answered, as text, about the thing with this id. */
export async function askFor(
  app: TestApp,
  [name, entry]: [EndpointName, Endpoint],
  reader: CastMember,
  { id, messageId }: { id?: string | undefined; messageId?: string } = {},
): Promise<string> {
  const params = entry.params && { ...(sampleInput(entry.params) as object), ...(id && { id }) };
  if (params && 'messageId' in params && messageId) params.messageId = messageId;
  const query = entry.query && (sampleInput(entry.query) as object);
  const { statusCode, body } = await app.http.inject({
    method: 'GET',
    url: `${API_ROOT}${addressOf(entry.path, { params, query })}`,
    headers: { authorization: `Bearer ${await app.tokenFor(reader)}` },
  });
  expect([name, statusCode < 500]).toEqual([name, true]);
  return body;
}
