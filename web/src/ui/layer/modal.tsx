import { useHasRoom } from '../use-media-query.ts';
import { Dialog } from './dialog.tsx';
import type { ModalProps } from './modal-parts.tsx';
import { Sheet } from './sheet.tsx';

/** A centered window where there is room; otherwise a full-height sheet that closes by dragging down. */
export function Modal({ size = 'md', ...props }: ModalProps) {
  return useHasRoom() ? <Dialog size={size} {...props} /> : <Sheet {...props} />;
}
