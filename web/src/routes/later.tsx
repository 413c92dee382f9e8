import { ArrowRight, Mail } from 'lucide-react';
import { Link, matchPath, useLocation } from 'react-router';
import { usePageTitle } from '#platform/page-title.ts';
import { buttonClass } from '#ui/button-class.ts';
import { EmptyState } from '#ui/status/empty-state.tsx';
import { type Later, laterPages } from './later-table.ts';

function useEntry(): Later {
  const { pathname } = useLocation();
  const entry = laterPages.find(({ path }) => matchPath(path, pathname));
  if (!entry) throw new Error(`No entry for ${pathname}`);
  usePageTitle(entry.title);
  return entry;
}

function Way({ way }: Pick<Later, 'way'>) {
  return 'to' in way ? (
    <Link to={way.to} className={buttonClass({ size: 'lg' })}>
      {way.label}
    </Link>
  ) : (
    <a href={way.href} className={buttonClass({ size: 'lg' })}>
      <Mail aria-hidden="true" />
      {way.label}
    </a>
  );
}

export function LaterPage() {
  const { title, text, way } = useEntry();
  return (
    <div className="mx-auto flex max-w-3xl flex-col px-4 pt-5 md:px-8 md:pt-8">
      <h1 className="text-2xl">{title}</h1>
      <EmptyState icon={<ArrowRight />} title={title} text={text} action={<Way way={way} />} />
    </div>
  );
}
