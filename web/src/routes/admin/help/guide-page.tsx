import { ArrowLeft } from 'lucide-react';
import { Link, Navigate, useParams } from 'react-router';
import { AdminPage } from '../admin-page.tsx';
import { findGuide, pictureOf } from './guides.ts';

/** One guide: what it is for, its steps, and how the screen looks. */
export function AdminGuidePage() {
  const guide = findGuide(useParams().guideId ?? '');
  if (!guide) return <Navigate to="/admin/help" replace />;
  const { id, title, text, steps, notes = [], picture } = guide;
  return (
    <AdminPage title={title} text={text}>
      <ol className="flex max-w-2xl list-decimal flex-col gap-3 pl-5 marker:font-semibold marker:text-primary-text">
        {steps.map((step) => (
          <li key={step} className="pl-1">
            {step}
          </li>
        ))}
      </ol>
      <figure className="flex flex-col gap-2">
        <img
          src={pictureOf(id)}
          alt={picture}
          width={1120}
          height={760}
          loading="lazy"
          className="h-auto w-full rounded-card border border-border"
        />
        <figcaption className="text-sm text-text-secondary">{picture}</figcaption>
      </figure>
      {notes.length > 0 ? (
        <section className="flex max-w-2xl flex-col gap-2">
          <h2 className="text-lg">Good to know</h2>
          <ul className="flex list-disc flex-col gap-2 pl-5 text-text-secondary">
            {notes.map((note) => (
              <li key={note}>{note}</li>
            ))}
          </ul>
        </section>
      ) : null}
      <Link to="/admin/help" className="flex w-fit items-center gap-2 font-medium text-primary-text hover:underline">
        <ArrowLeft aria-hidden="true" className="size-4" />
        All guides
      </Link>
    </AdminPage>
  );
}
