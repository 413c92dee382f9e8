import type { InfiniteData, QueryClient, QueryKey } from '@tanstack/react-query';
import type { SessionDetail, SessionItem, SessionPage } from '../session.ts';
import { sessionKeys } from '../sessions.keys.ts';
import type { Patch } from './session-patches.ts';

/** Lists are cached as one page or several; other entries under their key have no sessions to change. */
type Listed = SessionPage | InfiniteData<SessionPage>;

const inPage = (page: SessionPage, change: (results: SessionItem[]) => SessionItem[]): SessionPage => ({
  ...page,
  results: change(page.results),
});

function inList(list: Listed | undefined, change: (results: SessionItem[]) => SessionItem[]): Listed | undefined {
  if (!list) return list;
  if ('pages' in list) return { ...list, pages: list.pages.map((page) => inPage(page, change)) };
  return 'results' in list ? inPage(list, change) : list;
}

function entriesOf(list: Listed | undefined): SessionItem[] {
  if (!list) return [];
  if ('pages' in list) return list.pages.flatMap(({ results }) => results);
  return 'results' in list ? list.results : [];
}

export const listedSession = (queryClient: QueryClient, id: string): SessionItem | undefined =>
  queryClient
    .getQueriesData<Listed>({ queryKey: sessionKeys.lists })
    .flatMap(([, list]) => entriesOf(list))
    .find((session) => session.id === id);

/** A session as a list knows it, until its details are loaded. */
export const asDetail = (session: SessionItem): SessionDetail => ({
  waitlist_position: null,
  waitlist_reason: null,
  offer_expires_at: null,
  next_offer_at: null,
  can_propose: false,
  guests: [],
  can_bring_guests: false,
  co_host_ids: [],
  next_host_id: null,
  can_choose_co_hosts: false,
  can_change_series: false,
  can_check_in: false,
  can_check_in_others: false,
  checked_in_user_ids: [],
  series: null,
  can_decline: false,
  has_declined: false,
  declined: [],
  invited: [],
  other_times: [],
  open_proposals: 0,
  cancel_reason: null,
  ...session,
});

/** The currently cached version of a session, from any query. */
export const shownSession = (queryClient: QueryClient, id: string): SessionItem | undefined =>
  queryClient.getQueryData<SessionDetail>(sessionKeys.detail(id)) ?? listedSession(queryClient, id);

/**
 * Changes a session in every query. Returns a function that reverts only this change, whatever else has changed since.
 */
export function patchSession(queryClient: QueryClient, id: string, patch: Patch): () => void {
  const before: [QueryKey, SessionItem][] = [];
  const swap = (results: SessionItem[], by: (session: SessionItem) => SessionItem) =>
    results.map((session) => (session.id === id ? by(session) : session));

  const detail = queryClient.getQueryData<SessionDetail>(sessionKeys.detail(id));
  if (detail) queryClient.setQueryData(sessionKeys.detail(id), patch(detail));
  for (const [key, list] of queryClient.getQueriesData<Listed>({ queryKey: sessionKeys.lists })) {
    const entry = entriesOf(list).find((session) => session.id === id);
    if (!entry) continue;
    before.push([key, entry]);
    queryClient.setQueryData<Listed>(key, (current) => inList(current, (results) => swap(results, patch)));
  }
  return () => {
    if (detail) queryClient.setQueryData(sessionKeys.detail(id), detail);
    for (const [key, entry] of before)
      queryClient.setQueryData<Listed>(key, (current) => inList(current, (results) => swap(results, () => entry)));
  };
}

/** Stores the server's answer. */
export function putSession(queryClient: QueryClient, session: SessionDetail): void {
  queryClient.setQueryData(sessionKeys.detail(session.id), session);
  for (const [key, list] of queryClient.getQueriesData<Listed>({ queryKey: sessionKeys.lists }))
    if (entriesOf(list).some(({ id }) => id === session.id))
      queryClient.setQueryData<Listed>(key, (current) =>
        inList(current, (results) => results.map((entry) => (entry.id === session.id ? session : entry))),
      );
}

/** Removes a session from every list. */
export function dropFromLists(queryClient: QueryClient, id: string): void {
  queryClient.setQueriesData<Listed>({ queryKey: sessionKeys.lists }, (list) =>
    inList(list, (results) => results.filter((session) => session.id !== id)),
  );
}
