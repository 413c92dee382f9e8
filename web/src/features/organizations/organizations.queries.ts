import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '#platform/api/api.ts';
import { errorText } from '#platform/api/api-error.ts';
import type { Answer } from '#platform/api/client.ts';
import { isChangedMeanwhile } from '#platform/forms/changed-meanwhile.ts';
import { toasts } from '#platform/toasts/toasts.tsx';

export type OrganizationOverview = Answer<'listOrganizations'>['results'][number];

export const PAGE_SIZE = 20;
export type OrganizationSort = 'name' | 'newest' | 'members' | 'sessions' | 'growth' | 'owner_away';
export type OrganizationState = 'on' | 'off' | 'deleted';
export type OrganizationFilters = {
  search: string;
  sort: OrganizationSort | null;
  state: OrganizationState | null;
  stage: OrganizationOverview['stage'] | null;
  page: number;
};

const stateQuery = {
  on: { is_active: true },
  off: { is_active: false },
  deleted: { is_deleted: true },
};

export const organizationsQuery = ({ search, sort, state, stage, page }: OrganizationFilters) =>
  queryOptions({
    queryKey: ['organizations', 'list', search, sort, state, stage, page],
    queryFn: ({ signal }) =>
      api.listOrganizations(
        {
          query: {
            search: search || undefined,
            sort: sort ?? undefined,
            ...(state && stateQuery[state]),
            stage: stage ?? undefined,
            page,
            page_size: PAGE_SIZE,
          },
        },
        { signal },
      ),
    placeholderData: keepPreviousData,
  });

export function useRefreshOrganizations() {
  const queryClient = useQueryClient();
  return () => void queryClient.invalidateQueries({ queryKey: ['organizations'] });
}

export type OrganizationChanges = { is_active?: boolean; mail_limit_lifted?: boolean; white_label_enabled?: boolean };

function changeWords(name: string, { is_active, mail_limit_lifted, white_label_enabled }: OrganizationChanges): string {
  if (is_active !== undefined) return `${name} is switched ${is_active ? 'on' : 'off'}`;
  if (white_label_enabled !== undefined)
    return `${name} shows ${white_label_enabled ? 'its own brand' : "Spotter's brand"}`;
  return `${name} ${mail_limit_lifted ? 'can send invite emails without a limit' : 'has a daily limit for invite emails again'}`;
}

type Change = Pick<OrganizationOverview, 'id' | 'name' | 'version'> & { changes: OrganizationChanges };

export function useChangeOrganization() {
  const refresh = useRefreshOrganizations();
  return useMutation({
    mutationFn: ({ id, version, changes }: Change) =>
      api.updateOrganization({ params: { id }, body: { ...changes, version } }),
    onSuccess: ({ name }, { changes }) => toasts.success(changeWords(name, changes)),
    onError: (error, { name }) =>
      isChangedMeanwhile(error)
        ? toasts.info(`Someone else just changed ${name}`, { text: "Nothing was changed. Here's how it is now." })
        : toasts.error(errorText(error, "Couldn't change the organization. Try again.")),
    onSettled: refresh,
  });
}

export function useRestoreOrganization() {
  const refresh = useRefreshOrganizations();
  return useMutation({
    mutationFn: (id: string) => api.restoreOrganization({ params: { id } }),
    onSuccess: ({ name }) => toasts.success(`${name} is restored`),
    onError: (error) => toasts.error(errorText(error, "Couldn't restore the organization. Try again.")),
    onSettled: refresh,
  });
}
