/** For a file that may be missing: null then. Any other failure stays one. */
export function nullIfNoFile(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null;
  throw error;
}
