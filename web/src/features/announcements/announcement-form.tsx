import { longestAnnouncement, longestAnnouncementTitle } from '@spotter/contract/limits.ts';
import { useQuery } from '@tanstack/react-query';
import { RotateCcw } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Controller, type UseFormReturn, useForm } from 'react-hook-form';
import { api } from '#platform/api/api.ts';
import { serverFieldErrors } from '#platform/forms/contract-resolver.ts';
import { draftOf, dropDraft, useDraft } from '#platform/forms/draft.ts';
import { SaveError } from '#platform/forms/save-error.tsx';
import { useSubmit } from '#platform/forms/use-submit.ts';
import { useVersion } from '#platform/forms/use-version.ts';
import { toasts } from '#platform/toasts/toasts.tsx';
import { Button } from '#ui/button.tsx';
import { DateField, TimeField } from '#ui/form/date-time-field.tsx';
import { RadioGroup } from '#ui/form/radio-group.tsx';
import { Select } from '#ui/form/select.tsx';
import { TextArea, TextField } from '#ui/form/text-field.tsx';
import { useBackStep } from '#ui/layer/back-steps.ts';
import { Modal } from '#ui/layer/modal.tsx';
import { Banner } from '#ui/status/banner.tsx';
import { membersInWords, momentInWords } from './announcement.words.ts';
import { type Announcement, recipientsQuery, useRefreshAnnouncements } from './announcements.queries.ts';

/** What the form is for: a new announcement, or changes of a scheduled one. */
export type AnnouncementTask = { kind: 'create' } | { kind: 'edit'; announcement: Announcement };
/** Where it may go; an organization's admin may also tell everyone. */
export type Audience = { gyms: readonly { id: string; name: string }[]; mayTellAll: boolean };
export type Draft = { title: string; body: string; gym: string | null };

type Props = Audience & {
  /** Whose members are told; a text that wasn't sent is kept for it. */
  organizationId: string;
  task: AnnouncementTask | null;
  onClose: () => void;
  previewOf: (draft: Draft) => ReactNode;
};

const EVERYONE = 'everyone';
type Values = { title: string; body: string; gym_id: string; when: 'now' | 'later'; day: string; time: string };

export function AnnouncementForm({ task, onClose, ...rest }: Props) {
  return (
    <Modal
      open={task !== null}
      onOpenChange={(open) => open || onClose()}
      title={task?.kind === 'edit' ? 'Edit announcement' : 'New announcement'}
      size="md"
    >
      {task ? <Steps key={task.kind} task={task} onClose={onClose} {...rest} /> : null}
    </Modal>
  );
}

const two = (number: number) => String(number).padStart(2, '0');

/** A moment on the reader's own clock, for the two pickers. */
function pickersOf(moment: Date): { day: string; time: string } {
  const day = `${moment.getFullYear()}-${two(moment.getMonth() + 1)}-${two(moment.getDate())}`;
  return { day, time: `${two(moment.getHours())}:${two(moment.getMinutes())}` };
}

const sendAtOf = ({ when, day, time }: Values): string | null => {
  const moment = new Date(`${day}T${time}`);
  return when === 'now' || Number.isNaN(moment.getTime()) ? null : moment.toISOString();
};

/** Tomorrow at nine, unless a time is set. */
function valuesOf(task: AnnouncementTask, { gyms, mayTellAll }: Audience): Values {
  const tomorrow = new Date();
  tomorrow.setDate(tomorrow.getDate() + 1);
  tomorrow.setHours(9, 0, 0, 0);
  const first = mayTellAll ? EVERYONE : (gyms[0]?.id ?? EVERYONE);
  if (task.kind === 'create') return { title: '', body: '', gym_id: first, when: 'now', ...pickersOf(tomorrow) };
  const { title, body, gym_id, send_at } = task.announcement;
  return { title, body, gym_id: gym_id ?? EVERYONE, when: 'later', ...pickersOf(new Date(send_at)) };
}

/** The contract's fields under this form's names. */
const onForm = (field: string) => (field === 'send_at' ? 'day' : field);

function Steps({ organizationId, task, onClose, gyms, mayTellAll, previewOf }: Props & { task: AnnouncementTask }) {
  const refresh = useRefreshAnnouncements();
  const [isChecking, setChecking] = useState(false);
  const isNew = task.kind === 'create';
  const draft = `announcement:${organizationId}`;
  const [kept] = useState(() => (isNew ? draftOf<Values>(draft) : {}));
  const [isRestored, setRestored] = useState(() => Boolean(kept.title?.trim() || kept.body?.trim()));
  const form = useForm<Values>({ defaultValues: { ...valuesOf(task, { gyms, mayTellAll }), ...kept } });
  useDraft(draft, form, isNew);
  useBackStep(isChecking, () => setChecking(false));
  const values = form.watch();
  const gymId = values.gym_id === EVERYONE ? null : values.gym_id;
  const version = useVersion(task.kind === 'edit' ? task.announcement.version : undefined);
  const send = useSubmit(
    (given: Values, options) => {
      const content = { title: given.title, body: given.body, gym_id: gymId, send_at: sendAtOf(given) };
      return task.kind === 'edit'
        ? version.send((version) =>
            api.updateAnnouncement({ params: { id: task.announcement.id }, body: { ...content, version } }),
          )
        : api.createAnnouncement({ body: content }, options);
    },
    ({ status, send_at }) => {
      void refresh();
      if (isNew) dropDraft(draft);
      toasts.success(status === 'scheduled' ? `Goes out ${momentInWords(send_at)}` : 'On its way to your members');
      onClose();
    },
  );
  const refused = serverFieldErrors(send.error, onForm);
  const errorOf = (name: keyof Values) => form.formState.errors[name]?.message ?? refused.get(name);
  const failed =
    send.isError && ![...refused.keys()].some((field) => field in values) ? (
      <SaveError
        error={send.error}
        onShowTheirs={() => {
          void refresh();
          onClose();
        }}
      />
    ) : null;
  const gym = gyms.find(({ id }) => id === gymId)?.name ?? null;

  if (isChecking && ![...refused.keys()].some((field) => field in values))
    return (
      <div className="flex flex-col gap-5">
        {failed}
        {previewOf({ title: values.title.trim(), body: values.body.trim(), gym })}
        <Check
          gymId={gymId}
          gym={gym}
          sendAt={sendAtOf(values)}
          sending={send.sending}
          onBack={() => setChecking(false)}
          onSend={() => send.submit(values)}
        />
      </div>
    );

  const check = form.handleSubmit(() => {
    send.reset();
    setChecking(true);
  });
  return (
    <form noValidate onSubmit={(event) => void check(event)} className="flex flex-col gap-5">
      {failed}
      {isRestored ? (
        <SavedDraft
          onStartOver={() => {
            form.reset(valuesOf(task, { gyms, mayTellAll }));
            dropDraft(draft);
            setRestored(false);
          }}
        />
      ) : null}
      <Fields {...{ form, errorOf, gyms, mayTellAll }} />
      <div className="flex flex-wrap justify-end gap-2">
        <Button variant="secondary" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit">Preview</Button>
      </div>
    </form>
  );
}

function SavedDraft({ onStartOver }: { onStartOver: () => void }) {
  return (
    <div className="flex items-center justify-between gap-3 rounded-card bg-bg-secondary py-1.5 pr-1.5 pl-4 text-sm text-text-secondary">
      We saved your draft.
      <Button variant="ghost" size="sm" icon={<RotateCcw />} onClick={onStartOver}>
        Start over
      </Button>
    </div>
  );
}

type FieldsProps = Audience & {
  form: UseFormReturn<Values>;
  errorOf: (name: keyof Values) => string | undefined;
};

function Fields({ form, errorOf, gyms, mayTellAll }: FieldsProps) {
  const when = form.watch('when');
  return (
    <>
      <TextField
        label="Title"
        maxLength={longestAnnouncementTitle}
        hint="The first thing members read, also on their lock screen."
        error={errorOf('title')}
        {...form.register('title', { validate: (text) => text.trim() !== '' || 'Title is required' })}
      />
      <TextArea
        label="Text"
        optional
        rows={5}
        maxLength={longestAnnouncement}
        error={errorOf('body')}
        {...form.register('body')}
      />
      <Controller
        control={form.control}
        name="gym_id"
        render={({ field }) => (
          <Select
            label="Who gets it"
            options={[
              ...(mayTellAll ? [{ value: EVERYONE, label: 'Everyone in the organization' }] : []),
              ...gyms.map(({ id, name }) => ({ value: id, label: `Members of ${name}` })),
            ]}
            value={field.value}
            onChange={field.onChange}
            error={errorOf('gym_id')}
          />
        )}
      />
      <Controller
        control={form.control}
        name="when"
        render={({ field }) => (
          <RadioGroup
            label="When"
            columns
            options={[
              { value: 'now', label: 'Right away' },
              { value: 'later', label: 'Later' },
            ]}
            value={field.value}
            onChange={field.onChange}
          />
        )}
      />
      {when === 'later' ? (
        <div className="grid gap-5 sm:grid-cols-2">
          <DateField
            label="Day"
            error={errorOf('day')}
            {...form.register('day', {
              validate: (_, given) =>
                given.when === 'now' ||
                (sendAtOf(given) ?? '') > new Date().toISOString() ||
                'Choose a time in the future',
            })}
          />
          <TimeField label="Time" hint="By your own clock." {...form.register('time')} />
        </div>
      ) : null}
    </>
  );
}

type CheckProps = {
  gymId: string | null;
  gym: string | null;
  sendAt: string | null;
  sending: boolean;
  onBack: () => void;
  onSend: () => void;
};

/** How many members get it and when, before it is sent. */
function Check({ gymId, gym, sendAt, sending, onBack, onSend }: CheckProps) {
  const recipients = useQuery(recipientsQuery(gymId));
  const count = recipients.data?.recipients;
  return (
    <>
      {recipients.isError ? (
        <Banner
          action={
            <Button size="sm" variant="secondary" onClick={() => void recipients.refetch()}>
              Try again
            </Button>
          }
        >
          Couldn't count your members.
        </Banner>
      ) : (
        <p aria-live="polite" aria-busy={count === undefined} className="text-text-secondary">
          {count === undefined
            ? 'Counting your members…'
            : `Goes to ${membersInWords(count)}${gym ? ` of ${gym}` : ''}, ${sendAt ? momentInWords(sendAt) : 'right away'}. ${sendAt ? 'You can edit or cancel it until then.' : "You can't take it back."}`}
        </p>
      )}
      <div className="flex flex-wrap justify-end gap-2">
        <Button variant="secondary" onClick={onBack}>
          Back
        </Button>
        {/* It may lie where Preview was, and a double click there must not send what nobody has read. */}
        <Button disabled={!count} loading={sending} onClick={({ detail }) => detail < 2 && onSend()}>
          {`${sendAt ? 'Schedule for' : 'Send to'} ${count === undefined ? 'members' : membersInWords(count)}`}
        </Button>
      </div>
    </>
  );
}
