import { setupMailsAMinute } from '@spotter/contract/limits.ts';
import { Download, Mail, MapPin, Power, X } from 'lucide-react';
import { useState } from 'react';
import { nameOf } from '#platform/people/face.ts';
import { Button } from '#ui/button.tsx';
import { RadioGroup } from '#ui/form/radio-group.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { Dialog } from '#ui/layer/dialog.tsx';
import { Menu } from '#ui/layer/menu.tsx';
import { Banner } from '#ui/status/banner.tsx';
import { ProgressBar } from '#ui/status/progress.tsx';
import { useStaff } from '../use-staff.ts';
import { type BulkAction, type BulkWork, exportAccounts, type Selection, useBulk } from './use-bulk.ts';

type Props = {
  selection: Selection;
  /** How many the list shows with its filters. */
  matchingCount: number;
  onAll: () => void;
  onClear: () => void;
};

type Question = Extract<BulkAction, 'deactivate' | 'activate' | 'give_gym' | 'resend_setup'>;

const people = (count: number) => (count === 1 ? '1 person' : `${count.toLocaleString()} people`);

const questions: Record<Question, { title: (count: string) => string; text: string; button: string }> = {
  deactivate: {
    title: (count) => `Deactivate ${count}?`,
    text: "They're signed out and can't sign in until you activate them again. Nothing is deleted. Admins are left out.",
    button: 'Deactivate',
  },
  activate: {
    title: (count) => `Activate ${count}?`,
    text: "They can sign in again. Active members won't change.",
    button: 'Activate',
  },
  give_gym: {
    title: (count) => `Give ${count} a location`,
    text: 'They can see and join sessions there. Their other locations stay.',
    button: 'Give access',
  },
  resend_setup: {
    title: (count) => `Send ${count} a setup code?`,
    text: `Only members who haven't signed in yet get the email, up to ${setupMailsAMinute} a minute. Earlier codes stop working.`,
    button: 'Send setup codes',
  },
};

/** What can be done with the selected people; docked at the bottom while there are some. */
export function BulkBar({ selection, matchingCount, onAll, onClear }: Props) {
  const [asked, setAsked] = useState<Question | null>(null);
  const bulk = useBulk();
  const { gyms } = useStaff();
  const isAll = 'matching' in selection;
  if (selection.count === 0 && !bulk.work) return null;
  return (
    <>
      <section
        aria-label="Selection"
        data-docked=""
        className="sticky bottom-0 z-10 -mx-4 flex flex-wrap items-center gap-x-3 gap-y-2 border-border border-t bg-bg-raised px-4 py-3 shadow-float md:-mx-8 md:px-8"
      >
        <p role="status" className="min-w-0 flex-1 font-medium">
          {isAll ? `All ${selection.count.toLocaleString()} selected` : `${selection.count.toLocaleString()} selected`}
        </p>
        {!isAll && matchingCount > selection.count ? (
          <Button variant="ghost" size="sm" onClick={onAll}>
            Select all {matchingCount.toLocaleString()}
          </Button>
        ) : null}
        <Menu
          trigger={
            <Button size="sm" variant="secondary" disabled={selection.count === 0}>
              Actions
            </Button>
          }
          groups={[
            [
              { label: 'Give a location', icon: <MapPin />, onSelect: () => setAsked('give_gym') },
              { label: 'Resend setup code', icon: <Mail />, onSelect: () => setAsked('resend_setup') },
              { label: 'Export as CSV', icon: <Download />, onSelect: () => void exportAccounts(selection) },
            ],
            [
              { label: 'Activate', icon: <Power />, onSelect: () => setAsked('activate') },
              { label: 'Deactivate', icon: <Power />, danger: true, onSelect: () => setAsked('deactivate') },
            ],
          ]}
        />
        <IconButton label="Clear selection" icon={<X />} onClick={onClear} />
      </section>
      {asked ? (
        <Ask
          question={asked}
          count={selection.count}
          gyms={gyms}
          onClose={() => setAsked(null)}
          onGo={(gymId) => {
            setAsked(null);
            void bulk.run(asked, selection, gymId);
          }}
        />
      ) : null}
      {bulk.work ? (
        <Progress
          work={bulk.work}
          onUndo={bulk.undo}
          onGoOn={() => void bulk.goOn()}
          onClose={() => {
            bulk.close();
            onClear();
          }}
        />
      ) : null}
    </>
  );
}

type AskProps = {
  question: Question;
  count: number;
  gyms: readonly { id: string; name: string }[];
  onClose: () => void;
  onGo: (gymId?: string) => void;
};

function Ask({ question, count, gyms, onClose, onGo }: AskProps) {
  const [gymId, setGymId] = useState<string | null>(gyms.length === 1 ? (gyms[0]?.id ?? null) : null);
  const { title, text, button } = questions[question];
  const needsGym = question === 'give_gym';
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title={title(people(count))}
      description={text}
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button
            variant={question === 'deactivate' ? 'danger' : 'primary'}
            disabled={needsGym && !gymId}
            onClick={() => onGo(needsGym ? (gymId ?? undefined) : undefined)}
          >
            {button}
          </Button>
        </>
      }
    >
      {needsGym ? (
        <RadioGroup
          label="Location"
          options={gyms.map(({ id, name }) => ({ value: id, label: name }))}
          value={gymId}
          onChange={setGymId}
        />
      ) : null}
    </Dialog>
  );
}

const doneWords: Record<BulkAction, (count: string) => string> = {
  deactivate: (count) => `${count} deactivated`,
  activate: (count) => `${count} activated`,
  give_gym: (count) => `${count} got the location`,
  take_gym: (count) => `${count} back as before`,
  resend_setup: (count) => `${count} will get a setup code`,
};

type ProgressProps = { work: BulkWork; onUndo: (() => void) | null; onGoOn: () => void; onClose: () => void };

/** How far it is, who was left out and why, and the way back. */
function Progress({ work, onUndo, onGoOn, onClose }: ProgressProps) {
  const running = work.state === 'running';
  const stopped = work.state === 'stopped';
  const left = work.handled - work.changed.length - work.failed.length;
  return (
    <Dialog
      open
      onOpenChange={(open) => open || running || onClose()}
      title={running ? 'Working on it' : doneWords[work.action](people(work.changed.length))}
      footer={
        running ? undefined : (
          <>
            {onUndo ? (
              <Button variant="secondary" onClick={onUndo}>
                Undo
              </Button>
            ) : null}
            <Button variant={stopped ? 'secondary' : 'primary'} onClick={onClose}>
              Done
            </Button>
            {stopped ? <Button onClick={onGoOn}>Continue</Button> : null}
          </>
        )
      }
    >
      <div className="flex flex-col gap-4">
        {running ? <ProgressBar label="People" value={work.handled} max={Math.max(work.total, 1)} /> : null}
        {stopped ? (
          <Banner title={`Stopped after ${work.handled.toLocaleString()} of ${people(work.total)}`}>
            {work.error}
          </Banner>
        ) : null}
        {!running && left > 0 ? <p className="text-sm text-text-secondary">{people(left)} needed no change.</p> : null}
        {work.failed.length > 0 ? (
          <div className="flex flex-col gap-2">
            <h3 className="font-medium text-sm">{people(work.failed.length)} left out</h3>
            <ul className="flex max-h-60 flex-col gap-1 overflow-y-auto text-sm">
              {work.failed.map(({ user, reason }) => (
                <li key={user.id}>
                  <span className="font-medium">{nameOf(user)}</span>: {reason}
                </li>
              ))}
            </ul>
          </div>
        ) : null}
      </div>
    </Dialog>
  );
}
