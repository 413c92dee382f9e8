import { CSV_START, csvLine } from '@spotter/contract/csv.ts';
import { largestPage } from '@spotter/contract/limits.ts';
import { useMutation } from '@tanstack/react-query';
import { Check, Copy, Download } from 'lucide-react';
import { useState } from 'react';
import { api } from '#platform/api/api.ts';
import { errorText } from '#platform/api/api-error.ts';
import { saveFile } from '#platform/save-file.ts';
import { toasts } from '#platform/toasts/toasts.tsx';
import { useCopy } from '#platform/use-copy.ts';
import { Button } from '#ui/button.tsx';
import { FilterSelect } from '#ui/form/filter-select.tsx';
import { SearchField } from '#ui/form/search-field.tsx';
import { type CodeGym, lastDayOf, stateOf } from './code.words.ts';
import type { CodeFilter, InviteCode } from './codes.queries.ts';

const states = [
  { value: 'usable', label: 'Working' },
  { value: 'unusable', label: 'Off or used up' },
];

type Props = {
  gyms: readonly CodeGym[];
  filter: CodeFilter;
  count: number | undefined;
  onFilter: (filter: CodeFilter) => void;
};

/** Search and filters for the codes, and all that match to copy or as a file. */
export function CodeTools({ gyms, filter, count, onFilter }: Props) {
  const [typed, setTyped] = useState(filter.search ?? '');
  const { copied, copy } = useCopy();
  const search = (text: string) => {
    setTyped(text);
    onFilter({ ...filter, search: text.trim() || undefined });
  };
  const all = useMutation({
    mutationFn: (_as: 'copy' | 'csv') => allCodes(filter),
    onSuccess: (codes, as) => {
      if (as === 'copy') return copy(codes.map(({ code }) => code).join('\n'));
      saveFile(new Blob([csvOf(codes, gyms)], { type: 'text/csv' }), 'invite-codes.csv');
    },
    onError: (error) => toasts.error(errorText(error, "Couldn't load the codes. Try again.")),
  });
  const state = filter.is_usable === undefined ? null : filter.is_usable ? 'usable' : 'unusable';
  return (
    <div className="flex flex-col gap-3">
      <SearchField label="Search codes" placeholder="Code, label or email" value={typed} onChange={search} clears />
      <div className="flex flex-wrap items-center gap-2">
        <FilterSelect
          label="State"
          any="Any state"
          options={states}
          value={state}
          onChange={(value) => onFilter({ ...filter, is_usable: value ? value === 'usable' : undefined })}
        />
        {gyms.length > 1 ? (
          <FilterSelect
            label="Location"
            any="Any location"
            options={gyms.map(({ id, name }) => ({ value: id, label: name }))}
            value={filter.gym_id ?? null}
            onChange={(gymId) => onFilter({ ...filter, gym_id: gymId ?? undefined })}
          />
        ) : null}
        {count ? (
          <div className="ms-auto flex flex-wrap gap-2">
            <Button
              variant="secondary"
              size="sm"
              icon={copied ? <Check /> : <Copy />}
              loading={all.isPending && all.variables === 'copy'}
              onClick={() => all.mutate('copy')}
            >
              <span aria-live="polite">{copied ? 'Copied!' : count === 1 ? 'Copy code' : `Copy all ${count}`}</span>
            </Button>
            <Button
              variant="secondary"
              size="sm"
              icon={<Download />}
              loading={all.isPending && all.variables === 'csv'}
              onClick={() => all.mutate('csv')}
            >
              CSV
            </Button>
          </div>
        ) : null}
      </div>
    </div>
  );
}

/** All pages of the codes that match. */
async function allCodes(filter: CodeFilter): Promise<InviteCode[]> {
  const codes: InviteCode[] = [];
  for (let page = 1; ; page++) {
    const { results, next } = await api.listInviteCodes({ query: { ...filter, page, page_size: largestPage } });
    codes.push(...results);
    if (!next) return codes;
  }
}

const csvOf = (codes: readonly InviteCode[], gyms: readonly CodeGym[]) =>
  CSV_START +
  csvLine(['Code', 'Link', 'Label', 'Mailed to', 'Location', 'State', 'Joined', 'Most uses', 'Last day']) +
  codes
    .map((code) =>
      csvLine([
        ...[code.code, code.link, code.label, code.mailed_to, code.gym?.name ?? 'Any location', stateOf(code).label],
        ...[code.use_count, code.max_uses, lastDayOf(code, gyms)],
      ]),
    )
    .join('');
