import { limits, searchFilter } from '@licet/contract';
import { Fragment, type ReactNode, useDeferredValue, useEffect, useId, useMemo, useRef, useState } from 'react';
import { useMe } from '../../session/me.ts';
import { Page, PageBody } from '../../shell/page.tsx';
import { NoIcon } from '../../ui/icon.tsx';
import { IdCardIcon, ScrollTextIcon, SearchIcon } from '../../ui/icons.tsx';
import { Meter } from '../../ui/meter.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { keepOffline } from './keep-offline.ts';
import { KeysField, loadSignature } from './keys-field.tsx';
import { printClaims, type Reading, readToken } from './reading.ts';
import { OnResources, onlyOn } from './resources.tsx';
import { TokenField } from './token-field.tsx';
import { useSeconds, Validity } from './validity.tsx';
import { words } from './words.ts';
import './inspect.css';
import { useCopy } from '../../ui/copy.tsx';
import '../../ui/section.css';
import { ADMIN, explain, type Token } from '@licet/rule';
import { TextLink } from '../../ui/links.tsx';
import { StatusTag } from '../../ui/status.tsx';
import '../../ui/field.css';
import { useVirtualizer } from '@tanstack/react-virtual';
import { Callout } from '../../ui/callout.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { Tag, Tags } from '../../ui/who.tsx';

/** Decodes any token entirely in the browser. Needs no sign-in. */
export function InspectScreen(): ReactNode {
  const [pasted, setPasted] = useState('');
  const [keys, setKeys] = useState('');
  const text = useDeferredValue(pasted);
  const reading = useMemo(() => (text.trim() === '' ? undefined : readToken(text)), [text]);
  const signedIn = useMe() !== undefined;
  // Load the code for signatures and keep the page offline, because the page promises to work without a network.
  useEffect(() => {
    void loadSignature()
      .then(keepOffline)
      .catch(() => undefined);
  }, []);
  return (
    <Page title={words.title} {...(!signedIn && { lead: words.lead })}>
      <PageBody>
        <div className="inspect">
          <div className="inspect-side">
            <TokenField text={pasted} onChange={setPasted} />
            {reading?.header && <KeysField keys={keys} onChange={setKeys} keysAt={reading.issuer?.keysAt} />}
          </div>
          <div className="inspect-side inspect-answer">
            {!reading && (
              <EmptyState icon={ScrollTextIcon} title={words.empty}>
                {words.emptyText}
              </EmptyState>
            )}
            {reading?.malformed !== undefined && <Malformed reading={reading} />}
            {reading?.token && (
              <>
                <Validity key={reading.text} token={reading.token} reading={reading} keys={keys} />
                <AskRule token={reading.token} claims={reading.claims} />
                <Permits key={`permits ${reading.token.sub} ${reading.bytes}`} token={reading.token} />
                <OnResources token={reading.token} />
              </>
            )}
            {reading && <Size bytes={reading.bytes} />}
          </div>
          {reading && (
            <div className="inspect-side">
              <ClaimsView title={words.payload} claims={reading.claims} />
              <ClaimsView title={words.header} claims={reading.header} />
            </div>
          )}
        </div>
      </PageBody>
    </Page>
  );
}

function Malformed({ reading: { malformed = 'payload', parts } }: { reading: Reading }): ReactNode {
  return (
    <div className="validity" role="status">
      <div className="validity-head">
        <NoIcon className="tone-no" />
        <h2 className="tone-no">{words.malformedHead}</h2>
      </div>
      <p className="text-muted">
        {words.malformed[malformed]} {malformed === 'payload' && parts.length !== 3 && words.partCount(parts.length)}
      </p>
      <p className="text-faint small">
        <code>{malformed}</code>
      </p>
    </div>
  );
}

function Size({ bytes }: { bytes: number }): ReactNode {
  const budget = limits.tokenBytes.value;
  const text = words.sizeText(words.bytes(bytes), words.bytes(budget));
  return (
    <div className="inspect-size text-muted small">
      <span>{words.size}</span>
      <Meter
        label={words.size}
        value={Math.min(bytes, budget)}
        max={budget}
        text={text}
        tone={bytes > limits.tokenWarnBytes.value ? 'ending' : 'plain'}
      />
      <span>{text}</span>
    </div>
  );
}

/** One part of the token as formatted claims. */
function ClaimsView({
  title,
  claims,
}: {
  title: string;
  claims: Readonly<Record<string, unknown>> | undefined;
}): ReactNode {
  return (
    <section>
      <div className="section-head">
        <h2>{title}</h2>
        {claims && <CopyJson claims={claims} />}
      </div>
      {claims ? <Printed title={title} claims={claims} /> : <p className="text-faint">{words.unreadable}</p>}
    </section>
  );
}

function Printed({ title, claims }: { title: string; claims: Readonly<Record<string, unknown>> }): ReactNode {
  const { printed, left } = useMemo(() => printClaims(claims), [claims]);
  const region = { tabIndex: 0, role: 'region', 'aria-label': title };
  return (
    <pre className="code claims" {...region}>
      {'{\n'}
      {printed.map(({ name, text, note }, place) => (
        <Fragment key={name}>
          {'  '}
          <span className="keyword">{JSON.stringify(name)}</span>: {text}
          {place < printed.length - 1 || left > 0 ? ',' : ''}
          {note !== undefined && <span className="comment">{`   // ${note}`}</span>}
          {'\n'}
        </Fragment>
      ))}
      {left > 0 && <span className="comment">{`  ${words.moreClaims(left)}\n`}</span>}
      {'}'}
    </pre>
  );
}

function CopyJson({ claims }: { claims: Readonly<Record<string, unknown>> }): ReactNode {
  const json = useMemo(() => JSON.stringify(claims, null, 2), [claims]);
  const [copied, copy] = useCopy(json);
  return (
    <button type="button" className="link small end" onClick={copy}>
      {copied ? words.copied : words.copy}
    </button>
  );
}

/** Evaluates the access rule for a typed permission. */
function AskRule({ token, claims }: { token: Token; claims: Reading['claims'] }): ReactNode {
  const id = useId();
  const [asked, setAsked] = useState('');
  const signedIn = useMe() !== undefined;
  // The answer changes when the token expires.
  const now = useSeconds(token.exp * 1000);
  const permission = asked.trim();
  const decision = permission === '' ? undefined : explain(token, permission, now / 1000);
  const application = typeof claims?.aud === 'string' ? claims.aud : undefined;
  return (
    <section>
      <div className="section-head">
        <h2>{words.ask}</h2>
      </div>
      <div className="field">
        <label className="visually-hidden" htmlFor={id}>
          {words.askField}
        </label>
        <div className="input-box">
          <SearchIcon />
          <input
            id={id}
            className="mono"
            placeholder={words.askField}
            autoComplete="off"
            spellCheck={false}
            value={asked}
            onChange={(event) => setAsked(event.target.value)}
            aria-describedby={`${id}-answer`}
          />
          {decision && (
            <StatusTag kind={decision.permitted ? 'yes' : 'no'} chip>
              {decision.permitted ? words.permitted : words.refused}
            </StatusTag>
          )}
        </div>
        <span className="hint" id={`${id}-answer`} aria-live="polite">
          {decision && words.reasons[decision.reason]}{' '}
          {(decision?.reason === 'not-listed' || decision?.reason === 'incomplete') && onlyOn(token, permission)}{' '}
          {decision?.reason === 'not-listed' && signedIn && application !== undefined && (
            <TextLink to="/explain" search={{ ask: 'may', user: token.sub, application, permission }}>
              {words.whatWould}
            </TextLink>
          )}
        </span>
      </div>
    </section>
  );
}

const AS_TAGS = 24;
const ROLES_SHOWN = 40;

/** The roles and permissions in the token. A long list of permissions has a search field. */
function Permits({ token }: { token: Token }): ReactNode {
  const { roles, permissions, permissions_ref } = token;
  const admin = roles.includes(ADMIN);
  return (
    <section className="permits">
      <div className="section-head">
        <h2>{admin ? words.permits : words.lists}</h2>
        <span className="number">
          {admin ? words.everything : `${words.permissions(permissions.length)}, ${words.roles(roles.length)}`}
        </span>
      </div>
      {roles.length > 0 && (
        <Tags>
          {[...new Set(roles)].slice(0, ROLES_SHOWN).map((role) => (
            <Tag key={role} icon={IdCardIcon}>
              {role}
            </Tag>
          ))}
          {roles.length > ROLES_SHOWN && <span className="text-faint small">{words.roles(roles.length)}</span>}
        </Tags>
      )}
      {permissions_ref !== undefined && (
        <Callout>
          <b>{words.reference}.</b> {words.referenceWhy} <code className="identifier">{permissions_ref}</code>
        </Callout>
      )}
      {permissions.length > AS_TAGS ? (
        <PermissionList permissions={permissions} />
      ) : (
        permissions.length > 0 && (
          <Tags>
            {[...new Set(permissions)].map((permission) => (
              <Tag key={permission} mono>
                {permission}
              </Tag>
            ))}
          </Tags>
        )
      )}
      {permissions.length === 0 && permissions_ref === undefined && !admin && (
        <p className="text-faint">{words.noPermissions}</p>
      )}
    </section>
  );
}

const ROW_PX = 28;

function PermissionList({ permissions }: { permissions: readonly string[] }): ReactNode {
  const [query, setQuery] = useState('');
  const asked = useDeferredValue(query.trim());
  const found = useMemo(() => {
    const fits = searchFilter(asked);
    return permissions.filter((permission) => fits(permission));
  }, [permissions, asked]);
  const scroller = useRef<HTMLDivElement>(null);
  // biome-ignore lint/nursery/useReactCompiler: the virtualizer reads its own mutable state; nothing here is memoised by it
  const windowed = useVirtualizer({
    count: found.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_PX,
    overscan: 10,
  });
  const region = { tabIndex: 0, role: 'region', 'aria-label': words.permissions(permissions.length) };
  return (
    <>
      <SearchField label={words.find} value={query} onChange={setQuery} />
      <span className="visually-hidden" role="status">
        {asked === '' ? '' : words.found(found.length)}
      </span>
      <div className="permission-list" ref={scroller} {...region}>
        {found.length === 0 && <p className="text-faint none">{words.noneFound}</p>}
        <ul style={{ height: windowed.getTotalSize() }}>
          {windowed.getVirtualItems().map((row) => (
            <li key={row.key} style={{ transform: `translateY(${row.start}px)` }}>
              <code className="identifier">{found[row.index]}</code>
            </li>
          ))}
        </ul>
      </div>
    </>
  );
}
