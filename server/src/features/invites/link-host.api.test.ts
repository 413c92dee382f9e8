import { expect, inject, test } from 'vitest';
import { useTestApp } from '#testing/app.ts';
import { castPassword } from '#testing/cast.ts';
import { addSession } from '#testing/test-data.ts';

const { ironHarbour } = inject('cast').organizations;
const SERVER = 'https://spotter.example';
const GYM = 'https://app.ironharbour.example';
const IOS_APPS = `A1B2C3D4E5.app.spotter,Z9Y8X7W6V5.com.ironharbour@${new URL(GYM).host}#${ironHarbour}`;
const app = useTestApp({ PUBLIC_URL: SERVER, IOS_APPS });

/** The host whose links the app of `appId` opens, as a phone learns it. */
const appsAt = async (link: string) => {
  const headers = { host: new URL(link).host };
  const answer = await app().http.inject({ url: '/.well-known/apple-app-site-association', headers });
  return answer.json().applinks.details[0].appIDs;
};

test('every link to members of a gym with its own app opens in that app', async () => {
  const { db, cast } = app();
  const [ana, owner] = [await app().as(cast.ana), await app().as(cast.olga)];
  const id = await addSession(db, { gym: cast.gyms.barangaroo, host: cast.ana });
  const group = await ana.createGroupConversation({ body: { name: 'Dawn', user_ids: [cast.ben.id] } });
  const links = [
    (await ana.shareSession({ params: { id } })).body.share_url,
    (await ana.generatePlatformInvite({ body: { email: 'kim@x.example' } })).body.invite_url,
    (await owner.createInviteCode({ body: { code: 'IRON-1' } })).body.link,
    (await ana.createGroupLink({ params: { id: group.body.id } })).body.url,
  ];
  for (const link of links) {
    expect(link).toMatch(new RegExp(`^${GYM}/`));
    expect(await appsAt(link)).toEqual(['Z9Y8X7W6V5.com.ironharbour']);
  }
  const [mail] = await app().mailsTo('kim@x.example');
  expect(mail?.text).toContain(`${GYM}/i/friend/`);
});

test('mails to its members lead there too, and those of other gyms to the server', async () => {
  const { cast } = app();
  for (const [person, origin] of [
    [cast.ben, GYM],
    [cast.eve, SERVER],
  ] as const) {
    await (await app().as(person)).changePassword({
      body: { current_password: castPassword, new_password: 'quiet-otter-lifts-71' },
    });
    const [mail] = await app().mailsTo(person.email);
    expect(mail?.text).toContain(`${origin}/login?email=`);
  }
});
