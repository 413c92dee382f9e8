import { setupMailsAMinute } from '@spotter/contract/limits.ts';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { api } from '#platform/api/api.ts';
import type { Answer } from '#platform/api/client.ts';
import { Banner } from '#ui/status/banner.tsx';
import { accountKeys } from '../accounts.queries.ts';

type MailQuota = Answer<'getMailQuota'>;

const mailQuotaQuery = () =>
  queryOptions({
    queryKey: [...accountKeys.all, 'mail-quota'],
    queryFn: ({ signal }) => api.getMailQuota({}, { signal }),
    staleTime: 0,
  });

const emails = (count: number) => (count === 1 ? '1 setup email' : `${count.toLocaleString()} setup emails`);

/** When the waiting setup emails go out. */
function mailsInWords({ waiting, goes_today }: MailQuota): string {
  if (goes_today >= waiting) return `${emails(waiting)} ${waiting === 1 ? 'is' : 'are'} on the way`;
  if (goes_today === 0) return `${emails(waiting)} ${waiting === 1 ? 'goes' : 'go'} out from tomorrow`;
  return `${emails(goes_today)} ${goes_today === 1 ? 'goes' : 'go'} out today, the rest from tomorrow`;
}

/** Says when members get their setup codes, while some wait for them. */
export function SetupMails() {
  const quota = useQuery(mailQuotaQuery()).data;
  if (!quota || quota.waiting === 0) return null;
  const isLimited = quota.goes_today < quota.waiting;
  return (
    <Banner tone="info" title={mailsInWords(quota)}>
      {isLimited
        ? 'New gyms can email a few new people a day. The limit grows with time, and with everyone who signs in.'
        : `We send up to ${setupMailsAMinute} a minute.`}
    </Banner>
  );
}
