import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { api } from '#platform/api/api.ts';
import { serverFieldErrors } from '#platform/forms/contract-resolver.ts';
import { SaveError } from '#platform/forms/save-error.tsx';
import { useSubmit } from '#platform/forms/use-submit.ts';
import { useVersion } from '#platform/forms/use-version.ts';
import { toasts } from '#platform/toasts/toasts.tsx';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { TextField } from '#ui/form/text-field.tsx';
import { Modal } from '#ui/layer/modal.tsx';
import { ErrorState } from '#ui/status/empty-state.tsx';
import { Skeleton } from '#ui/status/skeleton.tsx';
import { demoLimitsQuery, type DemoLimits as Limits, useRefreshDemos } from './demos.queries.ts';

/** How many demos may run, and how many do. */
export function DemoLimits() {
  const limits = useQuery(demoLimitsQuery);
  const [isEditing, setEditing] = useState(false);
  if (limits.isPending) return <Skeleton className="h-24" />;
  if (limits.isError) return <ErrorState title="Couldn't load the limits" onRetry={() => void limits.refetch()} />;
  const { running, at_once, per_address } = limits.data;
  return (
    <Card look="soft" aria-label="Limits" className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
      <dl className="flex flex-wrap gap-x-8 gap-y-3" data-figures="">
        <Figure name="Running now" value={at_once === 0 ? `${running}, demos are off` : `${running} of ${at_once}`} />
        <Figure name="Starts per address" value={`${per_address} an hour`} />
      </dl>
      <Button size="sm" variant="secondary" onClick={() => setEditing(true)}>
        Change limits
      </Button>
      <Modal open={isEditing} onOpenChange={setEditing} title="Change limits" size="sm">
        {isEditing ? <Fields limits={limits.data} onClose={() => setEditing(false)} /> : null}
      </Modal>
    </Card>
  );
}

const Figure = ({ name, value }: { name: string; value: string }) => (
  <div className="flex flex-col">
    <dt className="text-sm text-text-secondary">{name}</dt>
    <dd className="font-semibold text-lg">{value}</dd>
  </div>
);

type Values = { at_once: string; per_address: string };

/** An empty field restores the default; what is no number is the server's to refuse. */
const numberOf = (typed: string) => (typed.trim() === '' ? null : Number(typed));

function Fields({ limits, onClose }: { limits: Limits; onClose: () => void }) {
  const refresh = useRefreshDemos();
  const { register, handleSubmit } = useForm<Values>({
    defaultValues: { at_once: String(limits.at_once), per_address: String(limits.per_address) },
  });
  const version = useVersion(limits.version);
  const send = useSubmit(
    ({ at_once, per_address }: Values) =>
      version.send((version) =>
        api.updateDemoLimits({ body: { at_once: numberOf(at_once), per_address: numberOf(per_address), version } }),
      ),
    () => {
      toasts.success('Limits changed');
      refresh();
      onClose();
    },
  );
  const refused = serverFieldErrors(send.error);
  const errorOf = (name: keyof Values) => refused.get(name);
  const submit = handleSubmit((values) => send.submit(values));
  const number = { type: 'number', inputMode: 'numeric', step: 1 } as const;
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-5">
      {send.isError && refused.size === 0 ? (
        <SaveError
          error={send.error}
          onShowTheirs={() => {
            refresh();
            onClose();
          }}
        />
      ) : null}
      <TextField
        {...number}
        label="Demos at once"
        hint={`For all visitors together. Enter 0 to turn demos off, or leave empty for the default, ${limits.default_at_once}.`}
        error={errorOf('at_once')}
        {...register('at_once')}
      />
      <TextField
        {...number}
        label="Starts per address and hour"
        hint={`Leave empty for the default, ${limits.default_per_address}.`}
        error={errorOf('per_address')}
        {...register('per_address')}
      />
      <div className="flex flex-wrap justify-end gap-2">
        <Button variant="secondary" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" loading={send.sending}>
          Save limits
        </Button>
      </div>
    </form>
  );
}
