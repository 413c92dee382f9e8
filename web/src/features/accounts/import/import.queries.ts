import type { ImportKind, ImportSource } from '@spotter/contract/users/import-fields.ts';
import { queryOptions } from '@tanstack/react-query';
import { api } from '#platform/api/api.ts';
import type { Answer } from '#platform/api/client.ts';

export type ImportCheck = Answer<'checkImport'>;
export type Import = Answer<'listImports'>['results'][number];

/** What an owner chooses about a file. */
export type ImportChoices = {
  /** The import's own, so that it can be repeated after a lost answer. */
  id: string;
  file: File;
  kind: ImportKind;
  source?: ImportSource | undefined;
  mapping?: readonly (string | null)[] | undefined;
  date_order?: 'dmy' | 'mdy' | undefined;
  gym_id?: string | undefined;
  send_setup: boolean;
};

export const importForm = ({ mapping, send_setup, id: _, ...choices }: ImportChoices) => ({
  ...choices,
  ...(mapping && { mapping: JSON.stringify(mapping) }),
  send_setup: send_setup ? ('true' as const) : ('false' as const),
});

export const importKeys = { all: ['imports'] as const };

export const importsQuery = () =>
  queryOptions({ queryKey: importKeys.all, queryFn: ({ signal }) => api.listImports({}, { signal }) });
