import { mayEnterAdminArea } from '@spotter/contract/roles.ts';
import { House, LogOut, UserRound } from 'lucide-react';
import { useNavigate } from 'react-router';
import { useLogin, useUser } from '#platform/login/use-login.ts';
import { withModal } from '#routes/modals.ts';
import { Avatar } from '#ui/avatar.tsx';
import { Menu } from '#ui/layer/menu.tsx';

/** The signed-in admin, with sign-out. The profile itself is in the member area. */
export function AccountMenu({ named = false }: { named?: boolean }) {
  const user = useUser();
  const { signOut, emulation, viewer } = useLogin();
  const navigate = useNavigate();
  const name = `${user.first_name} ${user.last_name}`;
  const profile = {
    label: 'Profile',
    icon: <UserRound />,
    onSelect: () => void navigate('/app', { state: withModal({ name: 'profile' }) }),
  };
  const memberView = { label: 'Member view', icon: <House />, onSelect: () => void navigate('/app') };
  return (
    <Menu
      align={named ? 'start' : 'end'}
      trigger={
        <button
          type="button"
          aria-label={`Account: ${name}`}
          className="flex w-full min-w-0 items-center gap-3 rounded-control p-1.5 text-left transition hover:bg-bg-secondary-hover"
        >
          <Avatar name={name} src={user.avatar_url} color={user.avatar_color} size="sm" decorative />
          {named ? (
            <span className="flex min-w-0 flex-col leading-tight">
              <span className="truncate font-medium text-sm">{name}</span>
              <span className="truncate text-text-tertiary text-xs">{user.email}</span>
            </span>
          ) : null}
        </button>
      }
      groups={[
        // On a phone there is no sidebar for it.
        [...(emulation ? [] : [profile]), ...(!named && viewer && mayEnterAdminArea(viewer) ? [memberView] : [])],
        [{ label: 'Sign out', icon: <LogOut />, onSelect: () => void signOut() }],
      ]}
    />
  );
}
