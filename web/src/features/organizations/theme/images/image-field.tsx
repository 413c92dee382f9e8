import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import clsx from 'clsx';
import { ImageUp, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { api } from '#platform/api/api.ts';
import { ApiError, errorText } from '#platform/api/api-error.ts';
import { toasts } from '#platform/toasts/toasts.tsx';
import { Button } from '#ui/button.tsx';
import { chosenLook } from '#ui/chosen-look.ts';
import { IconButton } from '#ui/icon-button.tsx';
import { Dialog } from '#ui/layer/dialog.tsx';
import { themeKeys } from '../theme.keys.ts';
import { type Asset, assetsQuery, type ImageUse } from '../theme.queries.ts';
import { CropDialog } from './crop-dialog.tsx';
import { FileButton } from './file-button.tsx';
import { loadImage } from './image-pixels.ts';

type Props = {
  title: string;
  /** One level below the heading it stands under. */
  heading: 'h2' | 'h3';
  hint?: string;
  organizationId: string;
  use: ImageUse;
  url: string | null;
  onChange: (url: string | null) => void;
};

/** An image of the theme: uploaded and cut here, or chosen from earlier ones. */
export function ImageField({ title, heading: Heading, hint, organizationId, use, url, onChange }: Props) {
  const queryClient = useQueryClient();
  const [picked, setPicked] = useState<HTMLImageElement | null>(null);
  const upload = useMutation({
    mutationFn: (file: File) => api.uploadAsset({ params: { id: organizationId }, body: { ...use, file } }),
    onSuccess: (asset) => {
      void queryClient.invalidateQueries({ queryKey: themeKeys.assets });
      setPicked(null);
      onChange(asset.url);
    },
    onError: (error) =>
      void toasts.error(
        (error instanceof ApiError ? error.details.file?.[0] : undefined) ??
          errorText(error, "Couldn't upload the image. Try again."),
      ),
  });
  const pick = async (file: File) => {
    try {
      setPicked(await loadImage(file));
    } catch {
      toasts.error("Couldn't read this image. Use a PNG, JPEG, WebP or SVG.");
    }
  };
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-col gap-1">
        <Heading className="font-medium text-sm">{title}</Heading>
        {hint ? <p className="text-sm text-text-tertiary">{hint}</p> : null}
      </div>
      <div className="flex flex-wrap items-center gap-3">
        <span className="grid h-20 min-w-20 max-w-48 place-items-center overflow-hidden rounded-card border border-border bg-bg-secondary p-2">
          {url ? (
            <img src={url} alt={title} className="max-h-16 max-w-44 object-contain" />
          ) : (
            <span className="text-text-tertiary text-xs">None</span>
          )}
        </span>
        <FileButton icon={<ImageUp />} onPick={(file) => void pick(file)}>
          {url ? 'Replace' : 'Upload'}
        </FileButton>
        {url ? (
          <Button variant="ghost" onClick={() => onChange(null)}>
            Remove
          </Button>
        ) : null}
      </div>
      <EarlierImages organizationId={organizationId} use={use} url={url} onChange={onChange} />
      {picked ? (
        <CropDialog
          image={picked}
          title={title}
          isLogo={use.asset_type === 'logo'}
          busy={upload.isPending}
          onCancel={() => setPicked(null)}
          onCropped={(file) => upload.mutate(file)}
        />
      ) : null}
    </div>
  );
}

/** Earlier uploads, to take again or to delete. */
function EarlierImages({ organizationId, use, url, onChange }: Omit<Props, 'title' | 'heading' | 'hint'>) {
  const queryClient = useQueryClient();
  const assets = useQuery(assetsQuery(organizationId, use.asset_type));
  const [asked, setAsked] = useState<{ asset: Asset; uses: readonly string[] } | null>(null);
  const remove = useMutation({
    mutationFn: ({ asset, force }: { asset: Asset; force: boolean }) =>
      api.deleteAsset({ params: { id: organizationId, assetId: asset.id }, query: { force } }),
    onSuccess: (_, { asset }) => {
      setAsked(null);
      void queryClient.invalidateQueries({ queryKey: themeKeys.assets });
      void queryClient.invalidateQueries({ queryKey: themeKeys.saved });
      if (asset.url === url) onChange(null);
      toasts.success('Image deleted');
    },
    onError: (error, { asset }) => {
      if (error instanceof ApiError && error.code === 'asset_in_use')
        setAsked({ asset, uses: error.details.asset ?? [] });
      else toasts.error(errorText(error, "Couldn't delete the image. Try again."));
    },
  });
  const shown = (assets.data?.results ?? []).filter(
    ({ workout_type }) => use.asset_type !== 'workout_icon' || workout_type === use.workout_type,
  );
  if (shown.length === 0) return null;
  return (
    <>
      <ul aria-label="Earlier images" className="flex flex-wrap gap-2">
        {shown.map((asset, index) => (
          <li key={asset.id} className="relative">
            <button
              type="button"
              aria-label={`Use image ${index + 1}`}
              aria-pressed={asset.url === url}
              onClick={() => onChange(asset.url)}
              className={clsx(
                'grid size-16 place-items-center rounded-control border p-1.5 transition',
                asset.url === url
                  ? `border-transparent ${chosenLook}`
                  : 'border-border bg-bg-secondary hover:border-border-control',
              )}
            >
              <img src={asset.url} alt="" loading="lazy" className="max-h-12 max-w-12 object-contain" />
            </button>
            <IconButton
              label={`Delete image ${index + 1}`}
              icon={<Trash2 />}
              size="xs"
              variant="secondary"
              round
              className="absolute! -top-2 -right-2"
              onClick={() => remove.mutate({ asset, force: false })}
            />
          </li>
        ))}
      </ul>
      <Dialog
        open={asked !== null}
        onOpenChange={(open) => open || setAsked(null)}
        title="Delete this image?"
        description="It's in use. What shows it goes back to the default."
      >
        <div className="flex flex-col gap-5">
          <ul className="list-disc pl-5 text-sm text-text-secondary">
            {asked?.uses.map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
          <div className="flex justify-end gap-2">
            <Button variant="secondary" onClick={() => setAsked(null)}>
              Keep it
            </Button>
            <Button
              variant="danger"
              loading={remove.isPending}
              onClick={() => asked && remove.mutate({ asset: asked.asset, force: true })}
            >
              Delete everywhere
            </Button>
          </div>
        </div>
      </Dialog>
    </>
  );
}
