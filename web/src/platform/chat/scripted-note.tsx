/** In a demo nobody is at the other end, and a visitor should know. */
export const ScriptedNote = () => (
  <p className="px-4 pb-1 text-center text-text-tertiary text-xs">Demo: replies here are scripted.</p>
);
