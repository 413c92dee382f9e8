import { mostMailsSentAgain } from '@spotter/contract/limits.ts';
import { Send } from 'lucide-react';
import { useState } from 'react';
import { Button } from '#ui/button.tsx';
import { Question } from '#ui/layer/question.tsx';
import { type Column, Table } from '#ui/list/table.tsx';
import { type FailedMail, type Operations, useSendAllMailsAgain, useSendMailAgain } from './operations.queries.ts';
import { countWords, momentWords } from './operations.words.ts';
import { Nothing, Section } from './section.tsx';

/** Mails we gave up on: an operator sends one again, or all of them once the mail server is back. */
export function FailedMails({ failed: { count, results } }: { failed: Operations['failed_mails'] }) {
  const again = useSendMailAgain();
  const all = useSendAllMailsAgain();
  const [isAsking, setAsking] = useState(false);
  const isBusy = again.isPending || all.isPending;
  const columns: Column<FailedMail>[] = [
    {
      key: 'to',
      header: 'Mail',
      cell: ({ to, kind, organization }) => (
        <span className="flex min-w-0 flex-col">
          <span className="break-all font-medium">{to}</span>
          <span className="break-words text-sm text-text-secondary">
            {kind.replaceAll('_', ' ')} · {organization?.name ?? 'Spotter'}
          </span>
        </span>
      ),
    },
    {
      key: 'error',
      header: 'Answer of the mail server',
      cell: ({ error }) => <span className="break-words @max-5xl:max-w-[60%]">{error}</span>,
    },
    {
      key: 'when',
      header: 'Given up',
      align: 'end',
      cell: ({ failed_at, attempts }) =>
        `${momentWords(failed_at)}, after ${attempts === 1 ? '1 attempt' : `${attempts} attempts`}`,
    },
    {
      key: 'actions',
      header: 'Actions',
      hideHeader: true,
      align: 'end',
      cell: (mail) =>
        mail.can_send_again ? (
          <Button
            size="sm"
            variant="secondary"
            icon={<Send />}
            className="whitespace-nowrap"
            aria-label={`Send the mail to ${mail.to} again`}
            loading={again.isPending && again.variables.id === mail.id}
            disabled={isBusy}
            onClick={() => again.mutate(mail)}
          >
            Send again
          </Button>
        ) : (
          <span className="whitespace-nowrap text-sm text-text-tertiary">Code has expired</span>
        ),
    },
  ];
  const canSend = results.some(({ can_send_again }) => can_send_again);
  return (
    <Section
      title="Failed mails"
      count={count}
      action={
        canSend ? (
          <Button
            size="sm"
            variant="secondary"
            loading={all.isPending}
            disabled={isBusy}
            onClick={() => setAsking(true)}
          >
            Send all again
          </Button>
        ) : null
      }
    >
      <Table
        caption="Failed mails"
        columns={columns}
        rows={results}
        rowKey={({ id }) => id}
        empty={<Nothing>No failed mails. Mails we gave up on show up here.</Nothing>}
      />
      <Question
        open={isAsking}
        title={count === 1 ? 'Send 1 mail again?' : `Send ${countWords(count)} mails again?`}
        text={`Up to ${mostMailsSentAgain} go out now, the latest first. Mails with an expired code or link stay here.`}
        no="Not now"
        yes="Send all again"
        onClose={() => setAsking(false)}
        onYes={() => all.mutate(undefined)}
      />
    </Section>
  );
}
