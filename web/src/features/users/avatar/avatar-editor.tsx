import type { User } from '@spotter/contract/users/users.ts';
import { useState } from 'react';
import { errorText } from '#platform/api/api-error.ts';
import { useNeedsVerifiedEmail, VerifyEmail } from '#platform/login/verify-email.tsx';
import { faceOf } from '#platform/people/face.ts';
import { toasts } from '#platform/toasts/toasts.tsx';
import { Avatar } from '#ui/avatar.tsx';
import { Button } from '#ui/button.tsx';
import { PictureButton } from '#ui/form/picture-button.tsx';
import { useDeleteMyAvatar, useUpdateMyAvatar } from '../users.queries.ts';
import { CropDialog } from './crop-dialog.tsx';

const UNREADABLE = "We couldn't read this image. Use a PNG, JPEG or WebP.";

/** The member's photo. */
export function AvatarEditor({ user }: { user: User }) {
  const [picture, setPicture] = useState<ImageBitmap | null>(null);
  const update = useUpdateMyAvatar();
  const remove = useDeleteMyAvatar();
  const needsEmail = useNeedsVerifiedEmail();
  const face = <Avatar {...faceOf(user)} size="xl" decorative />;

  async function pick(file: File) {
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
    <div className="flex flex-col gap-4">
      <div className="flex items-center gap-4">
        {needsEmail ? (
          face
        ) : (
          <PictureButton label="Change photo" onPick={(file) => void pick(file)}>
            {face}
          </PictureButton>
        )}
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
      </div>
      <VerifyEmail to="to add a photo" />
      <CropDialog
        picture={picture}
        saving={update.isPending}
        onClose={() => setPicture(null)}
        onCrop={(file) => void save(file)}
      />
    </div>
  );
}
