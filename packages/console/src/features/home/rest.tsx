import type { Home, Missing } from '@licet/contract';
import type { ReactNode } from 'react';
import { type IconType, KeyRoundIcon, LogInIcon } from '../../ui/icon.tsx';
import { ChevronRightIcon, FingerprintIcon, MailIcon, Trash2Icon } from '../../ui/icons.tsx';
import { lateComponent } from '../../ui/late-part.ts';
import { PlainLink } from '../../ui/links.tsx';
import { Section } from '../../ui/section.tsx';
import { StatusTag } from '../../ui/status.tsx';
import { EndsAt } from '../../ui/time.tsx';
import type { ViewerKind } from './kind.ts';
import { MyApplications, MyRequests } from './my-access.tsx';
import { words } from './words.ts';
import './home.css';

const MayTake = lateComponent(() => import('./may-take.tsx').then((it) => it.MayTake));

/** The properties of the Home of each kind of viewer. */
export interface HomeOf {
  home: Home;
  kind: ViewerKind;
}

/** The end of the Home of users with duties: what needs attention, and their own access. */
export function Rest({
  home,
  shown = false,
}: {
  home: Home;
  /** Whether `Serious` is shown above. */
  shown?: boolean | undefined;
}): ReactNode {
  return (
    <div className="home-row">
      <ToLookAt home={shown ? withoutSerious(home) : home} title={shown ? words.alsoToLookAt : words.toLookAt} />
      <MyApplications mine={home.applications} />
      <MyRequests requests={home.requests} />
      <MayTake />
    </div>
  );
}

const missingIcons: Readonly<Record<Missing, IconType>> = {
  second_factor: FingerprintIcon,
  recovery: KeyRoundIcon,
  sign_in: LogInIcon,
};

/** What an administrator must see first: mails that are not sent, and users without a second factor. */
export function Serious({ home: { mailsHeld, health } }: { home: Home }): ReactNode {
  const without = health?.secondFactor ?? 0;
  if (!mailsHeld && without === 0) return null;
  return (
    <Section title={words.toLookAt}>
      <div className="lines">
        <HeldMails count={mailsHeld} />
        {without > 0 && <MissingLine what="second_factor" count={without} />}
      </div>
    </Section>
  );
}

/** The content without the lines of `Serious`. */
const withoutSerious = (home: Home): Home => ({
  ...home,
  mailsHeld: null,
  health: home.health && { ...home.health, secondFactor: 0 },
});

function HeldMails({ count }: { count: Home['mailsHeld'] }): ReactNode {
  if (!count) return null;
  return (
    <PlainLink to="/settings/$tab" params={{ tab: 'mail' }}>
      <Line icon={MailIcon} title={words.mailsHeld(count)} text={words.mailsHeldText} />
    </PlainLink>
  );
}

function MissingLine({ what, count }: { what: Missing; count: number }): ReactNode {
  return (
    <PlainLink to="/users" search={{ missing: what }}>
      <Line icon={missingIcons[what]} title={words.missing[what](count)} text={words.missingText[what]} />
    </PlainLink>
  );
}

/**
 * Held mails, requested deletions, keys of programs that end, and users without a strong sign-in. Each line links to
 * its list.
 */
function ToLookAt({ home, title }: { home: Home; title: string }): ReactNode {
  const { mailsHeld, deletionsAsked, endingKeys, health } = home;
  const missing = health
    ? ([
        ['second_factor', health.secondFactor],
        ['recovery', health.recovery],
        ['sign_in', health.signIn],
      ] as const)
    : [];
  const lacking = missing.filter(([, count]) => count > 0);
  if (!mailsHeld && !deletionsAsked && endingKeys.length === 0 && lacking.length === 0) return null;
  return (
    <Section title={title}>
      <div className="lines">
        <HeldMails count={mailsHeld} />
        {deletionsAsked ? (
          <PlainLink to="/users" search={{ deletion: 'asked' }}>
            <Line icon={Trash2Icon} title={words.deletionsAsked(deletionsAsked)} text={words.deletionsText} />
          </PlainLink>
        ) : null}
        {endingKeys.map(({ key, client, application }) => (
          <PlainLink
            key={key.id}
            to="/applications/$application"
            params={{ application: application.id }}
            search={{ tab: 'clients', open: client.id }}
          >
            <Line
              icon={KeyRoundIcon}
              title={words.keyOf(key.name, client.name)}
              text={words.keyIn(application.name)}
              end={key.ended ? <StatusTag kind="no">{words.keyEnded}</StatusTag> : <EndsAt at={key.endsAt} />}
            />
          </PlainLink>
        ))}
        {lacking.map(([what, count]) => (
          <MissingLine key={what} what={what} count={count} />
        ))}
      </div>
    </Section>
  );
}

/** The content of a line: an icon, a title, a sentence, and what is at the end. */
function Line({
  icon: Icon,
  title,
  text,
  end,
}: {
  icon: IconType;
  title: string;
  text: string;
  end?: ReactNode;
}): ReactNode {
  return (
    <>
      <Icon />
      <span className="grow">
        <span className="block">{title}</span>
        <span className="text-faint small block">{text}</span>
      </span>
      {end !== undefined && <span className="small nowrap">{end}</span>}
      <ChevronRightIcon className="hide-on-phone" />
    </>
  );
}
