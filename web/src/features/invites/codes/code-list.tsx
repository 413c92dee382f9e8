import { useQuery } from '@tanstack/react-query';
import { Check, Copy, Ellipsis, Mail, Pencil, Power, Printer, QrCode, Ticket, Trash2, UsersRound } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useHeldIds } from '#platform/undo/held-changes.ts';
import { useCopy } from '#platform/use-copy.ts';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { Menu } from '#ui/layer/menu.tsx';
import { Modal } from '#ui/layer/modal.tsx';
import { Pager } from '#ui/list/pager.tsx';
import { EmptyState, ErrorState } from '#ui/status/empty-state.tsx';
import { SkeletonCards } from '#ui/status/skeleton.tsx';
import { type CodeGym, expiryOf, stateOf, usesOf } from './code.words.ts';
import { CodeTools } from './code-tools.tsx';
import { CodeUses } from './code-uses.tsx';
import {
  CODES_PER_PAGE,
  type CodeFilter,
  codeList,
  type InviteCode,
  inviteCodesQuery,
  useCodeChanges,
} from './codes.queries.ts';
import { MailInvites } from './mail-invites.tsx';

type Opened = { code: InviteCode; shows: 'link' | 'uses' | 'mail' };

const titles: Record<Opened['shows'], (code: string) => string> = {
  link: (code) => `Link of ${code}`,
  uses: (code) => `Joined with ${code}`,
  mail: (code) => `Email ${code}`,
};
type Props = {
  /** Those the admin manages; they say when the day of a code ends. */
  gyms: readonly CodeGym[];
  onCreate: () => void;
  onEdit: (code: InviteCode) => void;
  /** The link with its QR code. */
  linkOf: (code: InviteCode) => ReactNode;
  /** The staff view of a member. */
  pageOf: (userId: string) => string;
};

/** The codes, newest first, each with its state and what can be done with it. */
export function CodeList({ gyms, onCreate, onEdit, linkOf, pageOf }: Props) {
  const [page, setPage] = useState(1);
  const [filter, setFilter] = useState<CodeFilter>({});
  const [opened, setOpened] = useState<Opened | null>(null);
  const list = useQuery(inviteCodesQuery({ ...filter, page }));
  const isFiltered = Object.values(filter).some((value) => value !== undefined);
  const removed = useHeldIds(codeList);
  if (list.isPending) return <SkeletonCards className="h-20" />;
  if (list.isError) return <ErrorState title="Couldn't load invite codes" onRetry={() => void list.refetch()} />;
  const codes = list.data.results.filter(({ id }) => !removed.has(id));
  if (!isFiltered && (list.data.count === 0 || (page === 1 && codes.length === 0 && list.data.count <= CODES_PER_PAGE)))
    return (
      <EmptyState
        icon={<Ticket />}
        title="No invite codes yet"
        text="New members join your gym with a code. Put one at the front desk, or mail everyone their own."
        action={
          <Button variant="secondary" onClick={onCreate}>
            Create code
          </Button>
        }
      />
    );
  return (
    <>
      <CodeTools
        gyms={gyms}
        filter={filter}
        count={list.data.count}
        onFilter={(next) => {
          setFilter(next);
          setPage(1);
        }}
      />
      {codes.length === 0 ? <p className="py-6 text-center text-text-secondary">No codes match.</p> : null}
      <ul aria-label="Invite codes" className="flex flex-col gap-3">
        {codes.map((code) => (
          <CodeRow
            key={code.id}
            code={code}
            gyms={gyms}
            onEdit={() => onEdit(code)}
            onOpen={(shows) => setOpened({ code, shows })}
          />
        ))}
      </ul>
      <Pager page={page} pageSize={CODES_PER_PAGE} count={list.data.count} onPage={setPage} />
      <Modal
        open={opened !== null}
        onOpenChange={(open) => open || setOpened(null)}
        title={opened ? titles[opened.shows](opened.code.code) : ''}
        size="sm"
      >
        {opened?.shows === 'link' ? linkOf(opened.code) : null}
        {opened?.shows === 'mail' ? <MailInvites code={opened.code} gyms={gyms} mayBeAny={false} /> : null}
        {opened?.shows === 'uses' ? <CodeUses id={opened.code.id} pageOf={pageOf} /> : null}
      </Modal>
    </>
  );
}

type RowProps = { code: InviteCode; gyms: Props['gyms']; onEdit: () => void; onOpen: (shows: Opened['shows']) => void };

function CodeRow({ code, gyms, onEdit, onOpen }: RowProps) {
  const { turn, remove } = useCodeChanges(code);
  const { copied, copy } = useCopy();
  const shown = turn.isPending ? { ...code, is_active: turn.variables } : code;
  const { label, tone } = stateOf(shown);
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-card border border-border p-4">
      <div className="flex min-w-0 flex-1 basis-60 flex-col gap-1">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span className="select-all font-mono font-semibold text-lg tracking-wide">{code.code}</span>
          <Badge tone={tone}>{label}</Badge>
        </p>
        <p className="break-words text-sm text-text-secondary">
          {[
            code.mailed_to && `Mailed to ${code.mailed_to}`,
            code.label,
            code.gym?.name ?? 'Any location',
            usesOf(code),
            expiryOf(code, gyms),
          ]
            .filter(Boolean)
            .join(' · ')}
        </p>
      </div>
      <div className="flex items-center gap-1">
        <Button
          variant="secondary"
          size="sm"
          icon={copied ? <Check /> : <Copy />}
          aria-label={copied ? 'Copied!' : `Copy link of ${code.code}`}
          onClick={() => void copy(code.link)}
        >
          <span aria-live="polite">{copied ? 'Copied!' : 'Copy link'}</span>
        </Button>
        <IconButton label={`QR code of ${code.code}`} icon={<QrCode />} onClick={() => onOpen('link')} />
        <Menu
          trigger={<IconButton label={`Options for ${code.code}`} icon={<Ellipsis />} />}
          groups={[
            [
              { label: 'Who joined', icon: <UsersRound />, onSelect: () => onOpen('uses') },
              ...(code.is_usable ? [{ label: 'Email', icon: <Mail />, onSelect: () => onOpen('mail') }] : []),
              { label: 'Poster', icon: <Printer />, onSelect: () => onOpen('link') },
              { label: 'Edit', icon: <Pencil />, onSelect: onEdit },
              {
                label: shown.is_active ? 'Switch off' : 'Switch on',
                icon: <Power />,
                onSelect: () => turn.mutate(!shown.is_active),
              },
            ],
            [{ label: 'Delete', icon: <Trash2 />, danger: true, onSelect: remove }],
          ]}
        />
      </div>
    </li>
  );
}
