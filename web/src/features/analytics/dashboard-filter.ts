import { useCallback, useMemo } from 'react';
import { useAddressSearch } from '#platform/use-address-search.ts';

export const ranges = ['7d', '30d', '90d', '12m', 'custom'] as const;
export type Range = (typeof ranges)[number];
/** What the reader wants to see; it stays in the address. */
export type DashboardFilter = { gymId: string | null; range: Range; from: string | null; to: string | null };

const day = /^\d{4}-\d{2}-\d{2}$/;

function filterIn(search: URLSearchParams): DashboardFilter {
  const dayAt = (name: string) => {
    const value = search.get(name);
    return value && day.test(value) ? value : null;
  };
  const [from, to] = [dayAt('from'), dayAt('to')];
  const range = ranges.find((name) => name === search.get('range')) ?? '30d';
  // Days that are missing or the wrong way round are no period.
  const isPeriod = from !== null && to !== null && from <= to;
  return {
    gymId: search.get('location'),
    range: range === 'custom' && !isPeriod ? '30d' : range,
    from: range === 'custom' && isPeriod ? from : null,
    to: range === 'custom' && isPeriod ? to : null,
  };
}

function searchOf({ gymId, range, from, to }: DashboardFilter): URLSearchParams {
  const search = new URLSearchParams();
  if (gymId) search.set('location', gymId);
  if (range !== '30d') search.set('range', range);
  if (range === 'custom' && from && to) {
    search.set('from', from);
    search.set('to', to);
  }
  return search;
}

export function useDashboardFilter(): [DashboardFilter, (change: Partial<DashboardFilter>) => void] {
  const [search, changeSearch] = useAddressSearch();
  const filter = useMemo(() => filterIn(search), [search]);
  const change = useCallback(
    (part: Partial<DashboardFilter>) => changeSearch((before) => searchOf({ ...filterIn(before), ...part })),
    [changeSearch],
  );
  return [filter, change];
}
