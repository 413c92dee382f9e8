/** How long a finished export can be downloaded. */
export const keepExportHours = 24;
/** How many exports of one organization can be downloaded; a new one ends the oldest. */
export const mostExports = 3;
/** The largest zip file that a browser may upload, in bytes. The command line takes larger ones. */
export const largestArchive = 100 * 1024 * 1024;
