import { Mail, Plus, WandSparkles } from 'lucide-react';
import { useState } from 'react';
import { useStaff } from '#features/accounts/use-staff.ts';
import { CodeForm, type CodeTask } from '#features/invites/codes/code-form.tsx';
import { CodeList } from '#features/invites/codes/code-list.tsx';
import type { InviteCode } from '#features/invites/codes/codes.queries.ts';
import { InvitePeople } from '#features/invites/codes/invite-people.tsx';
import { PosterButtons } from '#features/invites/codes/poster-buttons.tsx';
import { Referrals } from '#features/invites/codes/referrals.tsx';
import { LinkBox } from '#platform/links/link-box.tsx';
import { usePageTitle } from '#platform/page-title.ts';
import { useAddressSearch } from '#platform/use-address-search.ts';
import { Button } from '#ui/button.tsx';

const linkOf = ({ id, code, link }: InviteCode) => (
  <LinkBox address={link} title={`Join with ${code}`} startsWithCode codeHint="New members scan it with their camera.">
    <PosterButtons id={id} code={code} />
  </LinkBox>
);

/** How new members get in: the codes, and who invited whom. */
export function InviteCodesPage() {
  usePageTitle('Invite codes');
  const [task, setTask] = useState<CodeTask | null>(null);
  const { organizationId, gyms, managesEverything } = useStaff();
  const [search, changeSearch] = useAddressSearch();
  const invite = (isOpen: boolean) =>
    changeSearch((next) => {
      if (isOpen) next.set('invite', 'people');
      else next.delete('invite');
      return next;
    });
  return (
    <div className="rest-waits mx-auto flex max-w-5xl flex-col gap-8 px-4 pt-5 pb-8 md:px-8 md:pt-8">
      <section className="flex flex-col gap-5">
        <header className="flex flex-wrap items-end justify-between gap-4">
          <div className="flex flex-col gap-1">
            <h1 className="text-2xl">Invite codes</h1>
            <p className="text-text-secondary">New members join with a code, its link or its QR code.</p>
          </div>
          <div className="flex flex-wrap gap-2">
            <Button variant="secondary" icon={<WandSparkles />} onClick={() => setTask({ kind: 'generate' })}>
              Generate several
            </Button>
            <Button variant="secondary" icon={<Plus />} onClick={() => setTask({ kind: 'create' })}>
              Create code
            </Button>
            <Button icon={<Mail />} onClick={() => invite(true)}>
              Invite people
            </Button>
          </div>
        </header>
        <CodeList
          gyms={gyms}
          onCreate={() => setTask({ kind: 'create' })}
          onEdit={(code) => setTask({ kind: 'edit', code })}
          pageOf={(userId) => `/admin/organizations/${organizationId}/users/${userId}`}
          linkOf={linkOf}
        />
      </section>
      <section className="flex flex-col gap-3">
        <header className="flex flex-col gap-1">
          <h2 className="text-xl">Top inviters</h2>
          <p className="text-sm text-text-secondary">By their personal link, or a session they shared.</p>
        </header>
        <Referrals />
      </section>
      <CodeForm task={task} onClose={() => setTask(null)} gyms={gyms} mayBeAny={managesEverything} />
      <InvitePeople
        open={search.get('invite') === 'people'}
        onClose={() => invite(false)}
        gyms={gyms}
        mayBeAny={managesEverything}
        linkOf={linkOf}
      />
    </div>
  );
}
