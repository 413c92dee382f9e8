import { errorText } from '#platform/api/api-error.ts';
import { useSubmit } from '#platform/forms/use-submit.ts';
import { Dialog } from '#ui/layer/dialog.tsx';
import type { SessionDetail } from '../session.ts';
import { ProposalForm } from './proposal-form.tsx';
import { useCounterProposal, useCreateProposal } from './proposals.mutations.ts';

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
          : `${session.creator.first_name} decides. You keep your spot either way.`
      }
    >
      {open ? <Sending session={session} counters={counters} onClose={onClose} /> : null}
    </Dialog>
  );
}

function Sending({ session, counters, onClose }: Omit<Props, 'open'>) {
  const create = useCreateProposal(session.id);
  const counter = useCounterProposal(session.id, counters?.id ?? '');
  const form = useSubmit(counters ? counter : create, onClose);
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
