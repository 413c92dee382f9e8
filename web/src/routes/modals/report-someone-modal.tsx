import { MetPeople } from '#features/safety/reports/met-people.tsx';
import { MetPerson } from '#features/safety/reports/met-person.tsx';
import type { ModalScreenProps } from '#routes/modals.ts';
import { useModals } from '#routes/modals.ts';
import { Modal } from '#ui/layer/modal.tsx';

/** For people who can't be found anymore: everyone the reader has met, then what one of them wrote. */
export default function ReportSomeoneModal({ modal: { userId }, open }: ModalScreenProps<'report-someone'>) {
  const modals = useModals();
  const list = { name: 'report-someone' } as const;
  const showList = () => modals.exit(list);
  return (
    <Modal
      inHistory
      size="sm"
      open={open}
      onOpenChange={modals.closeAll}
      title="Report or block someone"
      onBack={userId ? showList : undefined}
    >
      {userId ? (
        <MetPerson key={userId} id={userId} onDone={showList} />
      ) : (
        <MetPeople onChoose={(id) => modals.enter({ ...list, userId: id })} />
      )}
    </Modal>
  );
}
