import { API_ROOT, addressOf } from '@spotter/contract/api/address.ts';
import type { Endpoint } from '@spotter/contract/api/endpoint.ts';

type Input = { params?: Record<string, string>; query: object };
type Changes = Record<string, unknown> | null;

/** The paths of the previous and next page: the same call with a few query values replaced. */
export function pageLinks(
  { path }: Endpoint,
  { params = {}, query }: Input,
  ends: { next: Changes; previous: Changes },
) {
  const link = (changes: Changes) =>
    changes && `${API_ROOT}${addressOf(path, { params, query: { ...query, ...changes } })}`;
  return { next: link(ends.next), previous: link(ends.previous) };
}
