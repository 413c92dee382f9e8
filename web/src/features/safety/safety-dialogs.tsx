import { lazy } from 'react';
import { ReportDialog } from './reports/report-dialog.tsx';

/** What other features place through `SafetyProvider`. */
export const safetyDialogs = {
  ReportDialog,
  BlockDialog: lazy(async () => ({ default: (await import('./blocks/block-dialog.tsx')).BlockDialog })),
};
