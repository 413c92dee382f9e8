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

type NumberedInput = { params?: Record<string, string>; query: { page: number; page_size: number } };

/** The same for a list with numbered pages. */
export function numberedLinks(entry: Endpoint, { params, query }: NumberedInput, count: number) {
  const { page, page_size } = query;
  return pageLinks(
    entry,
    { ...(params && { params }), query },
    { next: page * page_size < count ? { page: page + 1 } : null, previous: page > 1 ? { page: page - 1 } : null },
  );
}
