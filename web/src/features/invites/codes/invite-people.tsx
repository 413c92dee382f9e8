import { useMutation, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { api } from '#platform/api/api.ts';
import { errorText } from '#platform/api/api-error.ts';
import { toasts } from '#platform/toasts/toasts.tsx';
import { Button } from '#ui/button.tsx';
import { Modal } from '#ui/layer/modal.tsx';
import { Skeleton } from '#ui/status/skeleton.tsx';
import { SlimError } from '#ui/status/slim-error.tsx';
import type { CodeGyms } from './code-form.tsx';
import { type InviteCode, inviteCodesQuery, useRefreshCodes } from './codes.queries.ts';
import { MailInvites } from './mail-invites.tsx';

type Props = CodeGyms & {
  open: boolean;
  onClose: () => void;
  /** The link with its QR code and posters. */
  linkOf: (code: InviteCode) => ReactNode;
};

/** Both ways to bring people in: by mail, or with a code on the wall. */
export function InvitePeople({ open, onClose, linkOf, ...gyms }: Props) {
  return (
    <Modal open={open} onOpenChange={(next) => next || onClose()} title="Invite people" size="md">
      <div className="flex flex-col gap-8">
        <section className="flex flex-col gap-3">
          <h3 className="font-semibold text-base">By email</h3>
          <MailInvites {...gyms} />
        </section>
        <section className="flex flex-col gap-3">
          <h3 className="font-semibold text-base">At the gym</h3>
          <p className="text-sm text-text-secondary">
            Show this QR code at the front desk, or print the poster. Anyone who scans it can join.
          </p>
          <SharedCode linkOf={linkOf} {...gyms} />
        </section>
      </div>
    </Modal>
  );
}

/** A code that any number of people can use, made here if there is none. */
function SharedCode({ linkOf, gyms, mayBeAny }: CodeGyms & Pick<Props, 'linkOf'>) {
  const refresh = useRefreshCodes();
  const codes = useQuery(inviteCodesQuery({ page: 1, is_usable: true }));
  const make = useMutation({
    mutationFn: () =>
      api.createInviteCode({ body: { label: 'For everyone', gym_id: mayBeAny ? null : (gyms[0]?.id ?? null) } }),
    onSuccess: refresh,
    onError: (error) => toasts.error(errorText(error, "Couldn't create a code. Try again.")),
  });
  if (codes.isPending) return <Skeleton className="h-40 rounded-card" />;
  if (codes.isError) return <SlimError text="Couldn't load your codes" onRetry={() => void codes.refetch()} />;
  const shared = codes.data.results.find(({ max_uses }) => max_uses === null);
  if (shared) return linkOf(shared);
  return (
    <Button variant="secondary" className="self-start" loading={make.isPending} onClick={() => make.mutate()}>
      Create a code
    </Button>
  );
}
