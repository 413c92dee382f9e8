import { roleName } from '@spotter/contract/roles.ts';
import { Ellipsis } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { faceOf, nameOf } from '#platform/people/face.ts';
import { Avatar } from '#ui/avatar.tsx';
import { Badge } from '#ui/badge.tsx';
import { Checkbox } from '#ui/form/choice.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { Menu } from '#ui/layer/menu.tsx';
import { gymsWords, isAdmin, lastSeenWords, sessionsWords, stateOf } from './account.words.ts';
import type { Account } from './accounts.queries.ts';
import { type AccountTask, useAccountMenu } from './use-account-menu.tsx';

type Props = {
  accounts: readonly Account[];
  /** The address of a member's page. */
  pageOf: (id: string) => string;
  isChosen: (id: string) => boolean;
  onChoose: (id: string, chosen: boolean) => void;
  onTask: (task: AccountTask) => void;
};

/** The people of a page, each with what staff need at a glance. */
export function AccountList({ accounts, pageOf, isChosen, onChoose, onTask }: Props) {
  return (
    <ul aria-label="Users" className="flex flex-col">
      {accounts.map((account) => (
        <AccountRow
          key={account.id}
          account={account}
          page={pageOf(account.id)}
          choice={
            <Checkbox
              label={<span className="sr-only">{`Select ${nameOf(account)}`}</span>}
              checked={isChosen(account.id)}
              onChange={(event) => onChoose(account.id, event.target.checked)}
            />
          }
          onTask={onTask}
        />
      ))}
    </ul>
  );
}

type RowProps = { account: Account; page: string; choice: ReactNode; onTask: Props['onTask'] };

function AccountRow({ account, page, choice, onTask }: RowProps) {
  const state = stateOf(account);
  const name = nameOf(account);
  const menu = useAccountMenu(account, onTask);
  return (
    <li className="flex items-center gap-3 border-border max-sm:gap-2 border-b py-2.5">
      {choice}
      <Avatar {...faceOf(account)} size="md" decorative />
      <div className="grid min-w-0 flex-1 gap-x-6 md:grid-cols-[minmax(0,1.3fr)_minmax(0,1fr)] md:items-center">
        <div className="flex min-w-0 flex-col">
          <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
            <Link to={page} className="truncate font-medium hover:underline">
              {name}
            </Link>
            {isAdmin(account) ? <Badge tone="primary">{roleName(account.role)}</Badge> : null}
            {state ? <Badge tone={state.tone}>{state.label}</Badge> : null}
          </span>
          <span className="truncate text-sm text-text-secondary">{account.email}</span>
        </div>
        <div className="flex min-w-0 flex-col text-sm text-text-secondary">
          <span className="truncate">{gymsWords(account)}</span>
          <span className="flex flex-wrap gap-x-1.5">
            <span>
              {sessionsWords(account.sessions_last_30_days)}
              <span className="max-md:sr-only"> in 30 days</span>
            </span>
            <span aria-hidden="true">·</span>
            <span>{lastSeenWords(account.last_seen_at)}</span>
          </span>
        </div>
      </div>
      <Menu trigger={<IconButton label={`Options for ${name}`} icon={<Ellipsis />} />} groups={menu} />
    </li>
  );
}
