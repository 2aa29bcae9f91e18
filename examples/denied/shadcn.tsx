import { useDenied } from '@licet/react/denied';
import { type ComponentProps, type FormEvent, useId, useState } from 'react';

// A refusal with components in the style of shadcn/ui: plain elements with classes, which the application owns.
const Card = (props: ComponentProps<'section'>) => <section className="card" {...props} />;
const Button = ({ variant = 'outline', ...props }: ComponentProps<'button'> & { variant?: 'default' | 'outline' }) => (
  <button type="button" className={`button ${variant}`} {...props} />
);
const Textarea = (props: ComponentProps<'textarea'>) => <textarea className="textarea" {...props} />;

const DAY = 86_400;

export const RefusedCard = ({ permission }: { readonly permission: string }) => {
  const { state, texts, busy, problem, ask, withdraw, reload, signIn } = useDenied({ permission });
  const [reason, setReason] = useState('');
  const field = useId();
  if (state === 'permitted') return null;
  if (!texts) return <Card aria-busy="true" />;
  const { labels } = texts;
  const send = (event: FormEvent) => {
    event.preventDefault();
    void ask(reason, DAY);
  };
  return (
    <Card lang={texts.language} aria-label={texts.title}>
      <h3 dir="auto">{texts.title}</h3>
      <p dir="auto">{texts.reason}</p>
      <p dir="auto" role="status">
        {texts.status}
      </p>
      {problem !== '' && <p role="alert">{problem}</p>}
      {state === 'signed-out' && signIn && <Button onClick={() => void signIn()}>{labels.signIn}</Button>}
      {state === 'failed' && <Button onClick={reload}>{labels.tryAgain}</Button>}
      {state === 'pending' && (
        <Button disabled={busy} onClick={() => void withdraw()}>
          {labels.withdraw}
        </Button>
      )}
      {(state === 'askable' || state === 'denied') && (
        <form onSubmit={send}>
          <label htmlFor={field}>{labels.why}</label>
          <Textarea id={field} required value={reason} onChange={({ target }) => setReason(target.value)} />
          <Button type="submit" variant="default" disabled={busy}>
            {labels.ask} ({texts.lasting(DAY)})
          </Button>
        </form>
      )}
    </Card>
  );
};
