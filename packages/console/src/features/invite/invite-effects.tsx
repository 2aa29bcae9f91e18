import { limits, type User } from '@licet/contract';
import { shownEmail } from '@licet/contract/shown-addresses';
import { useQuery } from '@tanstack/react-query';
import { Fragment, type ReactNode, useMemo, useRef, useState } from 'react';
import { MailWaits } from '../../blocks/mail-round.tsx';
import { idleWords, PlanEffects } from '../../blocks/plan-effects/plan-effects.tsx';
import { unplanned, usePlan } from '../../blocks/plan-effects/use-plan.ts';
import { undoSet, useUndo } from '../../blocks/undo.ts';
import { useRefresh } from '../../blocks/use-action.ts';
import { mailRoundWords } from '../../blocks/words.ts';
import { useAsOf } from '../../session/as-of.ts';
import { client } from '../../session/client.ts';
import { Button } from '../../ui/button.tsx';
import { Callout } from '../../ui/callout.tsx';
import { type Effect, Effects } from '../../ui/effects.tsx';
import { MailIcon } from '../../ui/icons.tsx';
import { PlainLink, TextLink } from '../../ui/links.tsx';
import { asProblem, type Problem } from '../../ui/problem.ts';
import { ProblemNote } from '../../ui/problem-note.tsx';
import { showToast } from '../../ui/toast.tsx';
import { changesEach, changesFor, type Given, takenIn, withUsernames } from './changes.ts';
import { accountsQuery, createdIn, invite, type Queued } from './invite.ts';
import type { NotRead, ReadAddresses, ReadPerson } from './read-addresses.ts';
import { words } from './words.ts';

const NAMES_SHOWN = 3;
const INVALID_SHOWN = 5;
const ACCOUNTS_SHOWN = 5;

interface InviteEffectsProps {
  read: ReadAddresses;
  given: Given;
  language: 'en' | 'de';
  /** Why the users cannot be invited yet. */
  idle: string | undefined;
  onFix: (entry: NotRead) => void;
  onLeaveOut: (entries: readonly NotRead[]) => void;
  onDone: () => void;
}

/** The effects of the invitation, and the button. It creates the users in one plan, then sends the mails. */
export function InviteEffects({
  read,
  given,
  language,
  idle,
  onFix,
  onLeaveOut,
  onDone,
}: InviteEffectsProps): ReactNode {
  const present = useAsOf() === undefined;
  const refresh = useRefresh();
  const undoing = useUndo();
  const [accounts, setAccounts] = useState<ReadonlySet<string>>(new Set());
  const [usernames, setUsernames] = useState<ReadonlySet<string>>(new Set());
  const [ids] = useState(() => new Map<string, string>());
  const people = useMemo(() => {
    const idOf = (address: string) => {
      const id = ids.get(address) ?? crypto.randomUUID();
      ids.set(address, id);
      return id;
    };
    return withUsernames(
      read.people.filter(({ address }) => !accounts.has(address)),
      idOf,
      usernames,
    );
  }, [read, accounts, usernames, ids]);
  const each = changesEach(given);
  const most = limits.planChangesMax.value;
  const isTooMany = people.length * each > most;
  const changes = isTooMany || people.length === 0 ? unplanned : changesFor(people, given);
  const [held, hold] = useState(false);
  const asked = usePlan(changes, { held });
  // Existing accounts are known only from the refusals of the plan. The plan is then computed again without them.
  const [seen, see] = useState(asked.plan);
  if (asked.plan !== seen) {
    see(asked.plan);
    const taken = takenIn(people, each, asked.plan?.steps ?? []);
    if (taken.addresses.length > 0) setAccounts(new Set([...accounts, ...taken.addresses]));
    if (taken.usernames.length > 0) setUsernames(new Set([...usernames, ...taken.usernames]));
  }

  const [problem, setProblem] = useState<Problem>();
  const [unsent, setUnsent] = useState<readonly string[]>([]);
  const [result, setResult] = useState<{ count: number; skipped: Queued['skipped'] }>();
  const busy = useRef(false);
  const send = async (users: readonly string[]) => {
    setUnsent(users);
    const { skipped } = await invite(users, language);
    setUnsent([]);
    setResult({ count: users.length - skipped.length, skipped });
  };
  const working = async (work: () => Promise<void>) => {
    if (busy.current) return;
    busy.current = true;
    setProblem(undefined);
    hold(true);
    try {
      await work();
    } catch (thrown) {
      setProblem(asProblem(thrown));
    } finally {
      busy.current = false;
      hold(false);
      await refresh();
    }
  };
  const run = () =>
    working(async () => {
      if (!asked.plan) return;
      const { last } = await client.plans.apply({ body: { changes: asked.changes, digest: asked.plan.digest } });
      onDone();
      const count = people.length;
      // Show the toast after the mails are queued. It offers Undo even if queueing failed.
      const sent = await createdIn(last)
        .then(send)
        .then(() => true)
        .catch((thrown: unknown) => {
          setProblem(asProblem(thrown));
          return false;
        });
      showToast({
        text: sent ? words.done(count) : words.notSent(count),
        action: undoing({
          run: async () => {
            await undoSet(last);
            setUnsent([]);
            setResult(undefined);
          },
          done: words.undone,
        }),
      });
    });
  const because =
    idle ?? (people.length === 0 ? words.nobody : isTooMany ? tooManyText(most, each) : idleWords(asked, words.waits));
  return (
    <div className="invite-effects">
      {result && <Result {...result} />}
      {unsent.length > 0 && !held && (
        <Callout tone="no" live>
          <b>{words.notSent(unsent.length)}</b>
          <p>
            <Button small onClick={() => void working(() => send(unsent))}>
              {words.sendAgain}
            </Button>
          </p>
        </Callout>
      )}
      <WhoIsInvited read={read} people={people} accounts={accounts} />
      {read.invalid.length > 0 && <Invalid entries={read.invalid} onFix={onFix} onLeaveOut={onLeaveOut} />}
      {isTooMany && <Callout tone="ending">{tooManyText(most, each)}</Callout>}
      <PlanEffects asked={asked} waits={words.waits} called={(place) => people[Math.floor(place / each)]?.name ?? ''} />
      {problem && <ProblemNote problem={problem} />}
      <MailWaits />
      <div className="invite-foot">
        <p className="text-muted small">
          {words.notes} {words.noUndo}
        </p>
        {present && (
          <Button
            kind="primary"
            icon={MailIcon}
            pending={held}
            {...(because !== undefined && { idle: because })}
            onClick={({ detail }) => detail < 2 && void run()}
          >
            {words.action(people.length)}
          </Button>
        )}
      </div>
    </div>
  );
}

const tooManyText = (most: number, each: number) => words.tooMany(Math.floor(most / each), each, most);

/** The users to invite, the existing accounts, and repeated addresses. */
function WhoIsInvited({
  read,
  people,
  accounts,
}: {
  read: ReadAddresses;
  people: readonly Pick<ReadPerson, 'name' | 'address'>[];
  accounts: ReadonlySet<string>;
}): ReactNode {
  const [all, setAll] = useState(false);
  const existing = read.people.filter(({ address }) => accounts.has(address));
  const shown = existing.slice(0, ACCOUNTS_SHOWN).map(({ address }) => address);
  const known = useQuery({ ...accountsQuery(shown), enabled: shown.length > 0 }).data;
  if (people.length + existing.length + read.repeated.length === 0) return null;
  const listed = all || people.length <= NAMES_SHOWN + 1 ? people : people.slice(0, NAMES_SHOWN);
  const effects: Effect[] = [
    ...(people.length > 0
      ? [
          {
            id: 'invited',
            kind: 'gain' as const,
            what: words.invited(people.length),
            names: (
              <>
                {listed.map(({ name, address }, place) => (
                  <Fragment key={address}>
                    {place > 0 && ', '}
                    <bdi>{name}</bdi>
                    {name !== address && (
                      <>
                        {' '}
                        <bdi className="text-muted">{shownEmail(address)}</bdi>
                      </>
                    )}
                  </Fragment>
                ))}
                {listed.length < people.length && (
                  <>
                    {', '}
                    <button type="button" className="link" onClick={() => setAll(true)}>
                      {words.others(people.length - listed.length)}
                    </button>
                  </>
                )}
              </>
            ),
          },
        ]
      : []),
    ...shown.map((address) => ({
      id: address,
      kind: 'same' as const,
      what: words.hasAccount(address),
      names: <Account user={known?.get(address)} />,
    })),
    ...(existing.length > shown.length
      ? [
          {
            id: 'accounts',
            kind: 'same' as const,
            what: words.haveAccounts(existing.length - shown.length),
            names: words.noMail,
          },
        ]
      : []),
    ...(read.repeated.length > 0
      ? [
          {
            id: 'repeated',
            kind: 'same' as const,
            what: words.repeated(read.repeated.length),
            names: words.once,
          },
        ]
      : []),
  ];
  return (
    <section aria-live="polite" aria-label={words.who}>
      <div className="section-head">
        <h2>{words.who}</h2>
      </div>
      <Effects effects={effects} />
    </section>
  );
}

function Account({ user }: { user: User | undefined }): ReactNode {
  return (
    <>
      {user && (
        <>
          <PlainLink className="link" to="/users/$user" params={{ user: user.id }}>
            {user.name}
          </PlainLink>
          {'. '}
        </>
      )}
      {words.noMailOne}
    </>
  );
}

interface InvalidProps {
  entries: readonly NotRead[];
  onFix: (entry: NotRead) => void;
  onLeaveOut: (entries: readonly NotRead[]) => void;
}

/** The entries that are not addresses. Each can be selected in the field, or left out. */
function Invalid({ entries, onFix, onLeaveOut }: InvalidProps): ReactNode {
  return (
    <Callout tone="no" live>
      <b>{words.invalid(entries.length)}</b>
      <ul className="invite-invalid">
        {entries.slice(0, INVALID_SHOWN).map((entry) => (
          <li key={entry.from}>
            {words.why[entry.why](entry.text)}
            <span className="invite-mend">
              <button type="button" className="link" onClick={() => onFix(entry)}>
                {words.fix}
              </button>
              <button type="button" className="link" onClick={() => onLeaveOut([entry])}>
                {words.leaveOut}
              </button>
            </span>
          </li>
        ))}
      </ul>
      {entries.length > 1 && (
        <p>
          {entries.length > INVALID_SHOWN && `${words.others(entries.length - INVALID_SHOWN)} `}
          <button type="button" className="link" onClick={() => onLeaveOut(entries)}>
            {words.leaveAllOut}
          </button>
        </p>
      )}
    </Callout>
  );
}

function Result({ count, skipped }: { count: number; skipped: Queued['skipped'] }): ReactNode {
  return (
    <Callout live>
      <b>{words.done(count)}</b>
      {skipped.map(({ user, why }) => (
        <p key={user.id}>{words.skipped(user.name, mailRoundWords.why[why])}</p>
      ))}
      <p>
        <TextLink to="/users" search={{ status: 'invited' }}>
          {words.show}
        </TextLink>
      </p>
    </Callout>
  );
}
