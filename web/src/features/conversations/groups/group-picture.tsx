import { errorText } from '#platform/api/api-error.ts';
import { preparePhoto } from '#platform/chat/prepare-photo.ts';
import { useUser } from '#platform/login/use-login.ts';
import { useNeedsVerifiedEmail, VerifyEmail } from '#platform/login/verify-email.tsx';
import { toasts } from '#platform/toasts/toasts.tsx';
import { Avatar } from '#ui/avatar.tsx';
import { Button } from '#ui/button.tsx';
import { PictureButton } from '#ui/form/picture-button.tsx';
import { useSetPicture } from '../conversations.mutations.ts';
import type { Conversation } from '../conversations.queries.ts';

/** The group's picture; admins change it. */
export function GroupPicture({ conversation }: { conversation: Conversation }) {
  const { name, picture_url, can_manage } = conversation;
  const picture = useSetPicture(conversation.id);
  const { is_demo_user } = useUser();
  const needsEmail = useNeedsVerifiedEmail();
  const face = <Avatar name={name ?? ''} src={picture_url} size="xl" decorative />;

  async function save(file: File) {
    try {
      const { file: smaller } = await preparePhoto(file);
      await picture.mutateAsync(new File([smaller], 'picture', { type: smaller.type }));
    } catch (error) {
      toasts.error(errorText(error, "Couldn't save the picture. Use a PNG, JPEG or WebP."));
    }
  }
  const remove = () =>
    picture.mutate(null, {
      onError: (error) => toasts.error(errorText(error, "Couldn't remove the picture. Try again.")),
    });

  if (!can_manage || is_demo_user) return picture_url ? <div className="self-center">{face}</div> : null;
  return (
    <div className="flex flex-col items-center gap-1">
      {needsEmail ? (
        <>
          {face}
          <VerifyEmail to="to change the picture" />
        </>
      ) : (
        <PictureButton label="Change picture" busy={picture.isPending} onPick={(file) => void save(file)}>
          {face}
        </PictureButton>
      )}
      {picture_url ? (
        <Button variant="ghost" size="sm" className="text-text-secondary" onClick={remove}>
          Remove picture
        </Button>
      ) : null}
    </div>
  );
}
