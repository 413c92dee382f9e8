import { longestMessage } from '@spotter/contract/limits.ts';
import { useRef, useState } from 'react';
import { errorText } from '#platform/api/api-error.ts';
import { Button } from '#ui/button.tsx';
import { TextArea } from '#ui/form/text-field.tsx';
import { Modal } from '#ui/layer/modal.tsx';
import { Banner } from '#ui/status/banner.tsx';
import type { MemberAtRisk, useRemedies } from './retention.queries.ts';

type Props = {
  member: MemberAtRisk;
  open: boolean;
  onClose: () => void;
  message: ReturnType<typeof useRemedies>['message'];
};

const startOf = (firstName: string) =>
  `Hi ${firstName}, we haven't seen you for a while. How are you? We'd love to train with you again.`;

/** A message from the admin, ready to send and free to change. */
export default function MessageDialog({ member: { person }, open, onClose, message }: Props) {
  const [content, setContent] = useState(() => startOf(person.first_name));
  // A retry after a lost answer must not send it twice.
  const nonce = useRef<string>(crypto.randomUUID());
  const close = () => {
    message.reset();
    onClose();
  };
  const send = () =>
    message.mutate(
      { content, client_nonce: nonce.current },
      {
        onSuccess: () => {
          nonce.current = crypto.randomUUID();
          setContent(startOf(person.first_name));
          onClose();
        },
      },
    );
  return (
    <Modal
      open={open}
      onOpenChange={(isOpen) => isOpen || close()}
      title={`Message ${person.first_name}`}
      size="sm"
      footer={
        <Button full loading={message.isPending} disabled={content.trim() === ''} onClick={send}>
          Send message
        </Button>
      }
    >
      <div className="flex flex-col gap-4">
        {message.isError ? <Banner>{errorText(message.error, "Couldn't send it. Try again.")}</Banner> : null}
        <TextArea
          label="Message"
          hint="Sent from you. A personal line works best."
          maxLength={longestMessage}
          rows={5}
          value={content}
          onChange={(event) => setContent(event.target.value)}
        />
      </div>
    </Modal>
  );
}
