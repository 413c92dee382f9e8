import { longestReportNote } from '@spotter/contract/limits.ts';
import { type ReportReason, reportReasons } from '@spotter/contract/safety/report-reasons.ts';
import { Ban, CircleCheck } from 'lucide-react';
import { useState } from 'react';
import { useWrite } from '#platform/outbox/use-outbox.ts';
import type { Reported } from '#platform/people/safety.tsx';
import { Button } from '#ui/button.tsx';
import { RadioGroup } from '#ui/form/radio-group.tsx';
import { TextArea } from '#ui/form/text-field.tsx';
import { Dialog } from '#ui/layer/dialog.tsx';
import { useBlock } from '../blocks/blocks.queries.ts';
import { reasonNames } from './report-reasons.ts';
import { createReport } from './reports.mutations.ts';

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
  const [isSending, setIsSending] = useState(false);
  const write = useWrite(createReport);
  async function send(reason: ReportReason) {
    setIsSending(true);
    const { kind, id, person } = reported;
    const outcome = await write({ kind, id, firstName: person.first_name, reason, note });
    setIsSending(false);
    if (outcome === 'waiting' || 'answer' in outcome) onSent();
  }
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
            loading={isSending}
            onClick={() => {
              if (reason) void send(reason);
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
  const block = useBlock();
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => next || onClose()}
      title="Thanks for telling us"
      footer={
        <>
          <Button
            variant="secondary"
            icon={<Ban />}
            loading={block.isSending}
            onClick={() => void block.send(person).then((isBlocked) => isBlocked && onBlocked())}
          >
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
