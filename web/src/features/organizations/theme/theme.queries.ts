import type { WorkoutKind } from '@spotter/contract/theme/theme-default.ts';
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '#platform/api/api.ts';
import { errorText } from '#platform/api/api-error.ts';
import type { Answer } from '#platform/api/client.ts';
import { toasts } from '#platform/toasts/toasts.tsx';
import { hold } from '#platform/undo/held-changes.ts';
import { themeKeys } from './theme.keys.ts';

export type Theme = Answer<'getOrganizationTheme'>['theme'];
export type SavedTheme = Answer<'listSavedThemes'>['results'][number];
export type Asset = Answer<'listAssets'>['results'][number];
/** What an uploaded image is for. */
export type ImageUse = { asset_type: 'logo' | 'favicon' } | { asset_type: 'workout_icon'; workout_type: WorkoutKind };

export const THEMES_PER_PAGE = 10;

export const publishedThemeQuery = (id: string) =>
  queryOptions({
    queryKey: themeKeys.published(id),
    queryFn: ({ signal }) => api.getOrganizationTheme({ params: { id } }, { signal }),
    staleTime: 0,
  });

export const savedThemesQuery = (id: string, page: number) =>
  queryOptions({
    queryKey: [...themeKeys.saved, id, page],
    queryFn: ({ signal }) =>
      api.listSavedThemes({ params: { id }, query: { page, page_size: THEMES_PER_PAGE } }, { signal }),
    placeholderData: keepPreviousData,
  });

export const assetsQuery = (id: string, asset_type: ImageUse['asset_type']) =>
  queryOptions({
    queryKey: [...themeKeys.assets, id, asset_type],
    queryFn: ({ signal }) => api.listAssets({ params: { id }, query: { asset_type } }, { signal }),
  });

/** The mail, the link card and the icon in a theme, drawn by the server. */
export const drawnPreviewQuery = (id: string, theme: Theme) =>
  queryOptions({
    queryKey: ['theme-preview', id, JSON.stringify(theme)],
    queryFn: ({ signal }) => api.previewOrganizationTheme({ params: { id }, body: theme }, { signal }),
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
  });

export const savedThemeList = 'saved-themes';

/** Changes of saved themes: they say so when they fail, and the list is read again. */
export function useSavedThemes(id: string) {
  const queryClient = useQueryClient();
  const refresh = () => queryClient.invalidateQueries({ queryKey: themeKeys.saved });
  const told = (text: string) => ({
    onError: (error: Error) => void toasts.error(errorText(error, text)),
    onSettled: refresh,
  });
  const save = useMutation({
    mutationFn: ({ name, theme }: { name: string; theme: Theme }) =>
      api.createSavedTheme({ params: { id }, body: { name, theme } }),
    ...told("Couldn't save the theme. Try again."),
  });
  const change = useMutation({
    mutationFn: ({ saved, ...body }: { saved: SavedTheme; name?: string; theme?: Theme }) =>
      api.updateSavedTheme({ params: { id, themeId: saved.id }, body: { ...body, version: saved.version } }),
    ...told("Couldn't change the theme. Try again."),
  });
  const remove = (saved: SavedTheme) =>
    hold({
      id: saved.id,
      list: savedThemeList,
      title: `Deleted ${saved.name}`,
      send: () => api.deleteSavedTheme({ params: { id, themeId: saved.id } }, { keepalive: true }),
      failureText: `Couldn't delete ${saved.name}. Try again.`,
      readAnew: refresh,
    });
  return { save, change, remove };
}
