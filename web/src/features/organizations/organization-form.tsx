import { longestAddress, longestName, longestPhone } from '@spotter/contract/limits.ts';
import { useForm } from 'react-hook-form';
import { api } from '#platform/api/api.ts';
import { serverFieldErrors } from '#platform/forms/contract-resolver.ts';
import { SaveError } from '#platform/forms/save-error.tsx';
import { useSubmit } from '#platform/forms/use-submit.ts';
import { useVersion } from '#platform/forms/use-version.ts';
import { zoneOfTown } from '#platform/timezones/zones-by-address.ts';
import { toasts } from '#platform/toasts/toasts.tsx';
import { Button } from '#ui/button.tsx';
import { EmailField } from '#ui/form/contact-fields.tsx';
import { TextField } from '#ui/form/text-field.tsx';
import { Modal } from '#ui/layer/modal.tsx';
import type { OrganizationOverview } from './organizations.queries.ts';

/** What is known of a gym that somebody nominated. */
export type KnownGym = { nomination_id: string; name: string; address: string; phone: string; website: string };

export type OrganizationTask =
  | { kind: 'create'; known?: KnownGym }
  | { kind: 'rename'; organization: OrganizationOverview };

type Props = { task: OrganizationTask | null; onClose: () => void; onSaved: () => void };

/** A new organization with its owner, or another name for one. */
export function OrganizationForm({ task, onClose, onSaved }: Props) {
  return (
    <Modal
      open={task !== null}
      onOpenChange={(open) => open || onClose()}
      title={task?.kind === 'rename' ? `Rename ${task.organization.name}` : 'Create organization'}
      size="sm"
    >
      {task ? <Fields task={task} onClose={onClose} onSaved={onSaved} /> : null}
    </Modal>
  );
}

type Values = Record<
  'name' | 'gym_name' | 'address' | 'phone' | 'website' | 'first_name' | 'last_name' | 'email',
  string
>;

function Fields({ task, onClose, onSaved }: Props & { task: OrganizationTask }) {
  const isNew = task.kind === 'create';
  const known = isNew ? task.known : undefined;
  const { register, handleSubmit } = useForm<Values>({
    defaultValues: {
      name: isNew ? (known?.name ?? '') : task.organization.name,
      gym_name: '',
      address: known?.address ?? '',
      phone: known?.phone ?? '',
      website: known?.website ?? '',
      first_name: '',
      last_name: '',
      email: '',
    },
  });
  const version = useVersion(isNew ? undefined : task.organization.version);
  const send = useSubmit(
    async ({ name, gym_name, address, phone, website, ...owner }: Values, options): Promise<string> => {
      if (task.kind === 'rename') {
        const params = { id: task.organization.id };
        await version.send((version) => api.updateOrganization({ params, body: { name, version } }));
        return 'Renamed';
      }
      const isOwned = Object.values(owner).some((value) => value.trim() !== '');
      const body = {
        name,
        gym_name: gym_name || undefined,
        timezone: zoneOfTown(address) ?? Intl.DateTimeFormat().resolvedOptions().timeZone,
        address: address || undefined,
        phone: phone || undefined,
        website: website || undefined,
        owner: isOwned ? owner : undefined,
        nomination_id: known?.nomination_id,
      };
      await api.createOrganization({ body }, options);
      return isOwned ? `${name} created. We mailed ${owner.first_name} a setup code.` : `${name} created`;
    },
    (done) => {
      toasts.success(done);
      onSaved();
      onClose();
    },
  );
  const refused = serverFieldErrors(send.error, (field) => field.replace('owner.', ''));
  const errorOf = (name: keyof Values) => refused.get(name);
  const submit = handleSubmit((values) => send.submit(values));
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-5">
      {send.isError && refused.size === 0 ? (
        <SaveError
          error={send.error}
          onShowTheirs={() => {
            onSaved();
            onClose();
          }}
        />
      ) : null}
      <TextField label="Organization name" maxLength={longestName} error={errorOf('name')} {...register('name')} />
      {isNew ? (
        <>
          <TextField
            label="First location"
            optional
            hint="Leave empty to use the organization's name."
            maxLength={longestName}
            error={errorOf('gym_name')}
            {...register('gym_name')}
          />
          <TextField
            label="Address"
            optional
            maxLength={longestAddress}
            error={errorOf('address')}
            {...register('address')}
          />
          <div className="grid gap-5 sm:grid-cols-2">
            <TextField
              label="Phone"
              optional
              type="tel"
              maxLength={longestPhone}
              error={errorOf('phone')}
              {...register('phone')}
            />
            <TextField label="Website" optional type="url" error={errorOf('website')} {...register('website')} />
          </div>
          <p className="text-sm text-text-secondary">
            The owner gets an email with a setup code. Leave these empty to add an owner later.
          </p>
          <div className="grid gap-5 sm:grid-cols-2">
            <TextField label="Owner's first name" optional error={errorOf('first_name')} {...register('first_name')} />
            <TextField label="Owner's last name" optional error={errorOf('last_name')} {...register('last_name')} />
          </div>
          <EmailField
            label="Owner's email"
            optional
            autoComplete="off"
            error={errorOf('email')}
            {...register('email')}
          />
        </>
      ) : null}
      <div className="flex flex-wrap justify-end gap-2">
        <Button variant="secondary" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" loading={send.sending}>
          {isNew ? 'Create organization' : 'Rename'}
        </Button>
      </div>
    </form>
  );
}
