import {
  longestAddress,
  longestEmail,
  longestName,
  longestPhone,
  longestWebAddress,
} from '@spotter/contract/limits.ts';
import { useQuery } from '@tanstack/react-query';
import { Controller, useForm } from 'react-hook-form';
import { api } from '#platform/api/api.ts';
import { isChangedMeanwhile } from '#platform/forms/changed-meanwhile.ts';
import { serverFieldErrors } from '#platform/forms/contract-resolver.ts';
import { SaveError } from '#platform/forms/save-error.tsx';
import { useSubmit } from '#platform/forms/use-submit.ts';
import { useVersion } from '#platform/forms/use-version.ts';
import { browserZone } from '#platform/timezones/detect.ts';
import { TimezonePicker } from '#platform/timezones/timezone-picker.tsx';
import { toasts } from '#platform/toasts/toasts.tsx';
import { spokenTime } from '#platform/wall-time.ts';
import { Button } from '#ui/button.tsx';
import { EmailField, PhoneField, WebsiteField } from '#ui/form/contact-fields.tsx';
import { Select } from '#ui/form/select.tsx';
import { TextField } from '#ui/form/text-field.tsx';
import { Modal } from '#ui/layer/modal.tsx';
import { type Gym, gymThemesQuery } from '../gyms.queries.ts';
import { TimezoneChange, useTimezonePreview } from './timezone-change.tsx';

export type GymTask = { kind: 'create' } | { kind: 'edit'; gym: Gym };

type Props = {
  task: GymTask | null;
  organizationId: string;
  /** Organization admins also choose the look. */
  mayBrand: boolean;
  onClose: () => void;
  onSaved: () => void;
};

export function GymDetailsForm({ task, ...props }: Props) {
  return (
    <Modal
      open={task !== null}
      onOpenChange={(open) => open || props.onClose()}
      title={task?.kind === 'edit' ? `Edit ${task.gym.name}` : 'Add location'}
      size="sm"
    >
      {task ? <Fields task={task} {...props} /> : null}
    </Modal>
  );
}

const ORGANIZATION = 'organization';
type Values = {
  name: string;
  address: string;
  timezone: string;
  phone: string;
  email: string;
  website: string;
  theme_id: string;
};

const valuesOf = (gym: Gym | null): Values => ({
  name: gym?.name ?? '',
  address: gym?.address ?? '',
  timezone: gym?.timezone ?? browserZone() ?? '',
  phone: gym?.phone ?? '',
  email: gym?.email ?? '',
  website: gym?.website ?? '',
  theme_id: gym?.manage?.theme_id ?? ORGANIZATION,
});

function Fields({ task, organizationId, mayBrand, onClose, onSaved }: Props & { task: GymTask }) {
  const gym = task.kind === 'edit' ? task.gym : null;
  const form = useForm<Values>({ defaultValues: valuesOf(gym) });
  const { register, control, watch } = form;
  const themes = useQuery({ ...gymThemesQuery(organizationId), enabled: mayBrand });
  const preview = useTimezonePreview(gym, watch('timezone'));
  const version = useVersion(gym?.manage?.version);
  const send = useSubmit(
    async ({ theme_id, ...values }: Values, options) => {
      const body = {
        ...values,
        email: values.email.trim() || null,
        ...(mayBrand && themes.data && { theme_id: theme_id === ORGANIZATION ? null : theme_id }),
      };
      if (!gym) return api.createGym({ body }, options);
      const timezone_version = preview.data?.version;
      try {
        return await version.send((version) =>
          api.updateGym({ params: { id: gym.id }, body: { ...body, version, timezone_version } }),
        );
      } catch (error) {
        if (isChangedMeanwhile(error) && error.details.timezone) void preview.refetch();
        throw error;
      }
    },
    (saved) => {
      toasts.success(gym ? 'Saved' : `${saved.name} added`);
      onSaved();
      onClose();
    },
  );
  const refused = serverFieldErrors(send.error);
  const errorOf = (name: keyof Values) => refused.get(name);
  const submit = form.handleSubmit((values) => send.submit(values));
  const moving = preview.data?.count ?? 0;
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-5">
      {send.isError && ![...refused.keys()].some((field) => field in form.getValues()) ? (
        <SaveError
          error={send.error}
          onShowTheirs={() => {
            onSaved();
            onClose();
          }}
        />
      ) : null}
      <TextField label="Name" maxLength={longestName} error={errorOf('name')} {...register('name')} />
      <TextField
        label="Address"
        maxLength={longestAddress}
        autoComplete="street-address"
        error={errorOf('address')}
        {...register('address')}
      />
      <Controller
        control={control}
        name="timezone"
        render={({ field }) => (
          <TimezonePicker
            value={field.value}
            onChange={(zone) => field.onChange(zone ?? '')}
            error={errorOf('timezone')}
          />
        )}
      />
      {gym ? <TimezoneChange gym={gym} timezone={watch('timezone')} preview={preview} /> : null}
      <div className="grid gap-5 sm:grid-cols-2">
        <PhoneField
          optional
          autoComplete="off"
          maxLength={longestPhone}
          error={errorOf('phone')}
          {...register('phone')}
        />
        <EmailField
          optional
          autoComplete="off"
          maxLength={longestEmail}
          error={errorOf('email')}
          {...register('email')}
        />
      </div>
      <WebsiteField
        optional
        autoComplete="off"
        maxLength={longestWebAddress}
        error={errorOf('website')}
        {...register('website')}
      />
      {mayBrand && themes.data && themes.data.count > 0 ? (
        <Controller
          control={control}
          name="theme_id"
          render={({ field }) => (
            <Select
              label="Look"
              hint="Members of this location see it. Save more looks under Theme."
              options={[
                { value: ORGANIZATION, label: "The organization's theme" },
                ...themes.data.results.map(({ id, name }) => ({ value: id, label: name })),
              ]}
              value={field.value}
              onChange={field.onChange}
              error={errorOf('theme_id')}
            />
          )}
        />
      ) : null}
      {gym ? null : (
        <p className="text-sm text-text-secondary">
          It starts with opening hours from {spokenTime('06:00')} to {spokenTime('22:00')} on weekdays and{' '}
          {spokenTime('08:00')} to {spokenTime('20:00')} on weekends. You can change them right after.
        </p>
      )}
      <div className="flex flex-wrap justify-end gap-2">
        <Button variant="secondary" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" loading={send.sending} disabled={preview.isFetching}>
          {gym
            ? moving > 0
              ? `Save and move ${moving === 1 ? '1 session' : `${moving} sessions`}`
              : 'Save'
            : 'Add location'}
        </Button>
      </div>
    </form>
  );
}
