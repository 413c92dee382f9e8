import { errorText } from '#platform/api/api-error.ts';
import { useSubmit } from '#platform/forms/use-submit.ts';
import { useSubmitWrite } from '#platform/outbox/use-outbox.ts';
import { Dialog } from '#ui/layer/dialog.tsx';
import type { SessionDetail } from '../session.ts';
import { ProposalForm, type Proposed } from './proposal-form.tsx';
import { createProposal } from './proposals.mutations.ts';

type Props = {
  session: SessionDetail;
  /** The proposal this one counters, and its time. */
  counters?: { id: string; start: string };
  open: boolean;
  onClose: () => void;
};

export function ProposalDialog({ session, counters, open, onClose }: Props) {
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => next || onClose()}
      title={counters ? 'Suggest another time' : 'Propose another time'}
      description={
        counters
          ? "They'll see your answer right away."
          : `${session.creator.first_name} decides. ${session.is_participant ? 'You keep your spot either way.' : 'Your invitation stays open.'}`
      }
    >
      {open ? <Sending session={session} counters={counters} onClose={onClose} /> : null}
    </Dialog>
  );
}

function Sending({ session, counters, onClose }: Omit<Props, 'open'>) {
  const send = useSubmitWrite(createProposal);
  const form = useSubmit((body: Proposed) => send({ session, counters: counters?.id ?? null, body }), onClose);
  return (
    <ProposalForm
      session={session}
      from={counters?.start}
      action={counters ? 'Suggest this time' : 'Propose this time'}
      sending={form.sending}
      error={form.isError ? errorText(form.error, "Couldn't send your proposal. Try again.") : null}
      onSend={form.submit}
    />
  );
}
