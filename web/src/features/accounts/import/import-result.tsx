import type { ImportKind } from '@spotter/contract/users/import-fields.ts';
import { Banner } from '#ui/status/banner.tsx';
import type { ImportCheck } from './import.queries.ts';

export const importedThings = { members: ['member', 'members'], sessions: ['session', 'sessions'] } as const;
export const counted = (kind: ImportKind, count: number) =>
  `${count.toLocaleString()} ${importedThings[kind][count === 1 ? 0 : 1]}`;

/** What the import will do, or what keeps it from doing anything. */
export function ImportResult({ found, busy, sendsCodes }: { found: ImportCheck; busy: boolean; sendsCodes: boolean }) {
  const { kind, ready, rows, already_here, error_count, errors, notes } = found;
  const isColumnMissing = errors[0]?.row === 1;
  return (
    <section aria-label="Result" aria-busy={busy} className="flex flex-col gap-3">
      <h2 className="text-lg">Check</h2>
      {isColumnMissing ? (
        <Banner title="Tell us about your columns">{`${errors[0]?.message} above.`}</Banner>
      ) : error_count > 0 ? (
        <>
          <Banner title={error_count === 1 ? '1 thing to fix' : `${error_count.toLocaleString()} things to fix`}>
            Nothing is imported until every row is right. Fix your file and choose it again.
          </Banner>
          <div className="max-h-96 overflow-y-auto rounded-card border border-border">
            <table className="w-full text-left text-sm">
              <caption className="sr-only">Errors by row</caption>
              <thead className="sticky top-0 bg-bg-secondary">
                <tr>
                  <th scope="col" className="px-3 py-2 font-medium">
                    Row
                  </th>
                  <th scope="col" className="px-3 py-2 font-medium">
                    Column
                  </th>
                  <th scope="col" className="px-3 py-2 font-medium">
                    What's wrong
                  </th>
                </tr>
              </thead>
              <tbody>
                {errors.map(({ row, column, message }) => (
                  <tr key={`${row} ${column} ${message}`} className="border-border border-t">
                    <td data-figures="" className="px-3 py-2">
                      {row}
                    </td>
                    <td className="break-words px-3 py-2">{column}</td>
                    <td className="break-words px-3 py-2">{message}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
          {error_count > errors.length ? (
            <p className="text-sm text-text-secondary">and {(error_count - errors.length).toLocaleString()} more</p>
          ) : null}
        </>
      ) : ready === 0 ? (
        <Banner tone="info" title="Nothing new in this file">
          {already_here > 0 ? `${counted(kind, already_here)} ${already_here === 1 ? 'is' : 'are'} here already. ` : ''}
          {notes.map((note) => `${note}. `)}
        </Banner>
      ) : (
        <Banner
          tone="success"
          title={`Ready: ${counted(kind, ready)} from ${rows.toLocaleString()} ${rows === 1 ? 'row' : 'rows'}`}
        >
          Nothing is imported yet.{' '}
          {kind === 'members'
            ? sendsCodes
              ? 'Import adds them and emails active ones a setup code. '
              : 'Import adds them and emails no one. '
            : ''}
          {already_here > 0 ? `${counted(kind, already_here)} ${already_here === 1 ? 'is' : 'are'} here already. ` : ''}
          {notes.map((note) => `${note}. `)}
          All of it is imported, or nothing. You can undo it for a day.
        </Banner>
      )}
    </section>
  );
}
