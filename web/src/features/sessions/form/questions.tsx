import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/layer/dialog.tsx';
import type { Scope } from './session-form-values.ts';

type Choice = [scope: Scope, label: string, text: string];

/** The kind of change: other values, another rule, or no more repeats. */
export type OpenQuestion = 'values' | 'rule' | 'end';

const TEXTS: Record<OpenQuestion, { description: string; choices: Choice[] }> = {
  values: {
    description: 'Which sessions do you want to change?',
    choices: [
      ['this', 'Only this one', 'The others stay as they are.'],
      ['following', 'This and following', 'Earlier ones stay as they are.'],
      ['all', 'All upcoming', "Every session in the series that hasn't started."],
    ],
  },
  rule: {
    description:
      "Sessions on other days are cancelled, and we'll tell everyone in them. Which sessions do you want to change?",
    choices: [
      ['following', 'This and following', 'Earlier ones stay as they are.'],
      ['all', 'All upcoming', 'From the next session on.'],
    ],
  },
  end: {
    description: "This session stays. Which others do you want to cancel? We'll tell everyone in them.",
    choices: [
      ['following', 'All following', 'Earlier ones stay as they are.'],
      ['all', 'All other upcoming', "Earlier ones too, if they haven't started."],
    ],
  },
};

type Props = {
  open: boolean;
  asks: OpenQuestion;
  /** The new rule in words, and its effect on this session. */
  repeats: string;
  outcome: string;
  /** Set if the other sessions have to be created again to follow. */
  warning?: string;
  onClose: () => void;
  onChoose: (scope: Scope) => void;
};

const titleOf = (asks: OpenQuestion, repeats: string) =>
  ({ values: 'This session repeats', rule: repeats, end: 'Stop repeating?' })[asks];

/** Asks which sessions of a series to change. */
export function ScopeQuestion({ open, asks, repeats, outcome, warning, onClose, onChoose }: Props) {
  const { description, choices } = TEXTS[asks];
  return (
    <Dialog open={open} onOpenChange={onClose} title={titleOf(asks, repeats)} description={`${outcome}${description}`}>
      <ul className="flex flex-col gap-2">
        {choices.map(([scope, label, text]) => (
          <li key={scope}>
            <button
              type="button"
              onClick={() => onChoose(scope)}
              className="flex w-full flex-col rounded-card border border-border-control/60 px-4 py-3 text-left transition hover:border-border-control hover:bg-bg-secondary"
            >
              <span className="font-medium">{label}</span>
              <span className="text-sm text-text-secondary">
                {text}
                {warning && scope !== 'this' ? ` ${warning}` : ''}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}

type LeaveProps = { open: boolean; onStay: () => void; onLeave: () => void };

/** Asks before discarding unsaved changes. */
export const LeaveQuestion = ({ open, onStay, onLeave }: LeaveProps) => (
  <Dialog
    open={open}
    onOpenChange={onStay}
    title="Discard your changes?"
    description="You haven't saved them yet."
    footer={
      <>
        <Button variant="secondary" onClick={onStay}>
          Keep editing
        </Button>
        <Button variant="danger" onClick={onLeave}>
          Discard changes
        </Button>
      </>
    }
  />
);
