import { demoGymSizes } from '@spotter/contract/limits.ts';
import { useMutation } from '@tanstack/react-query';
import { Controller, useForm } from 'react-hook-form';
import { api } from '#platform/api/api.ts';
import { bannerText, serverFieldErrors } from '#platform/forms/contract-resolver.ts';
import { Button } from '#ui/button.tsx';
import { Select } from '#ui/form/select.tsx';
import { TextField } from '#ui/form/text-field.tsx';
import { Banner } from '#ui/status/banner.tsx';
import type { DemoDataJob } from './demo-data.queries.ts';
import { kindOptions } from './gym-kinds.ts';

type Size = keyof typeof demoGymSizes;
type Values = { kind: DemoDataJob['kind'] } & Record<Size, string>;

const labels: Record<Size, string> = { members: 'Members', weeks: 'Weeks', locations: 'Locations', seed: 'Seed' };
const count = new Intl.NumberFormat();

function rangeOf(size: Size): string {
  if (size === 'seed') return 'The same seed makes the same gym';
  const [min, max] = demoGymSizes[size];
  return `${count.format(min)} to ${count.format(max)}`;
}

/** Says which size is out of range before the server would. */
function refusalOf(size: Size, typed: string): string | undefined {
  const [min, max] = demoGymSizes[size];
  const value = Number(typed);
  const fits = typed.trim() !== '' && Number.isInteger(value) && value >= min && value <= max;
  return fits ? undefined : `Enter a whole number from ${count.format(min)} to ${count.format(max)}`;
}

const numbersOf = ({ members, weeks, locations, seed }: Record<Size, string>) => ({
  members: Number(members),
  weeks: Number(weeks),
  locations: Number(locations),
  seed: Number(seed),
});

/** Asks for the gym to make. One is made at a time. */
export function DemoDataForm({ isBusy, onStarted }: { isBusy: boolean; onStarted: () => void }) {
  const { register, handleSubmit, control, formState } = useForm<Values>({
    defaultValues: { kind: 'barbell_club', members: '200', weeks: '12', locations: '1', seed: '1' },
  });
  const send = useMutation({
    mutationFn: ({ kind, ...sizes }: Values) => api.generateDemoData({ body: { kind, ...numbersOf(sizes) } }),
    onSuccess: onStarted,
  });
  const refused = serverFieldErrors(send.error);
  const errorOf = (name: Size) => formState.errors[name]?.message ?? refused.get(name) ?? null;
  const submit = handleSubmit((values) => send.mutate(values));
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-5">
      {send.isError && refused.size === 0 ? (
        <Banner>{bannerText(send.error, [], "Couldn't start. Try again.")}</Banner>
      ) : null}
      <Controller
        control={control}
        name="kind"
        render={({ field }) => (
          <Select label="Kind of gym" options={kindOptions} value={field.value} onChange={field.onChange} />
        )}
      />
      <div className="grid gap-5 sm:grid-cols-2">
        {(Object.keys(labels) as Size[]).map((size) => (
          <TextField
            key={size}
            type="number"
            inputMode="numeric"
            label={labels[size]}
            hint={rangeOf(size)}
            error={errorOf(size)}
            {...register(size, { validate: (typed) => refusalOf(size, typed) })}
          />
        ))}
      </div>
      <div className="flex flex-wrap items-center justify-end gap-3">
        {isBusy ? (
          <p className="text-sm text-text-secondary">One gym at a time. Wait, or cancel the one below.</p>
        ) : null}
        <Button type="submit" disabled={isBusy} loading={send.isPending}>
          Generate demo data
        </Button>
      </div>
    </form>
  );
}
