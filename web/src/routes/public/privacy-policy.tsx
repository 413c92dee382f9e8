import { DocumentPage, type DocumentSection, Points } from './document-page.tsx';

const sections: DocumentSection[] = [
  {
    id: 'who',
    title: 'Who is responsible',
    body: (
      <>
        <p>
          Spotter is run from Australia. We handle personal information under the Privacy Act 1988 (Cth) and its
          Australian Privacy Principles, and we respect the General Data Protection Regulation (GDPR) for people in the
          European Economic Area and the United Kingdom.
        </p>
        <p>
          Your gym invites you and decides what its community is for. For what you do inside your gym's community, the
          gym is responsible together with us: it chooses to use Spotter, we run it on its behalf. For your account
          itself, its security and this website, we are responsible alone.
        </p>
        <p>
          Write to <a href="mailto:privacy@spotter.example">privacy@spotter.example</a> with any question. A person
          answers, within 30 days at the latest.
        </p>
      </>
    ),
  },
  {
    id: 'what',
    title: 'What we keep',
    body: (
      <Points>
        <li>
          <strong>Your account.</strong> Name, email address, whether it is verified, and your password, which we keep
          only as an argon2id hash that cannot be turned back. If you sign in with Google or Apple, the identifier that
          provider gives us.
        </li>
        <li>
          <strong>Your profile.</strong> What you choose to add: picture, fitness level, goals, usual training times,
          gender preference for sessions, time zone.
        </li>
        <li>
          <strong>What you do.</strong> The gyms you belong to, sessions you host or join, friends and requests, people
          you block, messages you send, notifications you receive, and your settings.
        </li>
        <li>
          <strong>Your sign-ins.</strong> Device, network address and time of each sign-in that still stands, so that
          you can see and end them.
        </li>
        <li>
          <strong>Technical records.</strong> Which request failed or was slow, by whose account id. Never passwords,
          codes, tokens or the text of messages.
        </li>
      </Points>
    ),
  },
  {
    id: 'why',
    title: 'Why we keep it',
    body: (
      <>
        <p>We use your information for these purposes and no others:</p>
        <Points>
          <li>
            <strong>To run the service you asked for</strong>: signing you in, showing sessions, delivering messages and
            notifications. (GDPR: performance of a contract.)
          </li>
          <li>
            <strong>To suggest training partners</strong> in your own gym by goals, schedule and fitness level. Each
            suggestion says its reason. You can block anyone, and nobody decides anything about you automatically.
            (Legitimate interest.)
          </li>
          <li>
            <strong>To keep it safe</strong>: finding abuse, guessing attacks and faults. (Legitimate interest.)
          </li>
          <li>
            <strong>To give your gym its figures</strong>: how many sessions, when, of what kind, and which members have
            not come for a while. Gyms never see your private messages. (Legitimate interest.)
          </li>
          <li>
            <strong>To send what you switched on</strong>: push messages and optional emails. (Consent, which you take
            back in your settings at any time.)
          </li>
        </Points>
        <p>We do not sell personal information, show advertising, or use your messages to train anything.</p>
      </>
    ),
  },
  {
    id: 'health',
    title: 'Fitness and health information',
    body: (
      <p>
        Your fitness level and goals may say something about your health. They are optional, you write them yourself,
        they are used only to match you with other members and sessions, and you can clear them at any time. Please do
        not put medical details into your profile, sessions or messages.
      </p>
    ),
  },
  {
    id: 'who-sees',
    title: 'Who sees what',
    body: (
      <Points>
        <li>
          <strong>Members of your organization</strong> see your name, picture, level and the sessions you share with
          them. People outside your organization do not find you.
        </li>
        <li>
          <strong>People you blocked</strong>, and who blocked you, do not see you at all.
        </li>
        <li>
          <strong>Admins of your gym</strong> see your account, your gyms and your attendance. They cannot read private
          conversations.
        </li>
        <li>
          <strong>Our own operators</strong> may enter a gym's admin view to help it. Every change they make there is
          recorded under their own name. They cannot read private conversations either.
        </li>
        <li>
          <strong>Anyone with a link you share</strong>, to a session or an invitation, sees first name, initials, gym
          and the session's details, and nothing more.
        </li>
        <li>
          <strong>Companies that carry our data</strong>: hosting, email delivery and the push service of your phone's
          maker. They work on our instructions. If you choose Google or Apple to sign in, that provider learns that you
          did. If your gym's theme uses a font from a font host, your browser asks that host for it.
        </li>
      </Points>
    ),
  },
  {
    id: 'overseas',
    title: 'Outside Australia',
    body: (
      <p>
        Some companies that carry our data work in other countries. Before we hand them anything we make sure, by
        contract, that they protect it as the Australian Privacy Principles require; for people in Europe and the United
        Kingdom, by the standard contractual clauses.
      </p>
    ),
  },
  {
    id: 'how-long',
    title: 'How long we keep it',
    body: (
      <Points>
        <li>Your account and what belongs to it: until you delete it, or your gym asks us to end it.</li>
        <li>A sign-in: 30 days after its last use. Email codes: 15 minutes. Demo accounts: until the demo ends.</li>
        <li>
          When you delete your account, your profile, messages, friendships and sign-ins are removed. What stays is the
          bare record that an action took place, by an identifier that no longer leads to you.
        </li>
        <li>Backups are overwritten in turn, and what you deleted goes with them.</li>
      </Points>
    ),
  },
  {
    id: 'browser',
    title: 'In your browser',
    body: (
      <p>
        We set no advertising or tracking cookies. The app keeps what it needs in your browser's own storage: your
        sign-in, the gym you chose, where you stopped in the guided tour. Signing out empties it.
      </p>
    ),
  },
  {
    id: 'rights',
    title: 'Your rights',
    body: (
      <>
        <p>Most of them are buttons in your profile:</p>
        <Points>
          <li>
            <strong>See and take it along.</strong> Profile, Export my data: everything about you, as a JSON file, at
            once.
          </li>
          <li>
            <strong>Correct it.</strong> Edit your profile at any time.
          </li>
          <li>
            <strong>Delete it.</strong> Profile, Delete account. It takes effect immediately.
          </li>
          <li>
            <strong>Object or restrict.</strong> Write to us, and we stop the use you object to unless the law obliges
            us to go on.
          </li>
        </Points>
        <p>
          If you are not satisfied with our answer you can complain to the Office of the Australian Information
          Commissioner (oaic.gov.au), or in Europe and the United Kingdom to the data protection authority where you
          live.
        </p>
      </>
    ),
  },
  {
    id: 'safety',
    title: 'How we protect it, and when something goes wrong',
    body: (
      <p>
        Everything travels encrypted. Passwords and codes are kept only as hashes, organizations are kept apart in the
        database itself, and every right that is taken away ends with the next click. If a breach is likely to cause
        serious harm we tell you and the Commissioner under the Notifiable Data Breaches scheme, and within 72 hours
        where the GDPR applies.
      </p>
    ),
  },
  {
    id: 'young',
    title: 'Young people',
    body: (
      <p>
        Spotter is for people of 16 and over. If you are younger, please do not sign up. If we learn that someone did,
        we delete the account.
      </p>
    ),
  },
  {
    id: 'changes',
    title: 'Changes',
    body: (
      <p>
        When this policy changes in a way that matters to you, we tell you in the app or by email before it takes
        effect. The date at the top says which version you are reading.
      </p>
    ),
  },
];

export const PrivacyPolicyPage = () => (
  <DocumentPage
    title="Privacy policy"
    lead="What we know about you, why, who sees it, and how you take it back. In plain words, because it is yours."
    changed="15 November 2026"
    sections={sections}
  />
);
