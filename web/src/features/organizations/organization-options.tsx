import { Ellipsis, Mails, Palette, Pencil, Power, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { IconButton } from '#ui/icon-button.tsx';
import { Menu } from '#ui/layer/menu.tsx';
import { Question } from '#ui/layer/question.tsx';
import { type OrganizationChanges, type OrganizationOverview, useChangeOrganization } from './organizations.queries.ts';

type Props = { organization: OrganizationOverview; onRename: () => void; onDelete: () => void };

/** What a super admin does to an organization from outside. */
export function OrganizationOptions({ organization, onRename, onDelete }: Props) {
  const { name, is_active, white_label_enabled, stranger_mails } = organization;
  const { mutate } = useChangeOrganization();
  const change = (changes: OrganizationChanges) => mutate({ ...organization, changes });
  const [isAsking, setAsking] = useState(false);
  const isLifted = stranger_mails?.is_lifted;
  return (
    <>
      <Menu
        trigger={<IconButton label={`Options for ${name}`} icon={<Ellipsis />} />}
        groups={[
          [
            { label: 'Rename', icon: <Pencil />, onSelect: onRename },
            {
              label: is_active ? 'Switch off' : 'Switch on',
              icon: <Power />,
              onSelect: () => (is_active ? setAsking(true) : change({ is_active: true })),
            },
            {
              label: white_label_enabled ? 'Turn white label off' : 'Turn white label on',
              icon: <Palette />,
              onSelect: () => change({ white_label_enabled: !white_label_enabled }),
            },
            {
              label: isLifted ? 'Restore email limit' : 'Lift email limit',
              icon: <Mails />,
              onSelect: () => change({ mail_limit_lifted: !isLifted }),
            },
          ],
          [{ label: 'Delete', icon: <Trash2 />, danger: true, onSelect: onDelete }],
        ]}
      />
      <Question
        open={isAsking}
        title={`Switch off ${name}?`}
        text="All its members are signed out at once and told that their gym's access is switched off. Nothing is lost: switch it on again any time."
        no="Keep it on"
        yes="Switch off"
        onClose={() => setAsking(false)}
        onYes={() => change({ is_active: false })}
      />
    </>
  );
}
