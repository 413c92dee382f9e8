/** Apart from the queries, because every member hears of a new theme. */
export const themeKeys = {
  published: (id: string) => ['organization-theme', id] as const,
  saved: ['saved-themes'] as const,
  assets: ['theme-assets'] as const,
};
