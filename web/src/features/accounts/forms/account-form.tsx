import { longestPersonName, longestPhone } from '@spotter/contract/limits.ts';
import { roleName } from '@spotter/contract/roles.ts';
import { useState } from 'react';
import { Controller, useForm } from 'react-hook-form';
import { api } from '#platform/api/api.ts';
import { isChangedMeanwhile } from '#platform/forms/changed-meanwhile.ts';
import { bannerText, serverFieldErrors } from '#platform/forms/contract-resolver.ts';
import { useSubmit } from '#platform/forms/use-submit.ts';
import { nameOf } from '#platform/people/face.ts';
import { toasts } from '#platform/toasts/toasts.tsx';
import { Button } from '#ui/button.tsx';
import { Checkbox } from '#ui/form/choice.tsx';
import { EmailField, PhoneField } from '#ui/form/contact-fields.tsx';
import { Select } from '#ui/form/select.tsx';
import { TextField } from '#ui/form/text-field.tsx';
import { Banner } from '#ui/status/banner.tsx';
import { type Account, useRefreshAccounts } from '../accounts.queries.ts';
import { useStaff } from '../use-staff.ts';

type Values = { first_name: string; last_name: string; email: string; phone: string; role: string; gym_ids: string[] };

const roles = ['regular_user', 'gym_admin', 'org_admin'].map((role) => ({ value: role, label: roleName(role) }));

/** A new account; its owner gets a mail with a setup code. */
export function NewAccountForm({ onClose }: { onClose: () => void }) {
  const refresh = useRefreshAccounts();
  const { gyms, managesEverything } = useStaff();
  const form = useForm<Values>({
    defaultValues: {
      first_name: '',
      last_name: '',
      email: '',
      phone: '',
      role: 'regular_user',
      gym_ids: gyms.length === 1 ? gyms.map(({ id }) => id) : [],
    },
  });
  const { register, control, watch } = form;
  const needsGym = watch('role') !== 'org_admin';
  const send = useSubmit(
    ({ phone, gym_ids, ...values }: Values, options) =>
      api.createUser(
        { body: { ...values, ...(phone.trim() && { phone }), ...(needsGym && gym_ids.length > 0 && { gym_ids }) } },
        options,
      ),
    (account) => {
      void refresh();
      toasts.success(`${nameOf(account)} is added`, { text: `A setup code is on its way to ${account.email}.` });
      onClose();
    },
  );
  const refused = serverFieldErrors(send.error);
  const errorOf = (name: keyof Values) => refused.get(name);
  const missingGym = form.formState.errors.gym_ids?.message;
  const submit = form.handleSubmit((values) => {
    if (needsGym && values.gym_ids.length === 0) form.setError('gym_ids', { message: 'Choose where they train' });
    else send.submit(values);
  });
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-5">
      {send.isError && ![...refused.keys()].some((field) => field in form.getValues()) ? (
        <Banner>{bannerText(send.error, [], "Couldn't add them. Try again.")}</Banner>
      ) : null}
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField
          label="First name"
          maxLength={longestPersonName}
          error={errorOf('first_name')}
          {...register('first_name')}
        />
        <TextField
          label="Last name"
          maxLength={longestPersonName}
          error={errorOf('last_name')}
          {...register('last_name')}
        />
      </div>
      <EmailField
        autoComplete="off"
        hint="They get a setup code here and choose their own password."
        error={errorOf('email')}
        {...register('email')}
      />
      <PhoneField
        optional
        autoComplete="off"
        maxLength={longestPhone}
        error={errorOf('phone')}
        {...register('phone')}
      />
      {managesEverything ? (
        <Controller
          control={control}
          name="role"
          render={({ field }) => (
            <Select
              label="Role"
              options={roles}
              value={field.value}
              onChange={field.onChange}
              error={errorOf('role')}
              hint={roleHints[field.value]}
            />
          )}
        />
      ) : null}
      {needsGym && gyms.length > 1 ? (
        <Controller
          control={control}
          name="gym_ids"
          render={({ field }) => (
            <GymChoices
              gyms={gyms}
              chosen={field.value}
              onChange={field.onChange}
              error={missingGym ?? errorOf('gym_ids')}
            />
          )}
        />
      ) : null}
      <FormButtons onClose={onClose} sending={send.sending} label="Add and send setup code" />
    </form>
  );
}

export const roleHints: Record<string, string> = {
  regular_user: 'Trains, makes friends and hosts sessions. No access to this area.',
  gym_admin: 'Manages the locations you choose, and the members there.',
  org_admin: 'Manages everything, including other admins.',
};

type ChoicesProps = {
  gyms: readonly { id: string; name: string }[];
  chosen: readonly string[];
  onChange: (ids: string[]) => void;
  label?: string;
  error?: string | undefined;
};

/** One or several locations. */
export function GymChoices({ gyms, chosen, onChange, label = 'Locations', error }: ChoicesProps) {
  return (
    <fieldset className="flex flex-col">
      <legend className="font-medium text-sm">{label}</legend>
      {gyms.map(({ id, name }) => (
        <Checkbox
          key={id}
          label={name}
          checked={chosen.includes(id)}
          onChange={(event) =>
            onChange(event.target.checked ? [...chosen, id] : chosen.filter((other) => other !== id))
          }
        />
      ))}
      {error ? (
        <p role="alert" className="text-sm text-status-error-text">
          {error}
        </p>
      ) : null}
    </fieldset>
  );
}

export function FormButtons({ onClose, sending, label }: { onClose: () => void; sending: boolean; label: string }) {
  return (
    <div className="flex flex-wrap justify-end gap-2">
      <Button variant="secondary" onClick={onClose}>
        Cancel
      </Button>
      <Button type="submit" loading={sending}>
        {label}
      </Button>
    </div>
  );
}

type Details = { first_name: string; last_name: string; phone: string; fitness_level: string };

const detailsOf = ({ first_name, last_name, phone, fitness_level }: Account): Details => ({
  first_name,
  last_name,
  phone: phone ?? '',
  fitness_level: fitness_level ?? 'none',
});

const detailNames: Record<keyof Details, string> = {
  first_name: 'First name',
  last_name: 'Last name',
  phone: 'Phone',
  fitness_level: 'Fitness level',
};

const levels = [
  { value: 'none', label: 'Not set' },
  { value: 'beginner', label: 'Beginner' },
  { value: 'intermediate', label: 'Intermediate' },
  { value: 'advanced', label: 'Advanced' },
];

/** The account as someone else has changed it in the meantime. */
export const currentOf = (error: unknown): Account | null =>
  isChangedMeanwhile(error) ? ((error.body as { current?: Account }).current ?? null) : null;

/** Changes a member's details. If someone else changed them first, shows what and keeps what was typed. */
export function EditAccountForm({ account, onClose }: { account: Account; onClose: () => void }) {
  const refresh = useRefreshAccounts();
  const [seen, setSeen] = useState(account);
  const [meanwhile, setMeanwhile] = useState<string[]>([]);
  const form = useForm<Details>({ defaultValues: detailsOf(account) });
  const { register, control } = form;
  const send = useSubmit(
    async ({ phone, fitness_level, ...names }: Details) => {
      try {
        return await api.updateUser({
          params: { id: account.id },
          body: {
            ...names,
            phone: phone.trim() === '' ? null : phone,
            fitness_level: levels.some(({ value }) => value === fitness_level && value !== 'none')
              ? (fitness_level as 'beginner')
              : null,
            version: seen.version,
          },
        });
      } catch (error) {
        const current = currentOf(error);
        if (current) catchUp(current);
        throw error;
      }
    },
    (saved) => {
      void refresh();
      toasts.success(`${nameOf(saved)} is saved`);
      onClose();
    },
  );
  /** Takes over what the other wrote, except where this form has something else. */
  function catchUp(current: Account) {
    const [before, now] = [detailsOf(seen), detailsOf(current)];
    const names = Object.keys(now) as (keyof Details)[];
    const changed = names.filter((name) => now[name] !== before[name]);
    for (const name of changed) if (form.getValues(name) === before[name]) form.setValue(name, now[name]);
    setMeanwhile(changed.map((name) => `${detailNames[name]}: ${shown(name, now[name])}`));
    setSeen(current);
  }
  const refused = serverFieldErrors(send.error);
  const errorOf = (name: keyof Details) => refused.get(name);
  const isConflict = currentOf(send.error) !== null;
  const submit = form.handleSubmit((values) => send.submit(values));
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-5">
      {isConflict ? (
        <Banner tone="warning" title="Someone else changed this person while you were editing">
          {meanwhile.length > 0 ? `Now stored: ${meanwhile.join(', ')}. ` : 'Their role, locations or access changed. '}
          What you typed is still here. Save again to store it.
        </Banner>
      ) : send.isError && refused.size === 0 ? (
        <Banner>{bannerText(send.error, [], "Couldn't save. Try again.")}</Banner>
      ) : null}
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField
          label="First name"
          maxLength={longestPersonName}
          error={errorOf('first_name')}
          {...register('first_name')}
        />
        <TextField
          label="Last name"
          maxLength={longestPersonName}
          error={errorOf('last_name')}
          {...register('last_name')}
        />
      </div>
      <PhoneField
        optional
        autoComplete="off"
        maxLength={longestPhone}
        error={errorOf('phone')}
        {...register('phone')}
      />
      <Controller
        control={control}
        name="fitness_level"
        render={({ field }) => (
          <Select label="Fitness level" options={levels} value={field.value} onChange={field.onChange} />
        )}
      />
      <p className="text-sm text-text-secondary">
        Email: {account.email}.{' '}
        {account.is_set_up
          ? `Only ${account.first_name} can change it, because it's how they sign in.`
          : 'To change it, choose Correct email in the menu.'}
      </p>
      <FormButtons onClose={onClose} sending={send.sending} label="Save" />
    </form>
  );
}

const shown = (name: keyof Details, value: string) =>
  (name === 'fitness_level' ? levels.find((level) => level.value === value)?.label : value) || 'empty';
