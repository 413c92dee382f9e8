import { ChartColumn, Download, ImageDown, Sheet } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import { toasts } from '#platform/toasts/toasts.tsx';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { InfoTip } from '#ui/layer/info-tip.tsx';
import { Menu } from '#ui/layer/menu.tsx';
import type { Dashboard } from './analytics.queries.ts';
import { type ChartTable, saveCsv } from './charts/save-csv.ts';
import { periodInWords } from './words.ts';

export type Period = Dashboard['period'];

type Props = {
  title: string;
  explanation: string;
  /** Of files, without the period and the ending. */
  fileName: string;
  period: Period;
  /** Which of several figures the chart shows. */
  detail?: string;
  table: ChartTable;
  /** Over the chart, such as a choice of figures. */
  controls?: ReactNode;
  children: ReactNode;
  className?: string;
};

/** A chart with what it counts, the same as a table, and both as files. */
export function ChartCard({
  title,
  explanation,
  fileName,
  period,
  detail,
  table,
  controls,
  children,
  className,
}: Props) {
  const [asTable, setAsTable] = useState(false);
  const chart = useRef<HTMLDivElement>(null);
  const file = `${fileName}-${period.from}-${period.to}`;
  const about = [detail, periodInWords(period)].filter(Boolean).join(' · ');

  async function asPicture() {
    const svg = chart.current?.querySelector('svg');
    if (!svg) return;
    await import('./charts/save-picture.ts')
      .then(({ savePng }) => savePng(svg, title, about, file))
      .catch(() => toasts.error("Couldn't save the picture. Try another browser."));
  }

  return (
    <Card
      className={`flex min-w-0 flex-col gap-4 print:min-h-0 print:gap-1 print:overflow-hidden print:p-2.5 ${className ?? ''}`}
    >
      <header className="flex items-center gap-1 large-text:flex-wrap">
        <h2 className="min-w-0 text-lg print:text-sm">{title}</h2>
        {detail ? <p className="hidden text-text-secondary print:block print:text-xs">{detail}</p> : null}
        <InfoTip label={`What does ${title} show?`} text={explanation} />
        <span className="ml-auto flex print:hidden">
          <IconButton
            label={asTable ? `Show ${title} as a chart` : `Show ${title} as a table`}
            icon={asTable ? <ChartColumn /> : <Sheet />}
            onClick={() => setAsTable(!asTable)}
          />
          <Menu
            trigger={<IconButton label={`Save ${title}`} icon={<Download />} />}
            groups={[
              [
                { label: 'Save as CSV', icon: <Sheet />, onSelect: () => saveCsv(table, file) },
                {
                  label: 'Save as picture',
                  icon: <ImageDown />,
                  disabled: asTable,
                  onSelect: () => void asPicture(),
                },
              ],
            ]}
          />
        </span>
      </header>
      {controls}
      {asTable ? (
        // A button inside makes the region reachable, and so scrollable, by keyboard.
        <section aria-label={`${title} as a table`} className="max-h-96 overflow-auto">
          <ChartRows caption={title} table={table} canOpen />
          <Button variant="ghost" size="sm" className="mt-2" onClick={() => setAsTable(false)}>
            Back to the chart
          </Button>
        </section>
      ) : (
        <>
          <div ref={chart} className="print:min-h-0 print:flex-1">
            {children}
          </div>
          <div className="sr-only print:hidden">
            <ChartRows caption={title} table={table} />
          </div>
        </>
      )}
    </Card>
  );
}

/** Numbers open their people only in the visible table: the hidden one would take the keyboard's focus out of sight. */
function ChartRows({ caption, table, canOpen }: { caption: string; table: ChartTable; canOpen?: boolean }) {
  return (
    <table className="w-full border-collapse text-left text-sm">
      <caption className="sr-only">{caption}</caption>
      <thead>
        <tr>
          {table.head.map((head, index) => (
            <th
              key={head}
              scope="col"
              className={`sticky top-0 whitespace-nowrap border-border border-b bg-bg-main px-3 py-2 font-medium text-text-tertiary ${index > 0 ? 'text-right' : 'pl-0'}`}
            >
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {table.rows.map(([first, ...rest], row) => (
          <tr key={String(first)}>
            <th scope="row" className="whitespace-nowrap border-border border-b py-2 pr-3 font-medium">
              {first}
            </th>
            {rest.map((value, index) => (
              <td key={table.head[index + 1]} className="whitespace-nowrap border-border border-b px-3 py-2 text-right">
                <Value text={value ?? '–'} onOpen={canOpen ? table.opens?.(row, index + 1) : undefined} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Value({ text, onOpen }: { text: string | number; onOpen: (() => void) | undefined }) {
  if (!onOpen) return text;
  return (
    <button
      type="button"
      onClick={onOpen}
      className="touch-target cursor-pointer underline decoration-border underline-offset-4 hover:decoration-current"
    >
      {text}
      <span className="sr-only">: who is behind it?</span>
    </button>
  );
}
