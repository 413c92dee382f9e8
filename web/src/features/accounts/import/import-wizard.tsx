import {
  type ImportKind,
  type ImportSource,
  importSources,
  largestImport,
  mostImportRows,
  sourceNames,
} from '@spotter/contract/users/import-fields.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { FileSpreadsheet } from 'lucide-react';
import { type ChangeEvent, useState } from 'react';
import { api } from '#platform/api/api.ts';
import { ApiError, errorText } from '#platform/api/api-error.ts';
import { serverFieldErrors } from '#platform/forms/contract-resolver.ts';
import { toasts } from '#platform/toasts/toasts.tsx';
import { Button } from '#ui/button.tsx';
import { Switch } from '#ui/form/choice.tsx';
import { RadioGroup } from '#ui/form/radio-group.tsx';
import { Select } from '#ui/form/select.tsx';
import { Banner } from '#ui/status/banner.tsx';
import { ProgressBar } from '#ui/status/progress.tsx';
import { SkeletonText } from '#ui/status/skeleton.tsx';
import { useRefreshAccounts } from '../accounts.queries.ts';
import { useStaff } from '../use-staff.ts';
import { type ImportCheck, type ImportChoices, importForm, importKeys } from './import.queries.ts';
import { ImportColumns } from './import-columns.tsx';
import { counted, ImportResult, importedThings } from './import-result.tsx';

/** The first message of the server about the file or its columns, else its general one. */
const faultOf = (error: unknown, fallback: string) =>
  [...serverFieldErrors(error).values()][0] ?? errorText(error, fallback);

/** From a file to accounts or sessions: choose it, check the columns, look at the result, import. */
export function ImportWizard() {
  const { gyms } = useStaff();
  const [kind, setKind] = useState<ImportKind>('members');
  const [choices, setChoices] = useState<ImportChoices | null>(null);
  const [sent, setSent] = useState(0);
  const [tooLarge, setTooLarge] = useState(false);
  const refresh = useRefreshAccounts();
  const queryClient = useQueryClient();

  const check = useMutation({
    mutationFn: (wanted: ImportChoices) => api.checkImport({ body: importForm(wanted) }, { onProgress: setSent }),
  });
  const run = useMutation({
    mutationFn: (wanted: ImportChoices) =>
      api.runImport({ body: { ...importForm(wanted), id: wanted.id } }, { onProgress: setSent }),
    onSuccess: (done) => {
      toasts.success(`${counted(done.kind, done.made)} imported`, { text: 'You can undo this for a day.' });
      setChoices(null);
      check.reset();
      void refresh();
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: importKeys.all }),
  });

  const look = (changed: Omit<ImportChoices, 'id'>) => {
    const wanted = { ...changed, id: crypto.randomUUID() };
    setChoices(wanted);
    setSent(0);
    run.reset();
    check.mutate(wanted);
  };
  const choose = (event: ChangeEvent<HTMLInputElement>) => {
    const file = event.target.files?.[0];
    event.target.value = '';
    if (!file) return;
    setTooLarge(file.size > largestImport);
    if (file.size <= largestImport)
      look({ file, kind, send_setup: true, ...(gyms.length === 1 && { gym_id: gyms[0]?.id }) });
  };
  const found = check.data;
  const canImport = found !== undefined && found.error_count === 0 && found.ready > 0;
  return (
    <div className="flex flex-col gap-6">
      <RadioGroup
        label="What's in your file?"
        columns
        options={[
          { value: 'members', label: 'Members', description: 'Names, emails, phones' },
          { value: 'sessions', label: 'Sessions', description: 'Classes, past or planned, with who was there' },
        ]}
        value={kind}
        onChange={(next) => {
          setKind(next);
          setChoices(null);
          check.reset();
        }}
      />
      <label className="flex cursor-pointer flex-col items-center gap-2 rounded-card border-2 border-border-control/60 border-dashed px-6 py-8 text-center transition hover:border-primary-text has-focus-visible:outline-2 has-focus-visible:outline-primary-text">
        <FileSpreadsheet aria-hidden="true" className="size-8 text-primary-text" />
        <span className="font-medium">{choices ? choices.file.name : 'Choose a CSV file'}</span>
        <span className="text-sm text-text-secondary">
          {choices ? 'Choose another file' : 'From TeamUp, Wodify, Mindbody or any spreadsheet. Up to 5 MB.'}
        </span>
        <input
          type="file"
          accept=".csv,.tsv,.txt,text/csv"
          aria-label="CSV file"
          className="sr-only"
          onChange={choose}
        />
      </label>
      {tooLarge ? (
        <Banner title="This file is too large">
          Files can have up to 5 MB and {mostImportRows.toLocaleString()} rows. Split it into several and import one
          after the other.
        </Banner>
      ) : null}
      {check.isPending && !found ? (
        <div aria-busy="true" className="flex flex-col gap-4">
          {sent < 1 ? <ProgressBar label="Uploading" value={Math.round(sent * 100)} /> : null}
          <SkeletonText lines={4} />
        </div>
      ) : null}
      {check.isError ? <Banner title="We couldn't use this file">{faultOf(check.error, 'Try again.')}</Banner> : null}
      {choices && found ? (
        <>
          <ImportColumns
            found={found}
            busy={check.isPending}
            onChange={(changes) => look({ ...choices, ...changes })}
          />
          <Options
            found={found}
            choices={choices}
            gyms={gyms}
            onChange={(changes) => look({ ...choices, mapping: found.mapping, ...changes })}
          />
          <ImportResult found={found} busy={check.isPending} sendsCodes={choices.send_setup} />
          {run.isError ? <Failure error={run.error} /> : null}
          <div className="flex flex-wrap justify-end gap-2">
            <Button
              variant="secondary"
              onClick={() => {
                setChoices(null);
                check.reset();
              }}
            >
              Cancel
            </Button>
            <Button
              disabled={!canImport || check.isPending}
              loading={run.isPending}
              onClick={() => run.mutate({ ...choices, mapping: found.mapping })}
            >
              {canImport ? `Import ${counted(found.kind, found.ready)}` : `Import ${importedThings[found.kind][1]}`}
            </Button>
          </div>
        </>
      ) : null}
    </div>
  );
}

/** Without an answer nobody knows whether the rows were stored; a repeat finds out. */
function Failure({ error }: { error: unknown }) {
  const isKnown = error instanceof ApiError && error.status > 0 && error.status < 500;
  return isKnown ? (
    <Banner title="Nothing was imported">{faultOf(error, 'Try again.')}</Banner>
  ) : (
    <Banner title="We didn't get an answer">
      The import may have worked. Press Import again to make sure: nothing is imported twice.
    </Banner>
  );
}

type OptionsProps = {
  found: ImportCheck;
  choices: ImportChoices;
  gyms: readonly { id: string; name: string }[];
  onChange: (changes: Partial<ImportChoices>) => void;
};

function Options({ found, choices, gyms, onChange }: OptionsProps) {
  const hasDates = found.mapping.some((field) => field === 'date' || field === 'joined_on');
  return (
    <section aria-label="Options" className="grid gap-5 sm:grid-cols-2">
      <Select
        label="Exported from"
        options={importSources.map((value) => ({ value, label: sourceNames[value] }))}
        value={found.source}
        onChange={(source: ImportSource) => onChange({ source })}
      />
      {gyms.length > 1 ? (
        <Select
          label="Location of rows without one"
          options={gyms.map(({ id, name }) => ({ value: id, label: name }))}
          value={choices.gym_id ?? null}
          onChange={(gym_id) => onChange({ gym_id })}
        />
      ) : null}
      {hasDates ? (
        <Select
          label="Dates like 3/4/2026 are"
          options={[
            { value: 'dmy', label: '3 April 2026' },
            { value: 'mdy', label: 'March 4, 2026' },
          ]}
          value={found.date_order}
          onChange={(date_order) => onChange({ date_order })}
        />
      ) : null}
      {found.kind === 'members' ? (
        <Switch
          label="Email setup codes"
          hint="Active members get one, up to 60 a minute. New gyms start with a few a day."
          checked={choices.send_setup}
          onChange={(event) => onChange({ send_setup: event.target.checked })}
        />
      ) : null}
    </section>
  );
}
