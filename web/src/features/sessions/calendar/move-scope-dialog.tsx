import { useState } from 'react';
import { Button } from '#ui/button.tsx';
import { RadioGroup } from '#ui/form/radio-group.tsx';
import { Dialog } from '#ui/layer/dialog.tsx';
import type { Scope } from '../cache/session-write.ts';
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

const isResized = ({ entry, to }: PlannedMove) => entry.day === to.day && entry.start === to.start;

function changeInWords(planned: PlannedMove): string {
  const { entry, to } = planned;
  if (isResized(planned)) return `${dayShort(to.day)}, ${timeText(to.start)} to ${timeText(to.end)}.`;
  return `From ${dayShort(entry.day)}, ${timeText(entry.start)} to ${dayShort(to.day)}, ${timeText(to.start)}.`;
}

/** Asks the host whether to move a repeating session alone or with others. */
export function MoveScopeDialog({ planned, onClose, onChoose }: Props) {
  const [scope, setScope] = useState<Scope>('this');
  // The text stays during the closing animation.
  const [last, setLast] = useState(planned);
  if (planned && planned !== last) {
    setLast(planned);
    setScope('this');
  }
  const verb = last && isResized(last) ? 'Resize' : 'Move';
  return (
    <Dialog
      open={planned !== null}
      onOpenChange={(open) => open || onClose()}
      title={`${verb} ${last?.entry.session.title ?? 'the session'}?`}
      description={last ? `${changeInWords(last)} We'll let everyone know.` : undefined}
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>
            Keep as is
          </Button>
          <Button onClick={() => planned && onChoose(planned, scope)}>{verb} session</Button>
        </>
      }
    >
      <RadioGroup
        label={`This session repeats. Which ones do you want to ${verb.toLowerCase()}?`}
        options={scopes}
        value={scope}
        onChange={setScope}
      />
    </Dialog>
  );
}
