import { DocumentPage, type DocumentSection, Points } from './document-page.tsx';

const sections: DocumentSection[] = [
  {
    id: 'who',
    title: "Who's responsible",
    body: (
      <>
        <p>
          Spotter is run from Australia. We handle personal information under the Privacy Act 1988 (Cth) and its
          Australian Privacy Principles, and we respect the General Data Protection Regulation (GDPR) for people in the
          European Economic Area and the United Kingdom.
        </p>
        <p>
          Your gym invites you and decides what its community is for. Inside your gym's community, the gym and we share
          responsibility: the gym chooses to use Spotter, and we run it on the gym's behalf. For your account, its
          security and this website, we alone are responsible.
        </p>
        <p>
          Questions? Email <a href="mailto:privacy@spotter.example">privacy@spotter.example</a>. A real person answers,
          within 30 days at the latest.
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
          <strong>Your account.</strong> Your name, your email address and whether it's verified, and your password. We
          keep the password only as an argon2id hash that can't be reversed. If you sign in with Google or Apple, we
          keep the identifier they give us.
        </li>
        <li>
          <strong>Your profile.</strong> What you choose to add: picture, a few words about you, fitness level, goals,
          usual training times, gender, phone, time zone.
        </li>
        <li>
          <strong>What you do.</strong> The gyms you belong to, sessions you host or join, friends and requests, people
          you block or report, messages and photos you send, notifications you receive, and your settings.
        </li>
        <li>
          <strong>Your sign-ins.</strong> The device, network address and time of each active sign-in, so you can see
          and end them. Your browser's push address, if you turn on push notifications.
        </li>
        <li>
          <strong>Technical records.</strong> Which requests failed or were slow, with the account id. Never passwords,
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
            <strong>To suggest training partners</strong> in your own gym by goals, schedule and fitness level, by the
            sessions and friends you share, and by which suggestions you add or dismiss. Each suggestion says why. What
            you don't show to everyone isn't used. You can block anyone, and no decisions about you are made
            automatically. (Legitimate interest.)
          </li>
          <li>
            <strong>To keep Spotter safe</strong>: finding abuse, password guessing and faults. (Legitimate interest.)
          </li>
          <li>
            <strong>To give your gym its analytics</strong>: how many sessions there are and how full they get. Gyms
            don't see your private messages, unless a member reports one. (Legitimate interest.)
          </li>
          <li>
            <strong>To let your gym look after members who train less</strong>: each night Spotter estimates who may
            stop training, from their sessions, their friends in the gym and their answers to invites. Never from age or
            gender, and never from messages. (Legitimate interest.)
          </li>
          <li>
            <strong>To send what you turned on</strong>: push notifications and optional emails. (Consent, which you can
            withdraw in your settings at any time.)
          </li>
        </Points>
        <p>We don't sell personal information, show ads, or use your messages to train AI.</p>
      </>
    ),
  },
  {
    id: 'health',
    title: 'Fitness and health information',
    body: (
      <p>
        Your fitness level and goals may say something about your health. They're optional, and you enter them yourself.
        We use them only to match you with members and sessions, and you can clear them at any time. Please don't put
        medical details in your profile, sessions or messages.
      </p>
    ),
  },
  {
    id: 'who-sees',
    title: 'Who sees what',
    body: (
      <Points>
        <li>
          <strong>Members of your organization</strong> see your name, picture, gyms and what you write about yourself,
          and find you in the sessions you're in. You choose who sees your level and goals, your usual times, and your
          sessions in your profile: everyone, friends or no one. Friends and people you chat with see when you're
          online, unless you turn that off. We never store it. People outside your organization can't find you.
        </li>
        <li>
          <strong>People you've blocked</strong>, and people who've blocked you, don't see you at all.
        </li>
        <li>
          <strong>Admins of your gym</strong> see your account, your gyms and your attendance. They can't read chats
          they aren't in, a session's chat included. When a member reports a message, they see it with up to five
          messages before it.
        </li>
        <li>
          <strong>Admins also see members at risk</strong>: members who have trained less or stopped coming, with the
          reason in words and, once the gym has enough history, a percentage. They can write to you, invite you to a
          session, or have Spotter ask a friend who still trains to say hello. That friend only hears that you haven't
          trained for a while, not that you're on a list. If you show your sessions to no one, no friend is asked. You
          can't take yourself off the list in the app, but you can email us to object. The estimate is in your data
          export, and it's deleted with your account.
        </li>
        <li>
          <strong>Our own team</strong> may enter a gym's admin view to help. All their changes are logged under their
          name. They can't read private chats, and see that a message was reported, not what it says.
        </li>
        <li>
          <strong>Anyone with a link you share</strong>, to a session or an invite, sees your first name, initials, gym
          and the session's details, and nothing more. Members of your organization also see your full name, picture and
          email address there.
        </li>
        <li>
          <strong>Companies that process our data</strong>: hosting, email delivery and your phone's push service. They
          follow our instructions. If you sign in with Google or Apple, they know that you did. If your gym's theme uses
          a font from a font host, your browser loads it from there.
        </li>
      </Points>
    ),
  },
  {
    id: 'overseas',
    title: 'Outside Australia',
    body: (
      <p>
        Some companies that process our data work in other countries. Before we share anything, our contracts with them
        make sure they protect it as the Australian Privacy Principles require. For people in Europe and the United
        Kingdom, we use the standard contractual clauses.
      </p>
    ),
  },
  {
    id: 'how-long',
    title: 'How long we keep it',
    body: (
      <Points>
        <li>Your account and everything in it: until you delete it, or your gym asks us to close it.</li>
        <li>A sign-in: 30 days after its last use. Email codes: 15 minutes. Demo accounts: until the demo ends.</li>
        <li>
          When you delete your account, we remove your profile, messages, friends and sign-ins. What stays is a bare
          record that something happened, under an identifier that no longer leads to you.
        </li>
        <li>
          What a member reported about you, even if you change or delete the original: until your account is deleted.
        </li>
        <li>Backups are overwritten over time, and what you deleted goes with them.</li>
      </Points>
    ),
  },
  {
    id: 'browser',
    title: 'In your browser',
    body: (
      <p>
        We don't use advertising or tracking cookies. The app keeps what it needs in your browser's storage: your
        sign-in, your gym, how far you got in the tour, and what you last read and wrote, so that it works offline.
        Signing out clears it.
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
            <strong>Get a copy.</strong> Go to Profile, Account and tap Export my data. You get everything about you as
            a JSON file, right away.
          </li>
          <li>
            <strong>Correct it.</strong> Edit your profile at any time.
          </li>
          <li>
            <strong>Delete it.</strong> Go to Profile, Account and tap Delete my account. It takes effect right away.
          </li>
          <li>
            <strong>Object or restrict.</strong> Email us, and we'll stop the use you object to unless the law requires
            it.
          </li>
        </Points>
        <p>
          If you're not happy with our answer, you can complain to the Office of the Australian Information Commissioner
          (oaic.gov.au), or in Europe and the United Kingdom to the data protection authority where you live.
        </p>
      </>
    ),
  },
  {
    id: 'safety',
    title: 'How we protect it, and when something goes wrong',
    body: (
      <p>
        Everything travels encrypted. We keep passwords and codes only as hashes, keep organizations apart in the
        database itself, and apply removed permissions right away. If a breach is likely to cause serious harm, we'll
        tell you and the Commissioner under the Notifiable Data Breaches scheme, and within 72 hours where the GDPR
        applies.
      </p>
    ),
  },
  {
    id: 'young',
    title: 'Young people',
    body: (
      <p>
        Spotter is for people aged 16 and over. If you're younger, please don't sign up. If we learn that someone did,
        we'll delete the account.
      </p>
    ),
  },
  {
    id: 'changes',
    title: 'Changes',
    body: (
      <p>
        If this policy changes in a way that matters to you, we'll tell you in the app or by email before it takes
        effect. The date at the top shows which version you're reading.
      </p>
    ),
  },
];

export const PrivacyPolicyPage = () => (
  <DocumentPage
    title="Privacy policy"
    lead="What we know about you, why, who sees it, and how to take it back. In plain words, because it's yours."
    changed="2026-11-19"
    sections={sections}
  />
);
