import { longestStaffNote } from '@spotter/contract/limits.ts';
import { useMutation } from '@tanstack/react-query';
import { Ellipsis, Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { api } from '#platform/api/api.ts';
import { errorText } from '#platform/api/api-error.ts';
import { nameOf } from '#platform/people/face.ts';
import { toasts } from '#platform/toasts/toasts.tsx';
import { hold, useHeldIds } from '#platform/undo/held-changes.ts';
import { Button } from '#ui/button.tsx';
import { dateFormat } from '#ui/date-format.ts';
import { TextArea } from '#ui/form/text-field.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { Menu } from '#ui/layer/menu.tsx';
import { type MemberRecord, useRefreshAccounts } from '../accounts.queries.ts';

type Note = MemberRecord['notes'][number];
type Props = { userId: string; notes: readonly Note[] };

const moment = dateFormat({ dateStyle: 'medium', timeStyle: 'short' });
const noteList = 'staff-notes';

/** What staff tell each other about a member. */
export function StaffNotes({ userId, notes }: Props) {
  const removed = useHeldIds(noteList);
  return (
    <div className="flex flex-col gap-4">
      <NoteForm
        label="New note"
        button="Add note"
        send={(text) => api.createStaffNote({ params: { id: userId }, body: { text } })}
      />
      <ul aria-label="Notes" className="flex flex-col gap-3 empty:hidden">
        {notes
          .filter(({ id }) => !removed.has(id))
          .map((note) => (
            <NoteItem key={note.id} userId={userId} note={note} />
          ))}
      </ul>
    </div>
  );
}

function NoteItem({ userId, note }: { userId: string; note: Note }) {
  const refresh = useRefreshAccounts();
  const [editing, setEditing] = useState(false);
  const params = { id: userId, noteId: note.id };
  const remove = () =>
    hold({
      id: note.id,
      list: noteList,
      title: 'Note deleted',
      send: () => api.deleteStaffNote({ params }, { keepalive: true }),
      failureText: "Couldn't delete the note. Try again.",
      readAnew: refresh,
    });
  if (editing)
    return (
      <li>
        <NoteForm
          label="Edit note"
          button="Save note"
          text={note.text}
          send={(text) => api.updateStaffNote({ params, body: { text } })}
          onDone={() => setEditing(false)}
        />
      </li>
    );
  return (
    <li className="flex items-start gap-2 rounded-card bg-bg-secondary py-3 pr-2 pl-4">
      <div className="min-w-0 flex-1">
        <p className="whitespace-pre-wrap break-words">{note.text}</p>
        <p className="mt-1 text-sm text-text-secondary">
          {note.author ? nameOf(note.author) : 'Former staff'} · {moment.format(new Date(note.created_at))}
          {note.edited_at ? ' · edited' : ''}
        </p>
      </div>
      {note.can_edit ? (
        <Menu
          trigger={<IconButton size="sm" label="Options for this note" icon={<Ellipsis />} />}
          groups={[
            [
              { label: 'Edit', icon: <Pencil />, onSelect: () => setEditing(true) },
              { label: 'Delete', icon: <Trash2 />, danger: true, onSelect: remove },
            ],
          ]}
        />
      ) : null}
    </li>
  );
}

type FormProps = {
  label: string;
  button: string;
  text?: string;
  send: (text: string) => Promise<unknown>;
  onDone?: () => void;
};

function NoteForm({ label, button, text: before = '', send, onDone }: FormProps) {
  const refresh = useRefreshAccounts();
  const [text, setText] = useState(before);
  const save = useMutation({
    mutationFn: () => send(text),
    onSuccess: async () => {
      await refresh();
      setText('');
      onDone?.();
    },
    onError: (error) => toasts.error(errorText(error, "Couldn't save the note. Try again.")),
  });
  return (
    <form
      className="flex flex-col gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate();
      }}
    >
      <TextArea
        label={label}
        hideLabel
        placeholder="Injuries, wishes, what you agreed on…"
        hint="Members can read their notes in their data export, so write what you'd also say to them."
        maxLength={longestStaffNote}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <div className="flex justify-end gap-2">
        {onDone ? (
          <Button variant="secondary" size="sm" onClick={onDone}>
            Cancel
          </Button>
        ) : null}
        <Button type="submit" size="sm" disabled={text.trim() === ''} loading={save.isPending}>
          {button}
        </Button>
      </div>
    </form>
  );
}
