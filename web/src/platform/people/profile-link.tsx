import clsx from 'clsx';
import { createContext, type ReactNode, useContext } from 'react';

/** Opens a member's profile; null where there is none to open, such as on public pages. */
const OpenProfileContext = createContext<((userId: string) => void) | null>(null);

export const OpenProfileProvider = OpenProfileContext.Provider;

export const useOpenProfile = () => useContext(OpenProfileContext);

type Props = {
  userId: string;
  name: string;
  /** The name and the rest of the `relative` row around it can be tapped too. Other controls of the row come after it. */
  row?: boolean;
  className?: string;
  children: ReactNode;
};

const rowTarget = 'after:absolute after:inset-0 after:rounded-card after:transition hover:after:bg-text-primary/5';

/** A face or a name that opens the profile of the person it shows. */
export function ProfileLink({ userId, name, row = false, className, children }: Props) {
  const openProfile = useOpenProfile();
  if (!openProfile) return <span className={className}>{children}</span>;
  return (
    <button
      type="button"
      aria-label={`${name}: profile`}
      onClick={() => openProfile(userId)}
      className={clsx('transition', row ? rowTarget : 'hover:opacity-80', className)}
    >
      {children}
    </button>
  );
}
