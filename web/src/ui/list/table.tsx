import clsx from 'clsx';
import type { Key, ReactNode } from 'react';

export type Column<Row> = {
  key: string;
  header: string;
  cell: (row: Row) => ReactNode;
  align?: 'start' | 'end';
  /** Hides the header visually, as over a column of buttons. */
  hideHeader?: boolean;
};

type TableProps<Row> = {
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => Key;
  /** Shown instead of rows when there are none. */
  empty?: ReactNode;
  className?: string;
};

// Browsers drop table semantics when a phone's layout makes the element a block, so the roles are explicit.
const as = {
  table: { role: 'table' },
  rowgroup: { role: 'rowgroup' },
  row: { role: 'row' },
  columnheader: { role: 'columnheader' },
  cell: { role: 'cell' },
};

/** Rows and columns; where there is little room for the text, each row becomes a card headed by its first column. */
export function Table<Row>({ caption, columns, rows, rowKey, empty, className }: TableProps<Row>) {
  if (rows.length === 0 && empty) return empty;
  return (
    <div className="@container">
      <table {...as.table} className={clsx('w-full border-collapse text-left text-sm @max-5xl:block', className)}>
        <caption className="sr-only">{caption}</caption>
        <thead {...as.rowgroup} className="@max-5xl:sr-only">
          <tr {...as.row}>
            {columns.map((column) => (
              <th
                key={column.key}
                scope="col"
                {...as.columnheader}
                className={clsx(
                  'whitespace-nowrap border-border border-b px-4 pb-3 font-medium text-text-tertiary first:pl-0 last:pr-0',
                  column.align === 'end' && 'text-right',
                )}
              >
                {column.hideHeader ? <span className="sr-only">{column.header}</span> : column.header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody {...as.rowgroup} className="@max-5xl:flex @max-5xl:flex-col @max-5xl:gap-3">
          {rows.map((row) => (
            <tr
              key={rowKey(row)}
              {...as.row}
              className="@max-5xl:flex @max-5xl:flex-col @max-5xl:gap-2 @max-5xl:rounded-card @max-5xl:border @max-5xl:border-border @max-5xl:p-4"
            >
              {columns.map((column, index) => (
                <td
                  key={column.key}
                  {...as.cell}
                  className={clsx(
                    '@5xl:h-14 @5xl:border-border @5xl:border-b @5xl:px-4 @5xl:py-2 @5xl:first:pl-0 @5xl:last:pr-0',
                    column.align === 'end' && '@5xl:text-right',
                    index === 0
                      ? 'font-medium @max-5xl:text-base'
                      : '@max-5xl:flex @max-5xl:items-center @max-5xl:justify-between',
                  )}
                >
                  {index > 0 && !column.hideHeader ? (
                    <span aria-hidden="true" className="text-text-tertiary @5xl:hidden">
                      {column.header}
                    </span>
                  ) : null}
                  {column.cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
