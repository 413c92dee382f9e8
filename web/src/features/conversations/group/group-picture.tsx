import { Camera } from 'lucide-react';
import { useRef } from 'react';
import { errorText } from '#platform/api/api-error.ts';
import { preparePhoto } from '#platform/chat/prepare-photo.ts';
import { useUser } from '#platform/login/use-login.ts';
import { toasts } from '#platform/toasts/toasts.tsx';
import { Avatar } from '#ui/avatar.tsx';
import { Button } from '#ui/button.tsx';
import { useSetPicture } from '../conversations.mutations.ts';
import type { Conversation } from '../conversations.queries.ts';

/** The group's picture; admins change it. */
export function GroupPicture({ conversation }: { conversation: Conversation }) {
  const { id, name, picture_url, can_manage } = conversation;
  const input = useRef<HTMLInputElement>(null);
  const picture = useSetPicture();
  const { is_demo_user } = useUser();
  const face = <Avatar name={name ?? ''} src={picture_url} size="xl" decorative />;

  async function save(file: File | undefined) {
    if (!file) return;
    try {
      const { file: smaller } = await preparePhoto(file);
      await picture.mutateAsync({ id, value: new File([smaller], 'picture', { type: smaller.type }) });
    } catch (error) {
      toasts.error(errorText(error, "Couldn't save the picture. Use a PNG, JPEG or WebP."));
    }
  }
  const remove = () =>
    picture.mutate(
      { id, value: null },
      { onError: (error) => toasts.error(errorText(error, "Couldn't remove the picture. Try again.")) },
    );

  if (!can_manage || is_demo_user) return picture_url ? <div className="self-center">{face}</div> : null;
  return (
    <div className="flex flex-col items-center gap-1">
      <button
        type="button"
        aria-label="Change picture"
        aria-busy={picture.isPending}
        disabled={picture.isPending}
        onClick={() => input.current?.click()}
        className="relative rounded-full transition hover:brightness-95 disabled:opacity-60"
      >
        {face}
        <span className="absolute right-0 bottom-0 grid size-8 place-items-center rounded-full bg-primary text-on-primary ring-3 ring-bg-raised">
          <Camera aria-hidden="true" className="size-4" />
        </span>
      </button>
      <input
        ref={input}
        type="file"
        accept="image/*"
        aria-label="Picture"
        tabIndex={-1}
        className="sr-only"
        onChange={(event) => {
          void save(event.target.files?.[0]);
          // Lets the user choose the same file again.
          event.target.value = '';
        }}
      />
      {picture_url ? (
        <Button variant="ghost" size="sm" className="text-text-secondary" onClick={remove}>
          Remove picture
        </Button>
      ) : null}
    </div>
  );
}
