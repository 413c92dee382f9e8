import { mostInvites } from '@spotter/contract/limits.ts';
import { Check, Clock3, UserRoundCheck } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { api } from '#platform/api/api.ts';
import { errorText } from '#platform/api/api-error.ts';
import type { Answer } from '#platform/api/client.ts';
import { useSubmit } from '#platform/forms/use-submit.ts';
import { Button } from '#ui/button.tsx';
import { dateFormat } from '#ui/date-format.ts';
import { Select } from '#ui/form/select.tsx';
import { TextArea } from '#ui/form/text-field.tsx';
import { Banner } from '#ui/status/banner.tsx';
import type { CodeGyms } from './code-form.tsx';
import { type InviteCode, useRefreshCodes } from './codes.queries.ts';
import { emailsIn } from './emails-in.ts';

type Sent = Answer<'mailInvites'>;

const ANY = 'any';
const moment = dateFormat({ weekday: 'short', hour: 'numeric', minute: '2-digit' });

type Props = CodeGyms & {
  /** The code everyone gets; without it each gets one of their own. */
  code?: InviteCode;
};

/** Takes addresses in any form, mails each a code, and says what became of them. */
export function MailInvites(props: Props) {
  const refresh = useRefreshCodes();
  const [answers, setAnswers] = useState<readonly { sent: Sent; unclear: readonly string[] }[]>([]);
  const { sent, unclear = [] } = answers.at(-1) ?? {};
  return (
    <div className="flex flex-col gap-4">
      {sent ? <Outcome sent={sent} /> : null}
      <Fields
        key={answers.length}
        {...props}
        // Addresses that wait and ones that need a correction stay in the field.
        first={sent ? [...unclear, ...emailsWith(sent, 'waits')].join('\n') : ''}
        onSent={(answer) => {
          setAnswers([...answers, answer]);
          void refresh();
        }}
      />
    </div>
  );
}

type FieldsProps = Props & { first: string; onSent: (answer: { sent: Sent; unclear: readonly string[] }) => void };

function Fields({ gyms, mayBeAny, code, first, onSent }: FieldsProps) {
  const [text, setText] = useState(first);
  const [gymId, setGymId] = useState(mayBeAny ? ANY : (gyms[0]?.id ?? ANY));
  const { emails, unclear } = emailsIn(text);
  const send = useSubmit(
    (wanted: string[], options) =>
      api.mailInvites(
        { body: { emails: wanted, ...(code ? { code_id: code.id } : { gym_id: gymId === ANY ? null : gymId }) } },
        options,
      ),
    (sent) => onSent({ sent, unclear }),
  );
  const tooMany = emails.length > mostInvites;
  return (
    <form
      noValidate
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (emails.length > 0 && !tooMany) void send.submit(emails);
      }}
    >
      {send.isError ? (
        <Banner title="Nothing was sent">{errorText(send.error, 'Check your connection and try again.')}</Banner>
      ) : null}
      <TextArea
        label="Emails"
        rows={5}
        maxLength={20_000}
        placeholder="ana@example.com, Ben <ben@example.com>"
        hint={
          code
            ? `Paste them in any form. Everyone gets ${code.code} with its link.`
            : 'Paste them in any form. Each person gets a code of their own.'
        }
        error={faultOf(unclear, tooMany)}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      {!code && (mayBeAny ? gyms.length > 0 : gyms.length > 1) ? (
        <Select
          label="Location"
          options={[
            ...(mayBeAny ? [{ value: ANY, label: 'New members choose' }] : []),
            ...gyms.map(({ id, name }) => ({ value: id, label: name })),
          ]}
          value={gymId}
          onChange={setGymId}
        />
      ) : null}
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p role="status" className="text-sm text-text-secondary">
          {emails.length === 0 ? '' : emails.length === 1 ? '1 email found' : `${emails.length} emails found`}
        </p>
        <Button type="submit" loading={send.sending} disabled={emails.length === 0 || tooMany}>
          {emails.length > 1 ? `Send ${emails.length} invites` : 'Send invite'}
        </Button>
      </div>
    </form>
  );
}

function faultOf(unclear: readonly string[], tooMany: boolean): string | undefined {
  if (tooMany) return `Up to ${mostInvites} at a time. Send these in parts.`;
  if (unclear.length === 0) return undefined;
  const [first, ...more] = unclear;
  return more.length > 0
    ? `${first} and ${more.length} more aren't complete email addresses. Fix them to send them.`
    : `${first} isn't a complete email address. Fix it to send it.`;
}

const emailsWith = ({ results }: Sent, outcome: Sent['results'][number]['outcome']) =>
  results.filter((one) => one.outcome === outcome).map(({ email }) => email);

/** What became of each address, by outcome. */
function Outcome({ sent }: { sent: Sent }) {
  const went = emailsWith(sent, 'sent');
  const waiting = emailsWith(sent, 'waits');
  const later = sent.more_at ? moment.format(new Date(sent.more_at)) : 'tomorrow';
  return (
    <div role="status" className="flex flex-col gap-3 rounded-card bg-bg-secondary p-4 text-sm">
      <Line icon={<Check />} emails={went}>
        {went.length === 1 ? '1 invite sent' : `${went.length} invites sent`}
      </Line>
      <Line icon={<UserRoundCheck />} emails={emailsWith(sent, 'member')}>
        Already a member
      </Line>
      <Line icon={<Check />} emails={emailsWith(sent, 'sent_before')}>
        Already invited today
      </Line>
      <Line icon={<Clock3 />} emails={waiting}>
        {`Not sent yet: your gym has reached today's limit for new people. Send ${waiting.length === 1 ? 'this one' : `these ${waiting.length}`} from ${later}. The limit grows as people join.`}
      </Line>
    </div>
  );
}

function Line({ icon, emails, children }: { icon: ReactNode; emails: readonly string[]; children: ReactNode }) {
  if (emails.length === 0) return null;
  return (
    <div className="flex gap-3">
      <span aria-hidden="true" className="mt-0.5 shrink-0 text-primary-text [&_svg]:size-4.5">
        {icon}
      </span>
      <div className="min-w-0">
        <p className="font-medium">{children}</p>
        <p className="wrap-anywhere text-text-secondary">{emails.join(', ')}</p>
      </div>
    </div>
  );
}
