import { Button } from '../button.tsx';
import { Dialog } from './dialog.tsx';

type Props = {
  open: boolean;
  title: string;
  text: string;
  no: string;
  yes: string;
  onClose: () => void;
  onYes: () => void;
};

/** Asks before something that cannot be taken back. */
export function Question({ open, title, text, no, yes, onClose, onYes }: Props) {
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => next || onClose()}
      title={title}
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>
            {no}
          </Button>
          <Button
            variant="danger"
            onClick={() => {
              onYes();
              onClose();
            }}
          >
            {yes}
          </Button>
        </>
      }
    >
      <p className="text-text-secondary">{text}</p>
    </Dialog>
  );
}
