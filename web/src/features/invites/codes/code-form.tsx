import {
  longestInviteCode,
  longestInviteCodeLabel,
  mostNewCodes,
  shortestInviteCode,
} from '@spotter/contract/limits.ts';
import { addDays, startOfDay } from '@spotter/contract/wall-clock.ts';
import { Controller, useForm } from 'react-hook-form';
import { api } from '#platform/api/api.ts';
import { serverFieldErrors } from '#platform/forms/contract-resolver.ts';
import { SaveError } from '#platform/forms/save-error.tsx';
import { useSubmit } from '#platform/forms/use-submit.ts';
import { useVersion } from '#platform/forms/use-version.ts';
import { toasts } from '#platform/toasts/toasts.tsx';
import { Button } from '#ui/button.tsx';
import { DateField } from '#ui/form/date-time-field.tsx';
import { Select } from '#ui/form/select.tsx';
import { TextField } from '#ui/form/text-field.tsx';
import { Modal } from '#ui/layer/modal.tsx';
import { type CodeGym, lastDayOf, zoneOf } from './code.words.ts';
import { type InviteCode, useRefreshCodes } from './codes.queries.ts';

/** What the form is for: a new code, several random ones, or changes of one. */
export type CodeTask = { kind: 'create' } | { kind: 'generate' } | { kind: 'edit'; code: InviteCode };

/** A gym the admin manages; an organization's admin may also leave the choice to the new member. */
export type CodeGyms = { gyms: readonly CodeGym[]; mayBeAny: boolean };

const ANY = 'any';
type Values = { code: string; count: string; label: string; gym_id: string; last_day: string; max_uses: string };

type Props = CodeGyms & { task: CodeTask | null; onClose: () => void };

export function CodeForm({ task, onClose, ...gyms }: Props) {
  const title = { create: 'Create invite code', generate: 'Generate codes', edit: 'Edit invite code' };
  return (
    <Modal
      open={task !== null}
      onOpenChange={(open) => open || onClose()}
      title={task ? title[task.kind] : ''}
      size="sm"
    >
      {task ? <Fields key={task.kind} task={task} onClose={onClose} {...gyms} /> : null}
    </Modal>
  );
}

const valuesOf = (task: CodeTask, { gyms, mayBeAny }: CodeGyms): Values => {
  const code = task.kind === 'edit' ? task.code : null;
  const gym = code ? (code.gym?.id ?? ANY) : mayBeAny ? ANY : (gyms[0]?.id ?? ANY);
  return {
    code: '',
    count: '10',
    label: code?.label ?? '',
    gym_id: gym,
    last_day: (code && lastDayOf(code, gyms)) ?? '',
    max_uses: String(code?.max_uses ?? ''),
  };
};

function Fields({ task, onClose, gyms, mayBeAny }: Props & { task: CodeTask }) {
  const refresh = useRefreshCodes();
  const form = useForm<Values>({ defaultValues: valuesOf(task, { gyms, mayBeAny }) });
  const { register, control } = form;
  const version = useVersion(task.kind === 'edit' ? task.code.version : undefined);
  const send = useSubmit(
    async (values: Values, options): Promise<string> => {
      const settings = {
        label: values.label,
        gym_id: values.gym_id === ANY ? null : values.gym_id,
        expires_at: values.last_day ? endOf(values.last_day, zoneOf(gyms, values.gym_id)) : null,
        max_uses: values.max_uses.trim() === '' ? null : Number(values.max_uses),
      };
      if (task.kind === 'edit') {
        const params = { id: task.code.id };
        await version.send((version) => api.updateInviteCode({ params, body: { ...settings, version } }));
        return 'Saved';
      }
      if (task.kind === 'generate') {
        const body = { ...settings, count: Number(values.count) };
        const { results } = await api.generateInviteCodes({ body }, options);
        return results.length === 1 ? '1 code created' : `${results.length} codes created`;
      }
      const body = { ...settings, code: values.code.trim() || undefined };
      return `${(await api.createInviteCode({ body }, options)).code} created`;
    },
    (done) => {
      void refresh();
      toasts.success(done);
      onClose();
    },
  );
  const refused = serverFieldErrors(send.error, onForm);
  const errorOf = (name: keyof Values) => refused.get(name);
  const submit = form.handleSubmit((values) => send.submit(values));
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-5">
      {send.isError && ![...refused.keys()].some((field) => field in form.getValues()) ? (
        <SaveError
          error={send.error}
          onShowTheirs={() => {
            void refresh();
            onClose();
          }}
        />
      ) : null}
      {task.kind === 'create' ? (
        <TextField
          label="Code"
          optional
          hint={`${shortestInviteCode} to ${longestInviteCode} letters, digits and dashes. Leave it empty for a random one.`}
          maxLength={longestInviteCode}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          error={errorOf('code')}
          className="[&_input]:uppercase"
          {...register('code')}
        />
      ) : null}
      {task.kind === 'generate' ? (
        <TextField
          label="How many"
          type="number"
          inputMode="numeric"
          min={1}
          max={mostNewCodes}
          hint={`Up to ${mostNewCodes} at once.`}
          error={errorOf('count')}
          {...register('count')}
        />
      ) : null}
      <TextField
        label="Label"
        optional
        hint="Only you see this, e.g. Front desk."
        maxLength={longestInviteCodeLabel}
        error={errorOf('label')}
        {...register('label')}
      />
      <Controller
        control={control}
        name="gym_id"
        render={({ field }) => (
          <Select
            label="Location"
            options={[
              ...(mayBeAny ? [{ value: ANY, label: 'New members choose' }] : []),
              ...gyms.map(({ id, name }) => ({ value: id, label: name })),
            ]}
            value={field.value}
            onChange={field.onChange}
            error={errorOf('gym_id')}
          />
        )}
      />
      <div className="grid gap-5 sm:grid-cols-2">
        <DateField label="Last day" optional error={errorOf('last_day')} {...register('last_day')} />
        <TextField
          label="Most uses"
          optional
          type="number"
          inputMode="numeric"
          min={1}
          placeholder="No limit"
          error={errorOf('max_uses')}
          {...register('max_uses')}
        />
      </div>
      <div className="flex flex-wrap justify-end gap-2">
        <Button variant="secondary" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" loading={send.sending}>
          {task.kind === 'edit' ? 'Save' : task.kind === 'generate' ? 'Generate' : 'Create code'}
        </Button>
      </div>
    </form>
  );
}

/** The moment at which a day ends on the gym's wall. */
const endOf = (day: string, zone: string) => startOfDay(addDays(day, 1), zone).toISOString();

/** The contract's fields under this form's names. */
const onForm = (field: string) => (field === 'expires_at' ? 'last_day' : field) as keyof Values;
