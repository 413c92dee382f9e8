import clsx from 'clsx';
import { createContext, type ReactNode, useContext } from 'react';

/** Opens a member's profile; null where there is none to open, such as on public pages. */
const OpenProfileContext = createContext<((userId: string) => void) | null>(null);

export const OpenProfileProvider = OpenProfileContext.Provider;

export const useOpenProfile = () => useContext(OpenProfileContext);

type Props = { userId: string; name: string; className?: string; children: ReactNode };

/** A face or a name that opens the profile of the person it shows. */
export function ProfileLink({ userId, name, className, children }: Props) {
  const openProfile = useOpenProfile();
  if (!openProfile) return <span className={className}>{children}</span>;
  return (
    <button
      type="button"
      aria-label={`${name}: profile`}
      onClick={() => openProfile(userId)}
      className={clsx('transition hover:opacity-80', className)}
    >
      {children}
    </button>
  );
}
