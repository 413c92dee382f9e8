import { longestPollOption, longestQuestion, pollOptions } from '@spotter/contract/limits.ts';
import { addDays, dayAt, momentOf } from '@spotter/contract/wall-clock.ts';
import { useQueryClient } from '@tanstack/react-query';
import { Plus, X } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { flushSync } from 'react-dom';
import { dropDraft, useDraftState } from '#platform/forms/draft.ts';
import { useLogin } from '#platform/login/use-login.ts';
import { useWriteContext } from '#platform/outbox/use-outbox.ts';
import { ownZone } from '#platform/wall-time.ts';
import { Button } from '#ui/button.tsx';
import { Chip } from '#ui/chip.tsx';
import { DateField, TimeField } from '#ui/form/date-time-field.tsx';
import { TextField } from '#ui/form/text-field.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { Modal } from '#ui/layer/modal.tsx';
import { conversationChat } from '../conversation-chat.ts';

type Row = { key: string; text: string; day: string; time: string };
type Draft = { question: string; kind: 'times' | 'answers'; rows: Row[] };
type Props = { conversationId: string; onClose: () => void };

const EVENING = '18:00';

/** A question for the chat: times to train at, or any answers. It goes through the outbox like a message. */
export default function PollForm({ conversationId, onClose }: Props) {
  const queryClient = useQueryClient();
  const context = useWriteContext();
  const { gym } = useLogin();
  const zone = gym?.timezone ?? ownZone();
  const today = dayAt(Date.now(), zone);
  const newRow = (daysAhead: number): Row => ({
    key: crypto.randomUUID(),
    text: '',
    day: addDays(today, daysAhead),
    time: EVENING,
  });
  const draft = `poll:${conversationId}`;
  const [{ question, kind, rows }, set] = useDraftState<Draft>(draft, () => ({
    question: '',
    kind: 'times',
    rows: [newRow(1), newRow(2)],
  }));
  const [isTried, setTried] = useState(false);
  const change = (key: string, to: Partial<Row>) =>
    set({ rows: rows.map((row) => (row.key === key ? { ...row, ...to } : row)) });

  const optionOf = ({ text, day, time }: Row) =>
    kind === 'times'
      ? { text: '', starts_at: (day && time && momentOf(`${day}T${time}`, zone)?.toISOString()) || null }
      : { text: text.trim(), starts_at: null };
  const options = rows.map(optionOf);
  const errors = options.map((option, index) => {
    if (option.text === '' && option.starts_at === null)
      return kind === 'times' ? 'Choose a day and a time' : 'Write an answer';
    if (option.starts_at && Date.parse(option.starts_at) <= Date.now()) return 'This time has passed';
    const isSame = (other: typeof option) =>
      other.starts_at === option.starts_at && other.text.toLowerCase() === option.text.toLowerCase();
    return options.findIndex(isSame) < index
      ? `You've already added this ${kind === 'times' ? 'time' : 'answer'}`
      : null;
  });
  const isReady = question.trim() !== '' && errors.every((error) => error === null);

  function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    if (!isReady) {
      // The field with the error may be out of view.
      flushSync(() => setTried(true));
      form.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
      return;
    }
    conversationChat.write(context, conversationId, question.trim(), {
      poll: options,
      pollGym: gym && { id: gym.id, timezone: gym.timezone },
    });
    dropDraft(draft);
    // The reader wants to see it among the newest messages.
    queryClient.setQueryData(conversationChat.keys.around(conversationId), null);
    onClose();
  }
  return (
    <Modal
      open
      onOpenChange={onClose}
      title="New poll"
      footer={
        <Button type="submit" form="new-poll">
          Send poll
        </Button>
      }
    >
      <form id="new-poll" onSubmit={send} noValidate className="flex flex-col gap-4">
        <TextField
          label="Question"
          placeholder="Which evening?"
          maxLength={longestQuestion}
          value={question}
          error={isTried && question.trim() === '' ? 'Ask a question' : null}
          onChange={(event) => set({ question: event.target.value })}
        />
        <div className="flex flex-wrap gap-2">
          <Chip selected={kind === 'times'} onToggle={() => set({ kind: 'times' })}>
            Times
          </Chip>
          <Chip selected={kind === 'answers'} onToggle={() => set({ kind: 'answers' })}>
            Other answers
          </Chip>
        </div>
        <p className="text-sm text-text-secondary">
          {kind === 'times' ? 'The time most of you choose can become a session.' : 'Everyone can choose one or more.'}
        </p>
        <ul aria-label="Options" className="flex flex-col gap-3">
          {rows.map((row, index) => (
            <li key={row.key} className="flex items-start gap-2">
              {kind === 'times' ? (
                <div className="grid min-w-0 flex-1 grid-cols-[minmax(0,8fr)_minmax(0,7fr)] gap-2 max-[380px]:grid-cols-1 max-md:large-text:grid-cols-1">
                  <DateField
                    hideLabel
                    label={`Day ${index + 1}`}
                    min={today}
                    value={row.day}
                    error={isTried ? errors[index] : null}
                    onChange={(event) => change(row.key, { day: event.target.value })}
                  />
                  <TimeField
                    hideLabel
                    label={`Time ${index + 1}`}
                    value={row.time}
                    onChange={(event) => change(row.key, { time: event.target.value })}
                  />
                </div>
              ) : (
                <TextField
                  hideLabel
                  label={`Answer ${index + 1}`}
                  placeholder={`Answer ${index + 1}`}
                  maxLength={longestPollOption}
                  value={row.text}
                  error={isTried ? errors[index] : null}
                  onChange={(event) => change(row.key, { text: event.target.value })}
                  className="flex-1"
                />
              )}
              {rows.length > pollOptions.least ? (
                <IconButton
                  label={`Remove option ${index + 1}`}
                  icon={<X />}
                  round
                  onClick={() => set({ rows: rows.filter(({ key }) => key !== row.key) })}
                />
              ) : null}
            </li>
          ))}
        </ul>
        {rows.length < pollOptions.most ? (
          <Button
            variant="ghost"
            size="sm"
            icon={<Plus />}
            className="-ml-3 self-start"
            onClick={() => set({ rows: [...rows, newRow(rows.length + 1)] })}
          >
            Add an option
          </Button>
        ) : null}
      </form>
    </Modal>
  );
}
