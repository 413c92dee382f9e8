import type { User } from '@spotter/contract/users/users.ts';
import { Camera } from 'lucide-react';
import { useRef, useState } from 'react';
import { errorText } from '#platform/api/api-error.ts';
import { toasts } from '#platform/toasts/toasts.tsx';
import { Avatar } from '#ui/avatar.tsx';
import { Button } from '#ui/button.tsx';
import { CropDialog } from './crop-dialog.tsx';
import { useDeleteMyAvatar, useUpdateMyAvatar } from './users.queries.ts';

const UNREADABLE = "We couldn't read this image. Use a PNG, JPEG or WebP.";

/** The member's photo. A phone offers its camera and pictures. */
export function AvatarEditor({ user }: { user: User }) {
  const input = useRef<HTMLInputElement>(null);
  const [picture, setPicture] = useState<ImageBitmap | null>(null);
  const update = useUpdateMyAvatar();
  const remove = useDeleteMyAvatar();

  async function pick(file: File | undefined) {
    if (!file) return;
    try {
      setPicture(await createImageBitmap(file, { imageOrientation: 'from-image' }));
    } catch {
      toasts.error(UNREADABLE);
    }
  }

  async function save(file: File) {
    try {
      await update.mutateAsync(file);
      setPicture(null);
      toasts.success('Photo saved');
    } catch (error) {
      toasts.error(errorText(error, "Couldn't save your photo. Try again."));
    }
  }

  return (
    <div className="flex items-center gap-4">
      <button
        type="button"
        aria-label="Change photo"
        onClick={() => input.current?.click()}
        className="relative shrink-0 rounded-full transition hover:brightness-95"
      >
        <Avatar
          name={`${user.first_name} ${user.last_name}`}
          src={user.avatar_url}
          color={user.avatar_color}
          size="xl"
          decorative
        />
        <span className="absolute right-0 bottom-0 grid size-8 place-items-center rounded-full bg-primary text-on-primary ring-3 ring-bg-raised">
          <Camera aria-hidden="true" className="size-4" />
        </span>
      </button>
      <input
        ref={input}
        type="file"
        accept="image/*"
        aria-label="Photo"
        tabIndex={-1}
        className="sr-only"
        onChange={(event) => {
          void pick(event.target.files?.[0]);
          // Lets the user choose the same file again.
          event.target.value = '';
        }}
      />
      <div className="min-w-0">
        <p className="truncate font-semibold text-lg">
          {user.first_name} {user.last_name}
        </p>
        <p className="truncate text-sm text-text-secondary">{user.email}</p>
        {user.avatar_url ? (
          <Button
            variant="ghost"
            size="sm"
            className="-ml-3.5 text-text-secondary"
            loading={remove.isPending}
            onClick={() =>
              remove.mutate(undefined, {
                onError: (error) => toasts.error(errorText(error, "Couldn't remove your photo. Try again.")),
              })
            }
          >
            Remove photo
          </Button>
        ) : (
          <p className="mt-1 text-sm text-text-secondary">A photo helps people spot you.</p>
        )}
      </div>
      <CropDialog
        picture={picture}
        saving={update.isPending}
        onClose={() => setPicture(null)}
        onCrop={(file) => void save(file)}
      />
    </div>
  );
}
