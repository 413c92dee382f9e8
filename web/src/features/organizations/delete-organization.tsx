import { restorableDays } from '@spotter/contract/limits.ts';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '#platform/api/api.ts';
import { ApiError, errorText } from '#platform/api/api-error.ts';
import { toasts } from '#platform/toasts/toasts.tsx';
import { Button } from '#ui/button.tsx';
import { TextField } from '#ui/form/text-field.tsx';
import { Modal } from '#ui/layer/modal.tsx';
import { Banner } from '#ui/status/banner.tsx';
import type { OrganizationOverview } from './organizations.queries.ts';

type Props = { organization: OrganizationOverview | null; onClose: () => void; onDeleted: () => void };

/** Says what goes with an organization and asks for its name before deleting it. */
export function DeleteOrganization({ organization, onClose, onDeleted }: Props) {
  return (
    <Modal
      open={organization !== null}
      onOpenChange={(open) => open || onClose()}
      title={organization ? `Delete ${organization.name}?` : ''}
      size="sm"
    >
      {organization ? <Question organization={organization} onClose={onClose} onDeleted={onDeleted} /> : null}
    </Modal>
  );
}

const count = (number: number, thing: string) => `${number} ${thing}${number === 1 ? '' : 's'}`;

function Question({ organization, onClose, onDeleted }: Props & { organization: OrganizationOverview }) {
  const { id, name, gyms_count, members_count } = organization;
  const [typed, setTyped] = useState('');
  const remove = useMutation({
    mutationFn: () => api.deleteOrganization({ params: { id }, query: { name: typed.trim() } }),
    onSuccess: () => {
      toasts.success(`${typed.trim()} is deleted`, { text: `You can restore it for ${restorableDays} days.` });
      onDeleted();
      onClose();
    },
  });
  // Another operator renamed it meanwhile; the answer says how it's called now.
  const renamed = remove.error instanceof ApiError ? remove.error.details.name?.[0] : undefined;
  return (
    <div className="flex flex-col gap-5">
      {remove.isError && !renamed ? <Banner>{errorText(remove.error, "Couldn't delete it. Try again.")}</Banner> : null}
      <p>
        {`${count(gyms_count, 'location')} and ${count(members_count, 'member')} are locked out at once. You can restore it for ${restorableDays} days, from the deleted organizations. After that its accounts, sessions, chats and pictures are gone for good.`}
      </p>
      <TextField
        label={renamed ? 'Type its name to confirm' : `Type ${name} to confirm`}
        error={renamed}
        autoComplete="off"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      <div className="flex flex-wrap justify-end gap-2">
        <Button variant="secondary" onClick={onClose}>
          Keep it
        </Button>
        <Button
          variant="danger"
          disabled={renamed ? typed.trim() === '' : typed.trim() !== name.trim()}
          loading={remove.isPending}
          onClick={() => remove.mutate()}
        >
          Delete organization
        </Button>
      </div>
    </div>
  );
}
