import clsx from 'clsx';
import type { LucideIcon } from 'lucide-react';
import { Link } from 'react-router';
import { CountBadge } from '#ui/badge.tsx';

export type AdminPlace = {
  to: string;
  label: string;
  icon: LucideIcon;
  /** The pages it stands for; absent: its own and those below. */
  pages?: readonly string[];
  count?: number;
};

type PlaceProps = { entry: AdminPlace; isOpen: boolean; onFollow?: () => void };

/** A link to a place of the admin area. */
export function AdminPlaceLink({ entry: { to, label, icon: Icon, count = 0 }, isOpen, onFollow }: PlaceProps) {
  return (
    <Link
      to={to}
      onClick={onFollow}
      aria-current={isOpen ? 'page' : undefined}
      className={clsx(
        'flex min-h-12 items-center gap-3 rounded-control px-3 font-medium text-sm transition md:min-h-10',
        isOpen
          ? 'bg-primary-soft text-primary-text'
          : 'text-text-secondary hover:bg-bg-secondary-hover hover:text-text-primary',
      )}
    >
      <Icon aria-hidden="true" className="size-4.5 shrink-0" />
      <span className="min-w-0 break-words">{label}</span>
      <CountBadge count={count} label="open" className="ml-auto" />
    </Link>
  );
}
