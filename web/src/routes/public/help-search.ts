import type { HelpGroup } from './help-content.ts';

/** Lower case without accents, so that hasty typing still matches. */
export const plain = (text: string) =>
  text
    .normalize('NFD')
    .replace(/[\u0300-\u036f’']/g, '')
    .toLowerCase();

/** The groups, reduced to answers that contain every word of the query. */
export function searchHelp(groups: readonly HelpGroup[], query: string): HelpGroup[] {
  const words = plain(query).split(/\s+/).filter(Boolean);
  if (words.length === 0) return [...groups];
  return groups.flatMap((group) => {
    const topics = group.topics.flatMap((topic) => {
      const answers = topic.answers.filter(({ question, text, steps = [], after = '' }) => {
        const whole = plain([topic.title, question, text, ...steps, after].join(' '));
        return words.every((word) => whole.includes(word));
      });
      return answers.length > 0 ? [{ ...topic, answers }] : [];
    });
    return topics.length > 0 ? [{ ...group, topics }] : [];
  });
}
