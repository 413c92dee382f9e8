import { longestEntryReason } from '@spotter/contract/limits.ts';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { errorText } from '#platform/api/api-error.ts';
import { useLogin } from '#platform/login/use-login.ts';
import { Button } from '#ui/button.tsx';
import { TextField } from '#ui/form/text-field.tsx';
import { Modal } from '#ui/layer/modal.tsx';
import { Banner } from '#ui/status/banner.tsx';
import type { OrganizationOverview } from './organizations.queries.ts';
import { selectedOrganization } from './selected-organization.ts';

type Props = { organization: OrganizationOverview | null; onClose: () => void };

/** Asks a super admin why they enter an organization, which its owners read in their audit log. */
export function EnterOrganization({ organization, onClose }: Props) {
  return (
    <Modal
      open={organization !== null}
      onOpenChange={(open) => open || onClose()}
      title={organization ? `Enter ${organization.name}` : ''}
      size="sm"
    >
      {organization ? <Reason organization={organization} onClose={onClose} /> : null}
    </Modal>
  );
}

function Reason({ organization: { id, is_active }, onClose }: Props & { organization: OrganizationOverview }) {
  const { enterOrganization } = useLogin();
  const [reason, setReason] = useState('');
  const [isMissing, setMissing] = useState(false);
  const enter = useMutation({
    mutationFn: () => enterOrganization(id, reason.trim()),
    onMutate: () => selectedOrganization.write(id),
  });
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (reason.trim() === '') setMissing(true);
        else enter.mutate();
      }}
      className="flex flex-col gap-5"
    >
      {enter.isError ? <Banner>{errorText(enter.error, "Couldn't enter the organization. Try again.")}</Banner> : null}
      <p className="text-text-secondary">
        {`${is_active ? '' : 'It is switched off, so its members are locked out. '}You'll be its admin for up to an hour, without its private chats and passwords. All changes are logged under your name.`}
      </p>
      <TextField
        label="Why are you entering?"
        hint="The owners read this in their audit log."
        maxLength={longestEntryReason}
        value={reason}
        error={isMissing && reason.trim() === '' ? 'Give a reason' : undefined}
        onChange={(event) => setReason(event.target.value)}
      />
      <div className="flex flex-wrap justify-end gap-2">
        <Button variant="secondary" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" loading={enter.isPending}>
          Enter
        </Button>
      </div>
    </form>
  );
}
