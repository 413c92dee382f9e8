import { avatarSide } from '@spotter/contract/limits.ts';
import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/layer/dialog.tsx';
import { draw, MOST_ZOOM, pulled, wholePicture } from './crop.ts';

/** A larger picture than the server stores would only take longer to send. */
const SIDE = avatarSide;
const STEP = 0.05;
const arrows: Record<string, { x: number; y: number }> = {
  ArrowLeft: { x: STEP, y: 0 },
  ArrowRight: { x: -STEP, y: 0 },
  ArrowUp: { x: 0, y: STEP },
  ArrowDown: { x: 0, y: -STEP },
};

type Props = {
  picture: ImageBitmap | null;
  saving: boolean;
  onClose: () => void;
  onCrop: (file: File) => void;
};

/** Chooses the visible part of a photo by dragging and zooming. */
export function CropDialog({ picture, saving, onClose, onCrop }: Props) {
  const save = useRef<() => void>(() => {});
  // Until the upload begins, so that a double tap uploads one photo.
  const [isCutting, setCutting] = useState(false);
  return (
    <Dialog
      open={picture !== null}
      onOpenChange={(open) => open || onClose()}
      title="Crop photo"
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button loading={saving || isCutting} onClick={() => save.current()}>
            Save photo
          </Button>
        </>
      }
    >
      {picture ? <CropArea {...{ picture, onCrop, setCutting }} save={save} /> : null}
    </Dialog>
  );
}

type AreaProps = {
  picture: ImageBitmap;
  onCrop: (file: File) => void;
  setCutting: (isCutting: boolean) => void;
  save: { current: () => void };
};

function CropArea({ picture, onCrop, setCutting, save }: AreaProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [crop, setCrop] = useState(wholePicture);
  const from = useRef<{ x: number; y: number } | null>(null);
  useEffect(() => {
    if (canvas.current) draw(canvas.current, picture, crop);
  }, [picture, crop]);
  save.current = () => {
    setCutting(true);
    canvas.current?.toBlob(
      (blob) => {
        setCutting(false);
        if (blob) onCrop(new File([blob], 'photo.jpg', { type: blob.type }));
      },
      'image/jpeg',
      0.9,
    );
  };

  const pull = (by: { x: number; y: number }) => setCrop((before) => pulled(picture, before, by));
  function onMove(event: PointerEvent<HTMLElement>) {
    if (!from.current) return;
    const { width } = event.currentTarget.getBoundingClientRect();
    pull({ x: (event.clientX - from.current.x) / width, y: (event.clientY - from.current.y) / width });
    from.current = { x: event.clientX, y: event.clientY };
  }
  function onKey(event: KeyboardEvent) {
    const by = arrows[event.key];
    if (!by) return;
    event.preventDefault();
    pull(by);
  }
  return (
    <div className="flex flex-col items-center gap-5">
      <button
        type="button"
        aria-label="Move the photo with the arrow keys"
        onKeyDown={onKey}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          from.current = { x: event.clientX, y: event.clientY };
        }}
        onPointerMove={onMove}
        onPointerUp={() => {
          from.current = null;
        }}
        onPointerCancel={() => {
          from.current = null;
        }}
        className="relative aspect-square w-full max-w-72 cursor-grab touch-none overflow-hidden rounded-card active:cursor-grabbing"
      >
        <canvas ref={canvas} width={SIDE} height={SIDE} className="size-full" />
        <span
          aria-hidden="true"
          className="pointer-events-none absolute inset-0 rounded-full shadow-[0_0_0_100vmax_var(--color-scrim)] ring-2 ring-bg-raised"
        />
      </button>
      <label className="flex w-full max-w-72 items-center gap-3 font-medium text-sm">
        Zoom
        <input
          type="range"
          min={1}
          max={MOST_ZOOM}
          step={0.05}
          value={crop.zoom}
          onChange={(event) => {
            const zoom = Number(event.target.value);
            setCrop((before) => pulled(picture, { ...before, zoom }, { x: 0, y: 0 }));
          }}
          className="h-11 min-w-0 flex-1 accent-primary"
        />
      </label>
    </div>
  );
}
