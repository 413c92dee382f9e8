import { nameOf } from '#platform/people/face.ts';
import { Modal } from '#ui/layer/modal.tsx';
import type { AccountTask } from '../use-account-menu.tsx';
import { AccessForm } from './access-form.tsx';
import { EditAccountForm } from './account-form.tsx';
import { Deactivate, DeleteAccount, ResetPassword } from './account-questions.tsx';
import { CorrectEmail } from './correct-email.tsx';

const titles: Record<AccountTask['kind'], (name: string) => string> = {
  edit: (name) => `Edit ${name}`,
  email: (name) => `Correct the email of ${name}`,
  access: (name) => `Role and locations of ${name}`,
  reset: (name) => `Reset the password of ${name}`,
  deactivate: (name) => `Deactivate ${name}?`,
  delete: (name) => `Delete ${name}?`,
};

type Props = { task: AccountTask | null; onClose: () => void; onDeleted?: () => void };

/** The window in which something is done with an account. */
export function AccountTasks({ task, onClose, onDeleted }: Props) {
  return (
    <Modal
      open={task !== null}
      onOpenChange={(open) => open || onClose()}
      title={task ? titles[task.kind](nameOf(task.account)) : ''}
      size="sm"
    >
      {task ? <Task key={`${task.kind} ${task.account.id}`} {...task} onClose={onClose} onDeleted={onDeleted} /> : null}
    </Modal>
  );
}

function Task({
  kind,
  onDeleted,
  ...props
}: AccountTask & { onClose: () => void; onDeleted: (() => void) | undefined }) {
  switch (kind) {
    case 'edit':
      return <EditAccountForm {...props} />;
    case 'email':
      return <CorrectEmail {...props} />;
    case 'access':
      return <AccessForm {...props} />;
    case 'reset':
      return <ResetPassword {...props} />;
    case 'deactivate':
      return <Deactivate {...props} />;
    case 'delete':
      return <DeleteAccount {...props} onDeleted={onDeleted} />;
  }
}
