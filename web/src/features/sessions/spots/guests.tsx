import { sessionLimits } from '@spotter/contract/sessions/limits.ts';
import { UserPlus } from 'lucide-react';
import { type FormEvent, useId, useState } from 'react';
import { useUser } from '#platform/login/use-login.ts';
import { Button } from '#ui/button.tsx';
import { RemovableChip } from '#ui/chip.tsx';
import { TextField } from '#ui/form/text-field.tsx';
import { Dialog } from '#ui/layer/dialog.tsx';
import { guestsOf } from '../cache/session-patches.ts';
import type { SessionDetail } from '../session.ts';
import { useSetGuests } from './spots.mutations.ts';

/** The reader's guests: who comes along, and the way to bring or remove one. */
export function MyGuests({ session }: { session: SessionDetail }) {
  const reader = useUser();
  const setGuests = useSetGuests();
  const [isAdding, setIsAdding] = useState(false);
  const mine = guestsOf(session, reader.id);
  const places = [...mine.keys()];
  const hasRoom = session.available_spots > 0;
  const save = (firstNames: (string | null)[]) => void setGuests({ session, firstNames, before: mine });
  return (
    <div className="flex flex-wrap items-center gap-2">
      {places.map((place) => (
        <RemovableChip
          key={place}
          label={mine[place] ?? 'Your guest'}
          onRemove={() => save(mine.toSpliced(place, 1))}
        />
      ))}
      {mine.length < session.guests_per_member ? (
        <Button variant="secondary" size="sm" icon={<UserPlus />} disabled={!hasRoom} onClick={() => setIsAdding(true)}>
          {mine.length === 0 ? 'Bring a guest' : 'Bring another'}
        </Button>
      ) : null}
      {mine.length < session.guests_per_member && !hasRoom ? (
        <span className="text-sm text-text-secondary">No spot left for a guest</span>
      ) : null}
      <AddGuest open={isAdding} onClose={() => setIsAdding(false)} onAdd={(name) => save([...mine, name])} />
    </div>
  );
}

type AddProps = { open: boolean; onClose: () => void; onAdd: (firstName: string | null) => void };

function AddGuest({ open, onClose, onAdd }: AddProps) {
  const [name, setName] = useState('');
  const formId = useId();
  function submit(event: FormEvent) {
    event.preventDefault();
    onAdd(name.trim() || null);
    setName('');
    onClose();
  }
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => next || onClose()}
      title="Bring a guest"
      description="Your guest takes a spot. The host is told, and if you leave, your guest's spot goes too."
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={formId}>
            Add guest
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={submit}>
        <TextField
          label="First name"
          optional
          autoComplete="off"
          maxLength={sessionLimits.guestName}
          value={name}
          onChange={(event) => setName(event.target.value)}
          hint="Shown to everyone who's in."
        />
      </form>
    </Dialog>
  );
}
