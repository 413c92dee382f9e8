import { BadgeCheck, KeyRound, Mail, MapPin, Pencil, Power, SquareCheckBig, Trash2 } from 'lucide-react';
import type { MenuAction } from '#ui/layer/menu.tsx';
import type { Account } from './accounts.queries.ts';
import { useAccountChanges } from './accounts.queries.ts';
import { useStaff } from './use-staff.ts';

/** What is done with an account in a window of its own. */
export type AccountTask = { kind: 'edit' | 'email' | 'access' | 'reset' | 'deactivate' | 'delete'; account: Account };

/** What staff can do with an account, in groups. */
export function useAccountMenu(account: Account, onTask: (task: AccountTask) => void): MenuAction[][] {
  const { managesEverything, ownId, isSupport } = useStaff();
  const { turn, verifyEmail, completeOnboarding } = useAccountChanges(account);
  const isOneself = account.id === ownId;
  const open = (kind: AccountTask['kind']) => () => onTask({ kind, account });
  const steps: MenuAction[] = [];
  if (!account.email_verified) steps.push({ label: 'Verify email', icon: <BadgeCheck />, onSelect: verifyEmail });
  if (!account.onboarding_completed)
    steps.push({
      label: 'Complete onboarding',
      icon: <SquareCheckBig />,
      onSelect: completeOnboarding,
    });
  const rights: MenuAction[] = [{ label: 'Edit details', icon: <Pencil />, onSelect: open('edit') }];
  // Spotter support can't, and once somebody is in only they can.
  if (!account.is_set_up && !isSupport)
    rights.push({ label: 'Correct email', icon: <Mail />, onSelect: open('email') });
  if (managesEverything) rights.push({ label: 'Role and locations', icon: <MapPin />, onSelect: open('access') });
  if (!isOneself && !isSupport) rights.push({ label: 'Reset password', icon: <KeyRound />, onSelect: open('reset') });
  const ends: MenuAction[] = isOneself
    ? []
    : [
        account.is_active
          ? { label: 'Deactivate', icon: <Power />, onSelect: open('deactivate') }
          : { label: 'Activate', icon: <Power />, onSelect: () => turn(true) },
        { label: 'Delete', icon: <Trash2 />, danger: true, onSelect: open('delete') },
      ];
  return [rights, steps, ends].filter((group) => group.length > 0);
}
