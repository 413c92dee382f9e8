import { longestReportNote } from '@spotter/contract/limits.ts';
import { type ReportReason, reportReasons } from '@spotter/contract/report-reasons.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Ban, CircleCheck } from 'lucide-react';
import { useState } from 'react';
import { api } from '#platform/api/api.ts';
import { errorText } from '#platform/api/api-error.ts';
import { toasts } from '#platform/toasts/toasts.tsx';
import { Button } from '#ui/button.tsx';
import { RadioGroup } from '#ui/form/radio-group.tsx';
import { TextArea } from '#ui/form/text-field.tsx';
import { Dialog } from '#ui/layer/dialog.tsx';
import { reasonNames } from './report-reasons.ts';

/** What is reported, and who is responsible for it. */
export type Reported = {
  kind: 'user' | 'message' | 'session_message' | 'session';
  id: string;
  person: { id: string; first_name: string };
};

type Props = FormProps & { sent: boolean; onBlocked: () => void };

/** The form of a report, then thanks for it. */
export default function ReportWindow({ sent, onBlocked, ...form }: Props) {
  const { open, reported, onClose } = form;
  return sent ? (
    <Thanks open={open} person={reported.person} onClose={onClose} onBlocked={onBlocked} />
  ) : (
    <Form key={reported.id} {...form} />
  );
}

type FormProps = { open: boolean; reported: Reported; onClose: () => void; onSent: () => void };

function titleOf({ kind, person }: Reported): string {
  if (kind === 'user') return `Report ${person.first_name}`;
  return kind === 'session' ? 'Report this session' : 'Report this message';
}

function Form({ open, reported, onClose, onSent }: FormProps) {
  const [reason, setReason] = useState<ReportReason | null>(null);
  const [note, setNote] = useState('');
  const send = useMutation({
    mutationFn: (reason: ReportReason) =>
      api.createReport({ body: { kind: reported.kind, id: reported.id, reason, note } }),
    onSuccess: onSent,
    onError: (error) => toasts.error(errorText(error, "Couldn't send your report. Try again.")),
  });
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => next || onClose()}
      title={titleOf(reported)}
      description={`Your gym's team gets a copy of it as it is now. ${reported.person.first_name} won't know that you reported it.`}
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button
            disabled={!reason}
            loading={send.isPending}
            onClick={() => {
              if (reason) send.mutate(reason);
            }}
          >
            Send report
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-5">
        <RadioGroup
          label="What's wrong?"
          options={reportReasons.map((value) => ({ value, label: reasonNames[value] }))}
          value={reason}
          onChange={setReason}
        />
        <TextArea
          label="Anything to add?"
          optional
          maxLength={longestReportNote}
          placeholder="What happened, and when?"
          value={note}
          onChange={(event) => setNote(event.target.value)}
        />
      </div>
    </Dialog>
  );
}

type ThanksProps = { open: boolean; person: Reported['person']; onClose: () => void; onBlocked: () => void };

function Thanks({ open, person, onClose, onBlocked }: ThanksProps) {
  const queryClient = useQueryClient();
  const block = useMutation({
    mutationFn: () => api.blockUser({ params: { id: person.id } }),
    onSuccess: () => {
      toasts.success(`${person.first_name} is blocked`);
      onBlocked();
      void queryClient.invalidateQueries({ queryKey: ['people'] });
    },
    onError: (error) => toasts.error(errorText(error, "Couldn't block. Try again.")),
  });
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => next || onClose()}
      title="Thanks for telling us"
      footer={
        <>
          <Button variant="secondary" icon={<Ban />} loading={block.isPending} onClick={() => block.mutate()}>
            Block {person.first_name}
          </Button>
          <Button onClick={onClose}>Done</Button>
        </>
      }
    >
      <div className="flex items-start gap-3">
        <CircleCheck aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-status-success-text" />
        <p className="text-text-secondary">
          Your gym's team will take a look. If you don't want to see {person.first_name} anymore, you can also block
          them: you won't find each other in sessions, chats or search.
        </p>
      </div>
    </Dialog>
  );
}
