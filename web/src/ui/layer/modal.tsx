import { useMediaQuery } from '../use-media-query.ts';
import { Dialog } from './dialog.tsx';
import type { ModalProps } from './modal-parts.tsx';
import { Sheet } from './sheet.tsx';

/** A centred window from 768 px, a full-height sheet that drags down to close below it. */
export function Modal({ size = 'md', ...props }: ModalProps) {
  const wide = useMediaQuery('(min-width: 768px)');
  return wide ? <Dialog size={size} {...props} /> : <Sheet {...props} />;
}
