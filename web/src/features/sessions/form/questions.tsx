import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import type { Scope } from '../session-values.ts';

const CHOICES: [scope: Scope, label: string, text: string][] = [
  ['this', 'Only this one', 'The others stay as they are.'],
  ['following', 'This and the following', 'Those before it stay as they are.'],
  ['all', 'All to come', 'Every session of the series that has not started.'],
];

type Props = { open: boolean; onClose: () => void; onChoose: (scope: Scope) => void };

/** What a change of a repeating session is for. */
export const ScopeQuestion = ({ open, onClose, onChoose }: Props) => (
  <Dialog open={open} onOpenChange={onClose} title="This session repeats" description="What is the change for?">
    <ul className="flex flex-col gap-2">
      {CHOICES.map(([scope, label, text]) => (
        <li key={scope}>
          <button
            type="button"
            onClick={() => onChoose(scope)}
            className="flex w-full flex-col rounded-card border border-border-control/60 px-4 py-3 text-left transition hover:border-border-control hover:bg-bg-secondary"
          >
            <span className="font-medium">{label}</span>
            <span className="text-sm text-text-secondary">{text}</span>
          </button>
        </li>
      ))}
    </ul>
  </Dialog>
);

type LeaveProps = { open: boolean; onStay: () => void; onLeave: () => void };

/** Nothing that was typed goes without a word. */
export const LeaveQuestion = ({ open, onStay, onLeave }: LeaveProps) => (
  <Dialog
    open={open}
    onOpenChange={onStay}
    title="Discard your changes?"
    description="They have not been saved."
    footer={
      <>
        <Button variant="secondary" onClick={onStay}>
          Keep editing
        </Button>
        <Button variant="danger" onClick={onLeave}>
          Discard
        </Button>
      </>
    }
  />
);
