import { configure, getConfig } from '@testing-library/react';
import { PATIENCE_MS } from '../../../scripts/patience.ts';

const { getElementError } = getConfig();
/** Testing Library marks the tries of a wait; its types leave the mark out. */
const isOneTry = () =>
  (getConfig() as { _disableExpensiveErrorDiagnostics?: boolean })._disableExpensiveErrorDiagnostics;

configure({
  asyncUtilTimeout: PATIENCE_MS,
  // What a test waits for is missing at first. Only the last error needs the page as text, and a wait adds it by itself.
  getElementError(message, container) {
    if (!isOneTry()) return getElementError(message, container);
    return Object.assign(new Error(message ?? ''), { name: 'TestingLibraryElementError' });
  },
});
