import type { FastifyInstance } from 'fastify';
import type { Config } from '#platform/config.ts';
import { fail } from '#platform/errors.ts';
import type { App } from '#platform/native-apps.ts';

/** Invite links, which a phone opens in the gym's app if it is installed. */
export const appLinkPaths = ['/i/*', '/join/*', '/invite/*', '/sessions/shared/*', '/g/*'] as const;

/** The apps that open links of a host: its own, or else those that name no host. */
function appsOf<A extends App>(apps: readonly A[], host: string): A[] {
  const own = apps.filter((app) => app.host === host);
  return own.length > 0 ? own : apps.filter((app) => app.host === null);
}

/** Tells phones which apps open this host's links and may use its passwords. */
export function registerAppLinks(
  app: FastifyInstance,
  { IOS_APPS, ANDROID_APPS }: Pick<Config, 'IOS_APPS' | 'ANDROID_APPS'>,
): void {
  app.get(
    '/.well-known/apple-app-site-association',
    { config: { op: 'getAppleAppSiteAssociation' } },
    (request, reply) => {
      const appIDs = appsOf(IOS_APPS, request.hostname).map(({ teamId, appId }) => `${teamId}.${appId}`);
      if (appIDs.length === 0) throw fail('not_found');
      // Chats read a link's picture, which is no page.
      const picture = { '/': '/i/*/card.png', exclude: true };
      const components = [picture, ...appLinkPaths.map((path) => ({ '/': path }))];
      return reply
        .type('application/json')
        .send(JSON.stringify({ applinks: { details: [{ appIDs, components }] }, webcredentials: { apps: appIDs } }));
    },
  );
  app.get('/.well-known/assetlinks.json', { config: { op: 'getAssetLinks' } }, (request, reply) => {
    const byPackage = Map.groupBy(appsOf(ANDROID_APPS, request.hostname), ({ appId }) => appId);
    if (byPackage.size === 0) throw fail('not_found');
    const links = Array.from(byPackage, ([package_name, apps]) => ({
      relation: ['delegate_permission/common.handle_all_urls', 'delegate_permission/common.get_login_creds'],
      target: {
        namespace: 'android_app',
        package_name,
        sha256_cert_fingerprints: apps.map(({ fingerprint }) => fingerprint),
      },
    }));
    return reply.type('application/json').send(JSON.stringify(links));
  });
}
