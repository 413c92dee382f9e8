import { longestReportNote } from '@spotter/contract/limits.ts';
import { useState } from 'react';
import { api } from '#platform/api/api.ts';
import { ApiError } from '#platform/api/api-error.ts';
import { bannerText, serverFieldErrors } from '#platform/forms/contract-resolver.ts';
import { useSubmit } from '#platform/forms/use-submit.ts';
import { toasts } from '#platform/toasts/toasts.tsx';
import { Button } from '#ui/button.tsx';
import { Checkbox } from '#ui/form/choice.tsx';
import { Select } from '#ui/form/select.tsx';
import { TextArea } from '#ui/form/text-field.tsx';
import { Banner } from '#ui/status/banner.tsx';
import { outcomeOf } from './report.words.ts';
import { type OpenedReport, useRefreshReports } from './reports.queries.ts';

const spans = [
  { value: '1', label: '1 day' },
  { value: '7', label: '1 week' },
  { value: '30', label: '30 days' },
  { value: 'open', label: 'Until you lift it' },
] as const;
type Span = (typeof spans)[number]['value'];
type Action = OpenedReport['actions'][number];
const DAY = 86_400_000;

const kindWarning = (firstName: string) =>
  `Hi ${firstName}, a member told us about something you wrote or did here that didn't feel good to them. Please keep it friendly, so that everyone likes to train with us. If you have questions, talk to us at the front desk.`;

type Props = { report: OpenedReport; onDone: () => void };

/** What to do about an open report, with what each choice means for the member. */
export function ReportDecision({ report, onDone }: Props) {
  const { id, kind, reported, can_remove, is_reported_active } = report;
  const refresh = useRefreshReports();
  const [chosen, setChosen] = useState<readonly Action[]>([]);
  const [message, setMessage] = useState(kindWarning(reported.first_name));
  const [span, setSpan] = useState<Span>('7');
  const send = useSubmit(
    (actions: readonly Action[], options) =>
      api.resolveReport(
        {
          params: { id },
          body: {
            actions: [...actions],
            message: actions.includes('warn') ? message : '',
            suspended_until:
              actions.includes('suspend') && span !== 'open'
                ? new Date(Date.now() + Number(span) * DAY).toISOString()
                : null,
          },
        },
        options,
      ),
    (closed) => {
      void refresh();
      toasts.success(closed.status === 'dismissed' ? 'Report dismissed' : `${outcomeOf(closed).label}. Report closed.`);
      onDone();
    },
  );
  const isClosed = send.error instanceof ApiError && send.error.code === 'report_closed';
  const has = (action: Action) => chosen.includes(action);
  const toggle = (action: Action) =>
    setChosen(has(action) ? chosen.filter((one) => one !== action) : [...chosen, action]);
  const messageError = serverFieldErrors(send.error).get('message');
  const what = kind === 'session' ? 'session' : 'message';
  return (
    <div className="flex flex-col gap-3 border-border border-t pt-4">
      {send.isError && !messageError ? (
        <Banner
          action={
            isClosed ? (
              <Button size="sm" variant="secondary" onClick={() => void refresh()}>
                Show it
              </Button>
            ) : undefined
          }
        >
          {bannerText(send.error, [], "Couldn't close the report. Try again.")}
        </Banner>
      ) : null}
      <fieldset disabled={isClosed} className="flex flex-col gap-2">
        <legend className="float-left w-full pb-2 font-semibold">What would you like to do?</legend>
        {can_remove ? (
          <Checkbox
            label={`Remove the ${what}`}
            hint={
              kind === 'session'
                ? 'The session is cancelled, and everyone in it is told.'
                : 'Everyone in the chat sees that a message was deleted.'
            }
            checked={has('remove')}
            onChange={() => toggle('remove')}
          />
        ) : null}
        <Checkbox
          label={`Warn ${reported.first_name}`}
          hint="They'll get your message as a notification, and won't learn who reported them."
          checked={has('warn')}
          onChange={() => toggle('warn')}
        />
        {has('warn') ? (
          <TextArea
            label="Your words"
            rows={4}
            maxLength={longestReportNote}
            value={message}
            error={messageError}
            onChange={(event) => setMessage(event.target.value)}
          />
        ) : null}
        {is_reported_active ? (
          <Checkbox
            label={`Suspend ${reported.first_name}'s account`}
            hint="They're signed out everywhere and can't sign in. We email them. Nothing is deleted."
            checked={has('suspend')}
            onChange={() => toggle('suspend')}
          />
        ) : null}
        {has('suspend') ? <Select label="For how long" options={spans} value={span} onChange={setSpan} /> : null}
        <div className="flex flex-wrap justify-end gap-2 pt-2">
          {chosen.length === 0 ? (
            <Button variant="secondary" loading={send.sending} onClick={() => send.submit([])}>
              Dismiss report
            </Button>
          ) : (
            <Button
              variant={has('suspend') ? 'danger' : 'primary'}
              loading={send.sending}
              onClick={() => send.submit(chosen)}
            >
              {buttonWords(chosen, reported.first_name)}
            </Button>
          )}
        </div>
      </fieldset>
    </div>
  );
}

/** 'Remove and warn Ben'. */
function buttonWords(chosen: readonly Action[], firstName: string): string {
  const verbs = (['remove', 'warn', 'suspend'] as const).filter((action) => chosen.includes(action));
  const list = new Intl.ListFormat('en').format(verbs);
  const words = list.charAt(0).toUpperCase() + list.slice(1);
  return verbs.length === 1 && verbs[0] === 'remove' ? words : `${words} ${firstName}`;
}
