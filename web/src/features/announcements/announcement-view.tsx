import { LinkedText } from '#ui/chat/linked-text.tsx';
import { momentInWords } from './announcement.words.ts';

type Props = { organization: string; gym: string | null; sentAt: string; body: string };

/** The whole text of an announcement, below its title. */
export function AnnouncementView({ organization, gym, sentAt, body }: Props) {
  return (
    <article className="flex flex-col gap-4">
      <p className="text-sm text-text-secondary">
        {[organization, gym].filter(Boolean).join(' · ')}
        {' · '}
        <time dateTime={sentAt}>{momentInWords(sentAt)}</time>
      </p>
      {body ? (
        <p dir="auto" className="whitespace-pre-line break-words">
          <LinkedText text={body} />
        </p>
      ) : null}
    </article>
  );
}
