import { useState } from 'react';
import { Button } from '#ui/button.tsx';
import { RadioGroup } from '#ui/form/radio-group.tsx';
import { Dialog } from '#ui/layer/dialog.tsx';
import type { Scope } from '../cache/use-session-mutation.ts';
import { dayShort } from './days.ts';
import type { Entry } from './entries.ts';
import type { Stretch } from './grid/drag-times.ts';
import { timeText } from './wall.ts';

const scopes = [
  { value: 'this', label: 'Only this one' },
  { value: 'following', label: 'This and following' },
  { value: 'all', label: 'All upcoming' },
] as const satisfies { value: Scope; label: string }[];

export type PlannedMove = { entry: Entry; to: Stretch };
type Props = {
  planned: PlannedMove | null;
  onClose: () => void;
  onChoose: (planned: PlannedMove, scope: Scope) => void;
};

/** A session that repeats is moved alone or with others, which only its host can say. */
export function MoveScopeDialog({ planned, onClose, onChoose }: Props) {
  const [scope, setScope] = useState<Scope>('this');
  // What it says stays while it goes away.
  const [last, setLast] = useState(planned);
  if (planned && planned !== last) {
    setLast(planned);
    setScope('this');
  }
  return (
    <Dialog
      open={planned !== null}
      onOpenChange={(open) => open || onClose()}
      title={`Move ${last?.entry.session.title ?? 'the session'}?`}
      description={
        last
          ? `From ${dayShort(last.entry.day)}, ${timeText(last.entry.start)} to ${dayShort(last.to.day)}, ${timeText(last.to.start)}. We'll let everyone know.`
          : undefined
      }
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>
            Keep as is
          </Button>
          <Button onClick={() => planned && onChoose(planned, scope)}>Move session</Button>
        </>
      }
    >
      <RadioGroup
        label="This session repeats. Which ones do you want to move?"
        options={scopes}
        value={scope}
        onChange={setScope}
      />
    </Dialog>
  );
}
