import { CircleHelp, Clock } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/layer/dialog.tsx';
import { Question } from '#ui/layer/question.tsx';
import { outbox } from './tab-outbox.ts';
import { useAsked, useWaiting } from './use-outbox.ts';
import type { Entry } from './write.ts';

const clock = new Intl.DateTimeFormat(undefined, { weekday: 'short', hour: 'numeric', minute: '2-digit' });

/** What waits to be sent, in its order, and what may have been sent already. Each can be removed. */
export default function WaitingList({ onClose }: { onClose: () => void }) {
  const waiting = useWaiting();
  const asked = useAsked();
  const [removed, setRemoved] = useState<Entry | null>(null);
  return (
    <>
      <Dialog
        open
        onOpenChange={(next) => next || onClose()}
        title="Waiting to be sent"
        description={descriptionOf(waiting.length, asked.length)}
        footer={
          <Button variant="secondary" onClick={onClose}>
            Done
          </Button>
        }
      >
        <ul className="flex flex-col divide-y divide-border">
          {asked.map((entry) => (
            <Row
              key={entry.id}
              entry={entry}
              icon={<CircleHelp aria-hidden="true" className="size-5 shrink-0 text-text-secondary" />}
              note="We can't tell if this was saved. Have a look first."
              onRemove={() => setRemoved(entry)}
            >
              <Button
                variant="ghost"
                size="sm"
                aria-label={`Send again: ${entry.words}`}
                onClick={() => void outbox.retry(entry.id)}
              >
                Send again
              </Button>
            </Row>
          ))}
          {waiting.map((entry) => (
            <Row
              key={entry.id}
              entry={entry}
              icon={<Clock aria-hidden="true" className="size-5 shrink-0 text-text-secondary" />}
              onRemove={() => setRemoved(entry)}
            />
          ))}
        </ul>
      </Dialog>
      <Question
        open={removed !== null}
        title="Remove this change?"
        text={`“${removed?.words ?? ''}” won't be sent.`}
        no="Keep it"
        yes="Remove"
        onClose={() => setRemoved(null)}
        onYes={() => removed && outbox.remove(removed.id)}
      />
    </>
  );
}

function descriptionOf(waiting: number, asked: number): string {
  if (waiting > 0) return "We'll send these in order when you're back online. You can close the app.";
  return asked > 0 ? 'Everything else has been sent.' : "Everything's been sent.";
}

type RowProps = { entry: Entry; icon: ReactNode; note?: string; onRemove: () => void; children?: ReactNode };

function Row({ entry, icon, note, onRemove, children }: RowProps) {
  return (
    <li className="flex items-center gap-3 py-2 large-text:flex-wrap large-text:justify-end">
      {icon}
      <div className="min-w-0 flex-1 large-text:basis-2/3">
        <p dir="auto" className="break-words">
          {entry.words}
        </p>
        <time dateTime={entry.writtenAt} className="text-sm text-text-secondary">
          {clock.format(new Date(entry.writtenAt))}
        </time>
        {note ? <p className="text-sm text-text-secondary">{note}</p> : null}
      </div>
      <div className="flex shrink-0 flex-wrap justify-end">
        {children}
        <Button variant="ghost" size="sm" aria-label={`Remove: ${entry.words}`} onClick={onRemove}>
          Remove
        </Button>
      </div>
    </li>
  );
}
