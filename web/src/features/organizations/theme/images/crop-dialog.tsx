import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { Button } from '#ui/button.tsx';
import { RadioGroup } from '#ui/form/radio-group.tsx';
import { Dialog } from '#ui/layer/dialog.tsx';
import { MOST_ZOOM, moved, viewOf, wholeImage } from './crop.ts';
import { sizeOf } from './image-pixels.ts';

type Shape = 'whole' | 'square' | 'wide';

type Props = {
  image: HTMLImageElement;
  title: string;
  /** A logo may have any shape; other images are square. */
  isLogo: boolean;
  busy: boolean;
  onCancel: () => void;
  onCropped: (picture: File) => void;
};

const WIDE = 3;
const steps: Record<string, { x: number; y: number }> = {
  ArrowLeft: { x: -0.05, y: 0 },
  ArrowRight: { x: 0.05, y: 0 },
  ArrowUp: { x: 0, y: -0.05 },
  ArrowDown: { x: 0, y: 0.05 },
};

/** Chooses the part of an image to use: by dragging, with the arrow keys, and closer with the slider. */
export function CropDialog({ image, title, isLogo, busy, onCancel, onCropped }: Props) {
  const size = sizeOf(image);
  const canvas = useRef<HTMLCanvasElement>(null);
  const [shape, setShape] = useState<Shape>(isLogo ? 'whole' : 'square');
  const [crop, setCrop] = useState(() => wholeImage(size));
  // Until the upload begins, so that a double tap uploads one picture.
  const [isCutting, setCutting] = useState(false);
  const aspect = shape === 'whole' ? size.width / size.height : shape === 'wide' ? WIDE : 1;
  // Fits a logo's largest size, and any screen's pixels.
  const width = Math.round(Math.min(1000, 400 * Math.max(aspect, 1)));
  const height = Math.round(width / aspect);

  useEffect(() => {
    const context = canvas.current?.getContext('2d');
    if (!context) return;
    const view = viewOf(size, aspect, crop);
    const scale = width / view.width;
    context.clearRect(0, 0, width, height);
    context.imageSmoothingQuality = 'high';
    context.drawImage(image, -view.x * scale, -view.y * scale, size.width * scale, size.height * scale);
  });

  const move = (by: { x: number; y: number }) => setCrop((now) => moved(size, aspect, now, by));
  const onKeyDown = (event: KeyboardEvent) => {
    const step = steps[event.key];
    if (!step) return;
    event.preventDefault();
    move(step);
  };
  const use = () => {
    setCutting(true);
    canvas.current?.toBlob((blob) => {
      setCutting(false);
      if (blob) onCropped(new File([blob], 'image.png', { type: 'image/png' }));
    }, 'image/png');
  };

  return (
    <Dialog
      open
      onOpenChange={(open) => open || onCancel()}
      title={title}
      description="Drag the picture to place it, and zoom in to cut off its edges."
      footer={
        <div className="flex justify-end gap-2">
          <Button variant="secondary" onClick={onCancel}>
            Cancel
          </Button>
          <Button loading={busy || isCutting} onClick={use}>
            Use picture
          </Button>
        </div>
      }
    >
      <div className="flex flex-col gap-4">
        {/* The squares show what is transparent. */}
        <div className="grid place-items-center rounded-card bg-[repeating-conic-gradient(var(--color-bg-secondary-hover)_0_25%,var(--color-bg-main)_0_50%)] bg-[length:1.25rem_1.25rem] p-3">
          <button
            type="button"
            aria-label="Picture. Move it with the arrow keys."
            onKeyDown={onKeyDown}
            onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
            onPointerMove={(event) => {
              if (!event.currentTarget.hasPointerCapture(event.pointerId)) return;
              const box = event.currentTarget.getBoundingClientRect();
              move({ x: -event.movementX / box.width, y: -event.movementY / box.height });
            }}
            className="max-w-full cursor-move touch-none border border-border-control border-dashed"
          >
            <canvas ref={canvas} width={width} height={height} className="max-h-72 max-w-full" />
          </button>
        </div>
        {isLogo ? (
          <RadioGroup
            label="Shape"
            columns
            options={[
              { value: 'whole', label: 'Whole' },
              { value: 'wide', label: 'Wide' },
              { value: 'square', label: 'Square' },
            ]}
            value={shape}
            onChange={(next) => {
              setShape(next);
              setCrop(wholeImage(size));
            }}
          />
        ) : null}
        <label className="flex items-center gap-3 font-medium text-sm">
          Zoom
          <input
            type="range"
            min={1}
            max={MOST_ZOOM}
            step={0.05}
            value={crop.zoom}
            onChange={(event) => setCrop({ ...crop, zoom: Number(event.target.value) })}
            className="h-11 flex-1 accent-primary"
          />
        </label>
      </div>
    </Dialog>
  );
}
