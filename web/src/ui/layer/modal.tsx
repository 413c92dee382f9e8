import { useMediaQuery } from '../use-media-query.ts';
import { Dialog } from './dialog.tsx';
import type { ModalProps } from './modal-parts.tsx';
import { Sheet } from './sheet.tsx';

/** A centered window from 768 px; below that a full-height sheet that closes by dragging down. */
export function Modal({ size = 'md', ...props }: ModalProps) {
  const wide = useMediaQuery('(min-width: 768px)');
  return wide ? <Dialog size={size} {...props} /> : <Sheet {...props} />;
}
