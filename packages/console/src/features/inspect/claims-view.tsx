import { Fragment, type ReactNode, useMemo } from 'react';
import { useCopy } from '../../ui/copy.tsx';
import { printClaims } from './printing.ts';
import { words } from './words.ts';
import '../../ui/section.css';
import './claims-view.css';

/** A part of the token, printed for reading. */
export function ClaimsView({
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
